#include "server/entries.h"

#include "engine/text.h"
#include "server/setup.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const entry_kind_words[ENTRY_KINDS] = {
    [ENTRY_START] = "start", [ENTRY_MOVE] = "move",   [ENTRY_ASK] = "ask",       [ENTRY_ANSWER] = "answer",
    [ENTRY_UNDO] = "undo",   [ENTRY_PAUSE] = "pause", [ENTRY_RESUME] = "resume", [ENTRY_AWAY] = "away",
    [ENTRY_BACK] = "back",   [ENTRY_OVER] = "over",
};
const char *const entry_by_words[ENTRY_BYS] = {[BY_PERSON] = "person", [BY_BOT] = "bot", [BY_CLOCK] = "clock"};
const char *const ask_words[ASK_WHATS] = {[ASK_UNDO] = "undo", [ASK_PAUSE] = "pause", [ASK_RESUME] = "resume"};
const char *const away_words[AWAY_WHYS] = {[AWAY_LEFT] = "left", [AWAY_CLOCK] = "clock", [AWAY_RESIGNED] = "resigned"};

/* ---- Text ------------------------------------------------------------------------------------------------------- */

/*
 * Words separated by single spaces. The first is always how long the clocks ran:
 *
 *     start, pause, resume, back, over    350
 *     move                                350 person bid c1
 *     ask                                 350 undo 5 12      (the seats 0 and 2, as bits; back to entry 12)
 *     answer                              350 14 1           (to entry 14: yes)
 *     undo                                350 12
 *     away                                350 clock
 */
void entry_write(const struct arkad_game *game, const struct entry *entry, char text[STORE_TEXT_MAX]) {
    int length = snprintf(text, STORE_TEXT_MAX, "%" PRId64, entry->ran_ms);
    char *rest = text + length;
    size_t size = STORE_TEXT_MAX - (size_t)length;
    char move[ARKAD_MOVE_TEXT_MAX];
    switch (entry->kind) {
    case ENTRY_MOVE:
        arkad_move_write(game, &entry->move, move);
        snprintf(rest, size, " %s %s", entry_by_words[entry->by], move);
        break;
    case ENTRY_ASK: snprintf(rest, size, " %s %u %d", ask_words[entry->what], entry->of, entry->to); break;
    case ENTRY_ANSWER: snprintf(rest, size, " %d %d", entry->ask, entry->is_yes); break;
    case ENTRY_UNDO: snprintf(rest, size, " %d", entry->to); break;
    case ENTRY_AWAY: snprintf(rest, size, " %s", away_words[entry->why]); break;
    default: break;
    }
}

/* Takes the next word; false if there is none. */
static bool take_word(const char **at, char *word, size_t size) {
    size_t length = strcspn(*at, " ");
    if (!length || length >= size) return false;
    memcpy(word, *at, length);
    word[length] = 0;
    *at += length + ((*at)[length] == ' ');
    return true;
}

static bool take_number(const char **at, int64_t max, int64_t *number) {
    char word[24], *end;
    if (!take_word(at, word, sizeof word)) return false;
    *number = strtoll(word, &end, 10);
    return !*end && *number >= 0 && *number <= max;
}

static bool take_int(const char **at, int *number) {
    int64_t value;
    if (!take_number(at, INT32_MAX, &value)) return false;
    *number = (int)value;
    return true;
}

static bool take_one_of(const char **at, const char *const *words, int count, int *which) {
    char word[16];
    if (!take_word(at, word, sizeof word)) return false;
    for (*which = 1; *which < count; (*which)++)
        if (!strcmp(words[*which], word)) return true;
    return false;
}

static bool read_rest(const struct arkad_game *game, const char *at, struct entry *entry) {
    char why[ARKAD_WHY_MAX];
    int number = 0;
    switch (entry->kind) {
    case ENTRY_MOVE:
        return take_one_of(&at, entry_by_words, ENTRY_BYS, &entry->by) &&
               !arkad_move_read(game, at, strlen(at), &entry->move, why);
    case ENTRY_ASK:
        if (!take_one_of(&at, ask_words, ASK_WHATS, &entry->what) || !take_int(&at, &number)) return false;
        entry->of = (unsigned)number;
        return take_int(&at, &entry->to);
    case ENTRY_ANSWER:
        if (!take_int(&at, &entry->ask) || !take_int(&at, &number)) return false;
        entry->is_yes = number;
        return true;
    case ENTRY_UNDO: return take_int(&at, &entry->to);
    case ENTRY_AWAY: return take_one_of(&at, away_words, AWAY_WHYS, &entry->why);
    default: return !*at;
    }
}

bool entry_read(const struct arkad_game *game, const struct store_entry *stored, struct entry *entry) {
    *entry =
        (struct entry){.number = stored->number, .kind = stored->kind, .seat = stored->seat, .at_ms = stored->at_ms};
    const char *at = stored->text;
    if (entry->kind < ENTRY_START || entry->kind >= ENTRY_KINDS) return false;
    return take_number(&at, INT64_MAX, &entry->ran_ms) && read_rest(game, at, entry);
}

/* ---- The play --------------------------------------------------------------------------------------------------- */

const char *play_take_seed(struct play *play, const struct store_table *row, char why[ARKAD_WHY_MAX]) {
    memcpy(play->setup.seed, row->seed, sizeof play->setup.seed);
    return arkad_setup_options(play->game, &play->setup, row->options, why);
}

const char *play_begin(struct play *play, const struct store_table *row, const struct store_seat *seats,
                       char why[ARKAD_WHY_MAX]) {
    memset(play, 0, sizeof *play);
    const char *wrong = setup_read(row, &play->setup, &play->map, why);
    if (wrong) return wrong;
    play->game = arkad_game_find(row->game);
    clocks_begin(&play->clocks, row, seats);
    return NULL;
}

void play_end(struct play *play) {
    free(play->steps);
    play->steps = NULL;
    play->step_count = play->step_room = 0;
}

bool play_is_dealt(const struct play *play) { return play->count > 0; }

unsigned play_waits(const struct play *play) {
    return play_is_dealt(play) ? arkad_waits(play->game, &play->position) : 0;
}

bool play_is_running(const struct play *play) { return play_is_dealt(play) && !play->is_paused && !play->is_over; }

void play_position(const struct play *play, int moves, struct arkad_position *position) {
    char why[ARKAD_WHY_MAX];
    arkad_deal(play->game, &play->setup, position, NULL, why);
    for (int i = 0; i < moves; i++) arkad_apply(play->game, position, play->steps[i].seat, &play->steps[i].move, NULL);
}

void play_result(const struct play *play, struct arkad_result *result) {
    int players = play->setup.players;
    arkad_result(play->game, &play->position, result);
    struct arkad_result played = *result;
    for (int seat = 0; seat < players; seat++) {
        int better = 0, gave_up = play->resigned[seat];
        for (int other = 0; other < players; other++) {
            int also = play->resigned[other];
            bool is_better = gave_up ? !also || also > gave_up : !also && played.places[other] < played.places[seat];
            better += is_better;
        }
        result->places[seat] = (uint8_t)(1 + better);
    }
}

/* ---- Entries in play -------------------------------------------------------------------------------------------- */

/* Who is waited for without it being their turn, as everybody sees it: several at once, or one who must answer. Every
   game's JSON says whose turn it is. */
static unsigned reacting(const struct play *play, unsigned waits) {
    if (play->clocks.kind != CLOCK_LIVE || !waits) return 0;
    if (waits & (waits - 1)) return waits;
    struct arkad_position view;
    char json[ARKAD_JSON_MAX];
    arkad_view(play->game, &play->position, ARKAD_SPECTATOR, &view);
    arkad_json_write(play->game, &view, json);
    const char *turn = strstr(json, "\"turn\":");
    int seat = turn ? atoi(turn + strlen("\"turn\":")) : 0;
    return turn && !(waits >> seat & 1) ? waits : 0;
}

static void wait_anew(struct play *play) {
    if (!play->clocks.seats) return;
    unsigned waits = play_waits(play);
    clocks_wait(&play->clocks, waits, play->away, reacting(play, waits));
}

static bool add_step(struct play *play, const struct entry *entry) {
    if (play->step_count == play->step_room) {
        int room = play->step_room ? 2 * play->step_room : 64;
        struct step *steps = realloc(play->steps, (size_t)room * sizeof *steps);
        if (!steps) return false;
        play->steps = steps;
        play->step_room = room;
    }
    play->steps[play->step_count++] =
        (struct step){.entry = entry->number, .seat = (uint8_t)entry->seat, .move = entry->move};
    return true;
}

static bool apply_start(struct play *play) {
    char why[ARKAD_WHY_MAX];
    return !arkad_deal(play->game, &play->setup, &play->position, NULL, why);
}

static bool apply_move(struct play *play, const struct entry *entry, struct arkad_tape *tape) {
    char why[ARKAD_WHY_MAX];
    if (arkad_check(play->game, &play->position, entry->seat, &entry->move, why) || !add_step(play, entry))
        return false;
    arkad_apply(play->game, &play->position, entry->seat, &entry->move, tape);
    clocks_moved(&play->clocks, entry->seat);
    if (play->ask.what == ASK_UNDO) play->ask.number = 0; /* the game has gone on */
    return true;
}

static bool apply_ask(struct play *play, const struct entry *entry) {
    play->ask = (struct ask){entry->number, entry->seat, entry->what, entry->to, entry->of, entry->at_ms};
    return true;
}

/* Who says no ends it. */
static bool apply_answer(struct play *play, const struct entry *entry) {
    if (!play->ask.number || entry->ask != play->ask.number) return false;
    play->ask.of &= ~(1U << entry->seat);
    if (!entry->is_yes) play->ask.number = 0;
    return true;
}

static bool apply_undo(struct play *play, const struct entry *entry) {
    if (entry->to < 1 || entry->to >= entry->number) return false;
    while (play->step_count && play->steps[play->step_count - 1].entry > entry->to) play->step_count--;
    play_position(play, play->step_count, &play->position);
    clocks_undone(&play->clocks, entry->seat);
    play->ask.number = 0;
    return true;
}

static bool apply_pause(struct play *play, bool is_paused) {
    play->is_paused = is_paused;
    play->ask.number = 0;
    return true;
}

static bool apply_away(struct play *play, const struct entry *entry) {
    play->away |= 1U << entry->seat;
    play->ask.of &= ~(1U << entry->seat);
    if (entry->seat == play->ask.seat) play->ask.number = 0;
    if (entry->why == AWAY_CLOCK) clocks_renew(&play->clocks, entry->seat);
    if (entry->why == AWAY_RESIGNED) play->resigned[entry->seat] = entry->number;
    return true;
}

static bool apply_back(struct play *play, const struct entry *entry) {
    play->away &= ~(1U << entry->seat);
    return true;
}

static bool apply_kind(struct play *play, const struct entry *entry, struct arkad_tape *tape) {
    switch (entry->kind) {
    case ENTRY_START: return apply_start(play);
    case ENTRY_MOVE: return apply_move(play, entry, tape);
    case ENTRY_ASK: return apply_ask(play, entry);
    case ENTRY_ANSWER: return apply_answer(play, entry);
    case ENTRY_UNDO: return apply_undo(play, entry);
    case ENTRY_PAUSE: return apply_pause(play, true);
    case ENTRY_RESUME: return apply_pause(play, false);
    case ENTRY_AWAY: return apply_away(play, entry);
    case ENTRY_BACK: return apply_back(play, entry);
    default: play->is_over = true; return arkad_is_over(&play->position);
    }
}

static bool has_a_place(const struct play *play, const struct entry *entry) {
    bool is_of_a_seat = entry->seat >= 0 && entry->seat < play->setup.players;
    bool may_be_of_none = entry->kind == ENTRY_START || entry->kind == ENTRY_PAUSE || entry->kind == ENTRY_RESUME ||
                          entry->kind == ENTRY_OVER;
    return entry->number == play->count + 1 && (entry->number == 1) == (entry->kind == ENTRY_START) && !play->is_over &&
           (is_of_a_seat || (may_be_of_none && entry->seat == ENTRY_NOBODY));
}

bool play_apply(struct play *play, const struct entry *entry, struct arkad_tape *tape) {
    if (tape) tape->count = 0;
    if (!has_a_place(play, entry)) return false;
    clocks_pass(&play->clocks, entry->ran_ms);
    if (!apply_kind(play, entry, tape)) return false;
    play->count = entry->number;
    play->at_ms = entry->at_ms;
    wait_anew(play);
    return true;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

struct reading {
    struct play *play;
    play_visitor *visit;
    void *context;
    bool is_bad;
};

static bool read_entry(const struct store_entry *stored, void *context) {
    struct reading *reading = context;
    struct play *play = reading->play;
    struct entry entry;
    struct arkad_tape tape = {0};
    reading->is_bad = !entry_read(play->game, stored, &entry) || !play_apply(play, &entry, &tape);
    if (reading->is_bad) return false;
    return !reading->visit || reading->visit(play, &entry, &tape, reading->context);
}

enum store_answer play_read(struct store *store, const struct store_table *row, const struct store_seat *seats,
                            struct play *play, play_visitor *visit, void *context) {
    char why[ARKAD_WHY_MAX];
    if (play_begin(play, row, seats, why)) return STORE_NONE;
    struct reading reading = {play, visit, context, false};
    enum store_answer answer = store_read_log(store, row->id, 1, read_entry, &reading);
    return reading.is_bad ? STORE_NONE : answer;
}
