/*
 * Entries as text, in the log of the store.
 */
#include "server/table/entry.h"

#include "engine/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const entry_kind_words[ENTRY_KINDS] = {
    [ENTRY_START] = "start", [ENTRY_MOVE] = "move",   [ENTRY_PROPOSAL] = "ask",      [ENTRY_ANSWER] = "answer",
    [ENTRY_UNDO] = "undo",   [ENTRY_PAUSE] = "pause", [ENTRY_RESUME] = "resume",     [ENTRY_AWAY] = "away",
    [ENTRY_BACK] = "back",   [ENTRY_OVER] = "over",   [ENTRY_VACATION] = "vacation",
};
const char *const entry_by_words[ENTRY_BYS] = {[BY_PERSON] = "person", [BY_BOT] = "bot", [BY_CLOCK] = "clock"};
const char *const proposal_words[PROPOSALS] = {
    [PROPOSE_UNDO] = "undo", [PROPOSE_PAUSE] = "pause", [PROPOSE_RESUME] = "resume"};
const char *const away_words[AWAY_WHYS] = {[AWAY_LEFT] = "left", [AWAY_CLOCK] = "clock", [AWAY_RESIGNED] = "resigned"};

/*
 * Words separated by single spaces. The first is always how long the clocks ran:
 *
 *     start, pause, resume, back, over    350
 *     move                                350 person bid c1
 *     ask                                 350 undo 5 12      (the seats 0 and 2, as bits; back to entry 12)
 *     answer                              350 14 1           (to entry 14: yes)
 *     undo                                350 12
 *     away                                350 clock
 *     vacation                            350 1700000000000   (until then; 0: it is over)
 */
void entry_write(const struct arkad_game *game, const struct entry *entry, char text[STORE_TEXT_MAX]) {
    assert(entry->kind >= ENTRY_START && entry->kind < ENTRY_KINDS);
    struct text out = text_in(text, STORE_TEXT_MAX);
    text_number(&out, entry->ran_ms);
    char *rest = text + out.used, move[ARKAD_MOVE_TEXT_MAX];
    size_t size = STORE_TEXT_MAX - out.used;
    switch (entry->kind) {
    case ENTRY_MOVE:
        assert(entry->by > 0 && entry->by < ENTRY_BYS);
        arkad_move_write(game, &entry->move, move);
        text_char(&out, ' '), text_put(&out, entry_by_words[entry->by]);
        text_char(&out, ' '), text_put(&out, move);
        assert(!out.is_full);
        break;
    case ENTRY_PROPOSAL: snprintf(rest, size, " %s %u %d", proposal_words[entry->what], entry->of, entry->to); break;
    case ENTRY_ANSWER: snprintf(rest, size, " %d %d", entry->proposal, entry->is_yes); break;
    case ENTRY_UNDO: snprintf(rest, size, " %d", entry->to); break;
    case ENTRY_AWAY: snprintf(rest, size, " %s", away_words[entry->why]); break;
    case ENTRY_VACATION: snprintf(rest, size, " %lld", (long long)entry->until_ms); break;
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
    case ENTRY_PROPOSAL:
        if (!take_one_of(&at, proposal_words, PROPOSALS, &entry->what) || !take_int(&at, &number)) return false;
        entry->of = (unsigned)number;
        return take_int(&at, &entry->to);
    case ENTRY_ANSWER:
        if (!take_int(&at, &entry->proposal) || !take_int(&at, &number)) return false;
        entry->is_yes = number;
        return true;
    case ENTRY_UNDO: return take_int(&at, &entry->to);
    case ENTRY_VACATION: return take_number(&at, INT64_MAX, &entry->until_ms);
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
