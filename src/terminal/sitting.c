/*
 * A sitting: what keys and the mouse do, when bots move, and when the keyboard goes to somebody else.
 */
#include "terminal/sitting.h"

#include "cli/rules.h"
#include "terminal/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PAGE_WIDTH_MAX = 92,
    WHEEL_LINES = 3,
    HOST_MS = 1000, /* how often a host is asked for news that did not wake us: a lost connection is tried again */
};

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int count_people(const struct sitting *s) { return __builtin_popcount(seating_people(&s->table->seating)); }

/* ---- Messages --------------------------------------------------------------------------------------------------- */

static void show_message(struct sitting *s, enum ink ink, const char *text) {
    struct text out = text_in(s->message, sizeof s->message);
    text_put(&out, text);
    s->message_ink = ink;
}

static void show_key(struct sitting *s, enum ink ink, const char *key) {
    show_message(s, ink, lang_text(s->lang, key));
}

static void hide_message(struct sitting *s) { s->message[0] = 0; }

/* ---- What the viewer may do ------------------------------------------------------------------------------------- */

static unsigned letters_of(const struct choices *choices) {
    unsigned letters = 0;
    for (int i = 0; i < choices->count; i++) {
        char first = *choices_notation(choices, i);
        if (first >= 'a' && first <= 'z') letters |= 1U << (first - 'a');
    }
    return letters;
}

static void clear_input(struct sitting *s) {
    s->typed[0] = 0;
    s->is_typing = s->has_pointed = s->is_bargaining = false;
    s->row = s->top = 0;
}

static void read_bargain(struct sitting *s) {
    s->is_bargaining = s->can_move && bargain_read(s->table->game, &s->choices.view, s->viewer, s->typed, &s->bargain);
}

/* Lists the viewer's moves; what was typed and pointed at stays, as far as possible. */
static void list_moves(struct sitting *s) {
    struct arkad_position view;
    struct arkad_move pointed;
    bool had_touched = s->has_pointed && s->is_bargaining;
    bool had_pointed = s->has_pointed && !had_touched && s->choices.shown_count;
    if (had_pointed) pointed = s->choices.all[s->choices.shown[s->row]].move;
    table_view(s->table, s->table->count, s->viewer, &view);
    choices_list(&s->choices, s->lang, s->table->game, &view, s->viewer, s->table->seating.names);
    s->can_move = s->choices.count > 0;
    s->is_waited_for = arkad_waits(s->table->game, &view) >> s->viewer & 1;
    s->letters = letters_of(&s->choices);
    if (!s->can_move) clear_input(s);
    choices_narrow(&s->choices, s->typed);
    int row = had_pointed && s->can_move ? choices_row_of(&s->choices, &pointed) : -1;
    read_bargain(s);
    s->has_pointed = row >= 0 || (had_touched && s->is_bargaining);
    s->row = row < 0 ? 0 : row;
    if (row < 0) s->top = 0;
}

bool is_command(const struct sitting *s, char letter) {
    return !s->typed[0] && !s->is_typing && !(s->can_move && s->letters >> (letter - 'a') & 1);
}

bool is_holding(const struct sitting *s) { return s->can_move && !s->is_waited_for && (s->typed[0] || s->has_pointed); }

/* ---- Handing the keyboard over ---------------------------------------------------------------------------------- */

static void close_page(struct sitting *s) {
    free(s->pager.text);
    free(s->pager.starts);
    memset(&s->pager, 0, sizeof s->pager);
    s->mode = AT_TABLE;
}

static void begin_hand_over(struct sitting *s, int next) {
    close_page(s);
    clear_input(s);
    s->is_hint_wanted = false;
    s->log_back = 0;
    s->next_viewer = next;
    s->mode = HANDING_OVER;
}

/* The next one sits at the keyboard: what was done before has now been seen by another. */
static void take_over(struct sitting *s) {
    if (s->viewer != s->next_viewer) s->table->seen = s->table->count;
    s->viewer = s->next_viewer;
    s->mode = AT_TABLE;
    s->ticket++;
    hide_message(s);
    list_moves(s);
}

static int person_after(const struct sitting *s, int seat) {
    unsigned people = seating_people(&s->table->seating);
    do seat = (seat + 1) % s->table->setup.players;
    while (!(people >> seat & 1));
    return seat;
}

static void hand_over(struct sitting *s) {
    if (count_people(s) < 2 || table_is_over(s->table)) return;
    hide_message(s);
    begin_hand_over(s, person_after(s, s->mode == HANDING_OVER ? s->next_viewer : s->viewer));
}

/* ---- The game goes on ------------------------------------------------------------------------------------------- */

static void show_end(struct sitting *s) {
    char text[SAY_MAX + SAVE_NAME_MAX];
    if (s->host) return;
    tell_file(s->table, s->lang, text);
    show_message(s, INK_DIM, text);
}

static void play(struct sitting *s, int seat, const struct arkad_move *move);

/* A person who declines all offers this turn is not asked; a host is told so once. */
static bool decline_for(struct sitting *s, int seat) {
    struct arkad_move decline;
    if (seat < 0 || !bargain_is_refused(s->table, seat, &decline)) return false;
    if (s->host && s->refused_at == s->table->count) return false;
    s->refused_at = s->table->count;
    play(s, seat, &decline);
    return !s->host;
}

/* After every change of the position. */
static void position_changed(struct sitting *s) {
    s->ticket++;
    s->has_answer = s->is_hint_wanted = false;
    if (!s->host) table_save(s->table);
    int next = table_next_person(s->table, s->viewer);
    if (decline_for(s, next)) return;
    if (count_people(s) > 1 && next >= 0 && next != s->viewer) {
        hide_message(s);
        begin_hand_over(s, next);
        return;
    }
    if (s->mode == HANDING_OVER && table_is_over(s->table)) s->mode = AT_TABLE;
    list_moves(s);
    if (table_is_over(s->table)) show_end(s);
}

static void play(struct sitting *s, int seat, const struct arkad_move *move) {
    if (s->host)
        s->host->play(s->host, move);
    else
        table_play(s->table, seat, move);
    s->last_move_ms = now_ms();
    if (seat == s->viewer) {
        clear_input(s);
        hide_message(s);
        s->log_back = 0;
    }
    if (!s->host) position_changed(s);
}

static void undo(struct sitting *s) {
    if (s->host) {
        s->host->undo(s->host);
        return;
    }
    const char *refusal = table_undo_refusal(s->table, s->viewer);
    if (refusal) {
        show_key(s, INK_BAD, refusal);
        return;
    }
    if (s->mode == HANDING_OVER) s->mode = AT_TABLE;
    table_undo(s->table);
    clear_input(s);
    position_changed(s);
    show_key(s, INK_GOOD, "ui.undo.done");
}

static void ask_bot(struct sitting *s, int seat) {
    const struct table *table = s->table;
    struct question question = {.ticket = s->ticket,
                                .game = table->game,
                                .seat = seat,
                                .bot = table->seating.seats[seat].bot,
                                .temper = table_temper(table, seat),
                                .dice = table_dice(table, seat)};
    table_view(table, table->count, seat, &question.view);
    thinker_ask(s->thinker, &question);
}

static void ask_hint(struct sitting *s) {
    const struct table *table = s->table;
    struct question question = {.ticket = s->ticket,
                                .is_hint = true,
                                .game = table->game,
                                .seat = s->viewer,
                                .dice = table_dice(table, s->viewer)};
    table_view(table, table->count, s->viewer, &question.view);
    thinker_ask(s->thinker, &question);
}

static void want_hint(struct sitting *s) {
    if (s->host) { /* the others have none either */
        show_key(s, INK_DIM, "ui.hint.not_here");
        return;
    }
    s->is_hint_wanted = s->is_waited_for;
    hide_message(s);
    if (!s->is_waited_for) show_key(s, INK_DIM, "ui.hint.not_now");
}

static void show_hint(struct sitting *s, const struct answer *answer) {
    char text[MESSAGE_MAX];
    s->is_hint_wanted = false;
    tell_hint(s->table, s->lang, s->viewer, answer, text);
    show_message(s, INK_GOOD, text);
    if (bargain_is_proposal(s->table->game, &answer->move)) {
        arkad_move_write(s->table->game, &answer->move, s->typed);
        list_moves(s);
        return;
    }
    int row = choices_row_of(&s->choices, &answer->move);
    if (row < 0) return;
    s->row = row;
    s->has_pointed = true;
}

static void take_answer(struct sitting *s) {
    struct answer answer;
    if (!thinker_take(s->thinker, &answer) || answer.ticket != s->ticket) return;
    if (answer.is_hint) {
        if (s->is_hint_wanted) show_hint(s, &answer);
        return;
    }
    s->answer = answer;
    s->has_answer = true;
}

/* Milliseconds until the bot's move is shown; -1: no move is waiting. */
static int time_left(const struct sitting *s) {
    if (!s->has_answer || is_holding(s)) return -1;
    int64_t left = s->last_move_ms + s->pace_ms - now_ms();
    return left > 0 ? (int)left : 0;
}

/* What the host has told meanwhile. */
static void take_news(struct sitting *s) {
    char text[MESSAGE_MAX];
    bool is_bad = false;
    if (s->host->take_news(s->host)) position_changed(s);
    if (s->host->take_notice(s->host, s->lang, text, sizeof text, &is_bad))
        show_message(s, is_bad ? INK_BAD : INK_ASKED, text);
}

/* Whatever can happen without a key. */
static void go_on(struct sitting *s) {
    if (s->host) {
        take_news(s);
        return;
    }
    take_answer(s);
    if (time_left(s) == 0) play(s, s->answer.seat, &s->answer.move);
    int bot = table_next_bot(s->table);
    if (thinker_is_busy(s->thinker)) return;
    if (s->is_hint_wanted)
        ask_hint(s);
    else if (bot >= 0 && !s->has_answer)
        ask_bot(s, bot);
}

/* ---- Choosing a move -------------------------------------------------------------------------------------------- */

static void show_reason(struct sitting *s, const char *why) {
    char reason[ARKAD_WHY_MAX];
    lang_reason(s->lang, why, reason);
    show_message(s, INK_BAD, reason);
}

static void typed_changed(struct sitting *s) {
    s->row = s->top = 0;
    s->has_pointed = false;
    if (!s->typed[0]) s->is_typing = false;
    hide_message(s);
    choices_narrow(&s->choices, s->typed);
    read_bargain(s);
}

/* Shows the trade in the making, with something of it pointed at. */
static void show_bargain(struct sitting *s) {
    bargain_write(s->table->game, &s->bargain, s->typed);
    typed_changed(s);
    s->has_pointed = true;
}

static void begin_bargain(struct sitting *s) {
    bargain_begin(s->table->game, &s->choices.view, s->viewer, &s->bargain);
    s->spot_row = ROW_GIVE;
    s->spot = 0;
    show_bargain(s);
}

static void play_row(struct sitting *s) {
    if (!s->choices.shown_count) return;
    struct choice choice = s->choices.all[s->choices.shown[s->row]];
    if (choice.kind == CHOICE_BARGAIN) {
        begin_bargain(s);
        return;
    }
    if (choice.kind == CHOICE_REFUSE_ALL) {
        bargain_refuse(s->table, s->viewer);
        s->refused_at = s->table->count;
    }
    play(s, s->viewer, &choice.move);
}

/* What is typed is a move, legal or not, or else it must fit exactly one. */
static void play_typed(struct sitting *s) {
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    size_t length = strlen(s->typed);
    while (length && s->typed[length - 1] == ' ') length--;
    int found = choices_find(&s->choices, s->typed);
    if (found >= 0 && s->choices.all[found].kind == CHOICE_BARGAIN) {
        begin_bargain(s);
        return;
    }
    const char *unread = arkad_move_read(s->table->game, s->typed, length, &move, why);
    if (unread && s->choices.shown_count > 1) {
        s->has_pointed = true;
        show_key(s, INK_DIM, "ui.choices.several");
        return;
    }
    if (unread && s->choices.shown_count == 1) {
        play_row(s);
        return;
    }
    const char *wrong = unread ? unread : arkad_check(s->table->game, &s->choices.view, s->viewer, &move, why);
    if (wrong)
        show_reason(s, wrong);
    else
        play(s, s->viewer, &move);
}

static void choose(struct sitting *s) {
    if (!s->can_move) return;
    if (s->typed[0] && !s->has_pointed)
        play_typed(s);
    else
        play_row(s);
}

static void point(struct sitting *s, int row) {
    if (!s->can_move || !s->choices.shown_count) return;
    int last = s->choices.shown_count - 1;
    s->row = row < 0 ? 0 : row > last ? last : row;
    s->has_pointed = true;
}

static void type(struct sitting *s, const char *text) {
    if (!s->can_move || (!s->typed[0] && *text == ' ')) return;
    if (strlen(s->typed) + strlen(text) >= sizeof s->typed) return;
    strcat(s->typed, text);
    typed_changed(s);
}

static void cut_last(char *text) {
    size_t length = strlen(text);
    while (length && ((unsigned char)text[length - 1] & 0xc0) == 0x80) length--;
    if (length) text[length - 1] = 0;
}

static void erase_last(struct sitting *s) {
    cut_last(s->typed);
    typed_changed(s);
}

static void complete(struct sitting *s) {
    if (!s->can_move || !choices_complete(&s->choices, s->typed)) return;
    typed_changed(s);
}

static void escape(struct sitting *s) {
    clear_input(s);
    typed_changed(s);
    s->is_hint_wanted = false;
}

/* ---- A trade in the making --------------------------------------------------------------------------------------- */

static int list_spots(const struct sitting *s, struct spot spots[SPOTS_MAX]) {
    return bargain_spots(&s->bargain, s->table, s->lang, s->viewer, s->spot_row, spots);
}

/* Points at something; in another row at about the same place. */
static void point_at_spot(struct sitting *s, int row, int spot) {
    struct spot spots[SPOTS_MAX];
    int first = s->bargain.is_counter ? ROW_GIVE : ROW_TO;
    s->spot_row = (enum bargain_row)(row < first ? first : row > ROW_WANT ? ROW_WANT : row);
    int last = list_spots(s, spots) - 1;
    s->spot = spot > last ? last : spot;
    if (s->spot < 0) s->spot = 0;
    s->has_pointed = true;
}

static void touch(struct sitting *s) {
    struct spot spots[SPOTS_MAX];
    if (s->spot >= list_spots(s, spots)) return;
    bargain_touch(&s->bargain, s->spot_row, &spots[s->spot]);
    show_bargain(s);
}

static void propose(struct sitting *s) {
    if (!bargain_is_complete(&s->bargain)) {
        show_reason(s, "each side of a trade gives at least one card");
        return;
    }
    if (s->bargain.is_clear) bargain_write(s->table->game, &s->bargain, s->typed);
    play_typed(s);
}

/* The first arrow key only shows the position. False: the key has its usual meaning. */
static bool press_bargaining(struct sitting *s, const struct press *press) {
    int step = s->has_pointed;
    switch (press->kind) {
    case PRESS_UP: point_at_spot(s, (int)s->spot_row - step, s->spot); return true;
    case PRESS_DOWN: point_at_spot(s, (int)s->spot_row + step, s->spot); return true;
    case PRESS_LEFT: point_at_spot(s, (int)s->spot_row, s->spot - step); return true;
    case PRESS_RIGHT: point_at_spot(s, (int)s->spot_row, s->spot + step); return true;
    case PRESS_HOME: point_at_spot(s, (int)s->spot_row, 0); return true;
    case PRESS_END: point_at_spot(s, (int)s->spot_row, SPOTS_MAX); return true;
    case PRESS_ENTER: propose(s); return true;
    case PRESS_TEXT:
        if (*press->text != ' ' || !s->has_pointed) return false;
        touch(s);
        return true;
    default: return false;
    }
}

/* The screen says of each card which one it is, as "ROW SPOT". */
static void click_bargaining(struct sitting *s, int row, int column) {
    const char *word = canvas_word_at(&s->screen, row, column);
    int spot_row, spot;
    if (!word || sscanf(word, "%d %d", &spot_row, &spot) != 2) return;
    point_at_spot(s, spot_row, spot);
    touch(s);
}

/* ---- The mouse -------------------------------------------------------------------------------------------------- */

/* Adds the word to what is typed, or takes it away if it is there. */
static void toggle_word(struct sitting *s, const char *word) {
    char token[40];
    struct text out = text_in(token, sizeof token);
    text_put(&out, word), text_char(&out, ' ');
    for (char *at = s->typed; (at = strstr(at, token)) != NULL; at++) {
        if (at > s->typed && at[-1] != ' ') continue;
        memmove(at, at + out.used, strlen(at + out.used) + 1);
        typed_changed(s);
        return;
    }
    size_t length = strlen(s->typed);
    if (length && s->typed[length - 1] != ' ') type(s, " ");
    type(s, token);
}

static void click(struct sitting *s, int row, int column) {
    const struct layout *l = &s->layout;
    int index = s->top + row - l->list_row;
    if (s->is_bargaining) {
        click_bargaining(s, row, column);
        return;
    }
    if (row >= l->list_row && row < l->list_row + l->list_height && column < l->list_width) {
        if (index >= s->choices.shown_count || !s->can_move) return;
        if (index == s->row && s->has_pointed)
            play_row(s);
        else
            point(s, index);
        return;
    }
    bool is_on_table = row >= l->table_row && row < l->table_row + l->table_height && column < l->table_width;
    const char *word = is_on_table ? canvas_word_at(&s->drawing, row - l->table_row, column) : NULL;
    if (word && s->can_move) toggle_word(s, word);
}

static void wheel(struct sitting *s, const struct press *press) {
    const struct layout *l = &s->layout;
    int direction = press->kind == PRESS_WHEEL_UP ? 1 : -1;
    if (press->column >= l->log_column && press->row >= l->log_row)
        s->log_back += direction * WHEEL_LINES;
    else
        point(s, s->row - direction);
}

/* ---- Pages ------------------------------------------------------------------------------------------------------ */

static void find_lines(struct pager *pager) {
    int room = 1;
    for (const char *at = pager->text; *at; at++) room += *at == '\n';
    pager->starts = must_have(malloc((size_t)room * sizeof *pager->starts));
    for (const char *at = pager->text; *at;) {
        pager->starts[pager->count++] = (size_t)(at - pager->text);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

/* What the keys do, and how people trade where they can. */
static char *help_page(const struct sitting *s) {
    const char *trading = bargain_help(s->table->game);
    const char *keys = lang_text(s->lang, "ui.help"), *more = trading ? lang_text(s->lang, trading) : "";
    size_t size = strlen(keys) + strlen(more) + 2;
    char *page = must_have(malloc(size));
    snprintf(page, size, "%s%s%s", keys, *more ? "\n" : "", more);
    return page;
}

static void open_page(struct sitting *s, bool is_rules) {
    int width = s->layout.width - 4 < PAGE_WIDTH_MAX ? s->layout.width - 4 : PAGE_WIDTH_MAX;
    close_page(s);
    s->pager.text = is_rules ? rules_page(arkad_game_name(s->table->game), s->lang, width) : help_page(s);
    if (!s->pager.text) return;
    s->pager.is_rules = is_rules;
    find_lines(&s->pager);
    s->mode = READING;
}

/* Lays the page out again for another width or language, at about the same place. */
static void reopen_page(struct sitting *s) {
    int top = s->pager.top, count = s->pager.count ? s->pager.count : 1;
    open_page(s, s->pager.is_rules);
    s->pager.top = (int)((long)top * s->pager.count / count);
}

static void press_in_page(struct sitting *s, const struct press *press) {
    int page = s->layout.height - 3;
    switch (press->kind) {
    case PRESS_UP:
    case PRESS_WHEEL_UP: s->pager.top -= press->kind == PRESS_UP ? 1 : WHEEL_LINES; break;
    case PRESS_DOWN:
    case PRESS_WHEEL_DOWN: s->pager.top += press->kind == PRESS_DOWN ? 1 : WHEEL_LINES; break;
    case PRESS_PAGE_UP: s->pager.top -= page; break;
    case PRESS_PAGE_DOWN: s->pager.top += page; break;
    case PRESS_HOME: s->pager.top = 0; break;
    case PRESS_END: s->pager.top = s->pager.count; break;
    case PRESS_HELP: open_page(s, false); break;
    case PRESS_TEXT:
        if (*press->text == ' ') s->pager.top += page;
        if (!strchr("q?", *press->text)) break; /* fall through */
    case PRESS_ESCAPE:
    case PRESS_ENTER: close_page(s); break;
    default: break;
    }
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

static void next_language(struct sitting *s) {
    s->lang = lang_after(s->lang);
    if (!s->host) seating_name(&s->table->seating, s->lang);
    hide_message(s);
    if (s->mode != HANDING_OVER) list_moves(s);
    if (s->mode == READING) reopen_page(s);
    if (table_is_over(s->table)) show_end(s);
}

static void leave(struct sitting *s) {
    if (table_is_over(s->table))
        s->end = LEAVE;
    else
        s->mode = LEAVING;
}

static void begin_to_talk(struct sitting *s) {
    s->mode = TALKING;
    s->said[0] = 0;
}

/* A letter typed at the table: a command, or the beginning of a move. */
static void press_letter(struct sitting *s, const char *text) {
    bool is_over = table_is_over(s->table);
    if (*text == '?')
        open_page(s, true);
    else if (*text == '/' && !s->typed[0])
        s->is_typing = s->can_move;
    else if (*text == ':' && s->host && !s->typed[0])
        begin_to_talk(s);
    else if (is_over && *text == 'r' && !s->host)
        s->end = REMATCH;
    else if (*text == 'h' && is_command(s, 'h'))
        want_hint(s);
    else if (*text == 'u' && is_command(s, 'u'))
        undo(s);
    else if (*text == 'q' && is_command(s, 'q'))
        leave(s);
    else
        type(s, text);
}

static void press_at_table(struct sitting *s, const struct press *press) {
    if (s->is_bargaining && press_bargaining(s, press)) return;
    switch (press->kind) {
    case PRESS_UP: point(s, s->row - 1); break;
    case PRESS_DOWN: point(s, s->row + 1); break;
    case PRESS_LEFT: point(s, s->row - s->layout.list_height); break;
    case PRESS_RIGHT: point(s, s->row + s->layout.list_height); break;
    case PRESS_HOME: point(s, 0); break;
    case PRESS_END: point(s, s->choices.shown_count - 1); break;
    case PRESS_PAGE_UP: s->log_back += s->layout.log_height - 1; break;
    case PRESS_PAGE_DOWN: s->log_back -= s->layout.log_height - 1; break;
    case PRESS_ENTER: choose(s); break;
    case PRESS_TAB: complete(s); break;
    case PRESS_ESCAPE: escape(s); break;
    case PRESS_CLEAR: escape(s); break;
    case PRESS_BACKSPACE: erase_last(s); break;
    case PRESS_HINT: want_hint(s); break;
    case PRESS_CLICK: click(s, press->row, press->column); break;
    case PRESS_WHEEL_UP:
    case PRESS_WHEEL_DOWN: wheel(s, press); break;
    case PRESS_TEXT: press_letter(s, press->text); break;
    default: break;
    }
}

static void press_leaving(struct sitting *s, const struct press *press) {
    bool is_yes = press->kind == PRESS_TEXT && strstr(lang_text(s->lang, "ui.leave.yes"), press->text);
    if (is_yes)
        s->end = LEAVE;
    else if (press->kind)
        s->mode = AT_TABLE;
}

static void press_talking(struct sitting *s, const struct press *press) {
    bool has_room = strlen(s->said) + strlen(press->text) < sizeof s->said;
    if (press->kind == PRESS_TEXT && has_room) strcat(s->said, press->text);
    if (press->kind == PRESS_BACKSPACE) cut_last(s->said);
    if (press->kind == PRESS_ENTER && *s->said) s->host->talk(s->host, s->said);
    if (press->kind == PRESS_ENTER || press->kind == PRESS_ESCAPE) s->mode = AT_TABLE;
}

static void press_handing_over(struct sitting *s, const struct press *press) {
    if (press->kind == PRESS_ENTER) take_over(s);
    if (press->kind == PRESS_TEXT && *press->text == 'q') s->end = LEAVE;
}

/* These are the same everywhere. */
static bool press_anywhere(struct sitting *s, const struct press *press) {
    switch (press->kind) {
    case PRESS_QUIT: s->end = LEAVE; return true;
    case PRESS_REDRAW: screen_redraw(); return true;
    case PRESS_LANGUAGE: next_language(s); return true;
    case PRESS_HAND_OVER: hand_over(s); return true;
    case PRESS_UNDO: undo(s); return true;
    case PRESS_YES:
    case PRESS_NO:
        if (s->host) s->host->answer(s->host, press->kind == PRESS_YES);
        return true;
    case PRESS_AHEAD:
        if (s->host) s->host->pass_ahead(s->host);
        return true;
    case PRESS_HELP:
        if (s->mode != HANDING_OVER) open_page(s, false);
        return true;
    default: return false;
    }
}

static void take_press(struct sitting *s, const struct press *press) {
    /* A key cuts the pause after a bot's move short; not Enter, which may have been meant for a move. */
    if (press->kind != PRESS_ENTER) s->last_move_ms = 0;
    if (press_anywhere(s, press)) return;
    switch (s->mode) {
    case AT_TABLE: press_at_table(s, press); break;
    case HANDING_OVER: press_handing_over(s, press); break;
    case READING: press_in_page(s, press); break;
    case LEAVING: press_leaving(s, press); break;
    case TALKING: press_talking(s, press); break;
    }
}

/* ---- The sitting ------------------------------------------------------------------------------------------------ */

static void draw(struct sitting *s) {
    int height, width, row, column;
    screen_size(&height, &width);
    frame_draw(s, height, width, &row, &column);
    screen_show(&s->screen, row, column);
}

/* Before the first move: whoever is asked first sits at the keyboard. */
static void begin(struct sitting *s) {
    int first = s->host ? s->host->viewer : table_next_person(s->table, 0);
    if (first < 0) first = __builtin_ctz(seating_people(&s->table->seating));
    s->viewer = first;
    s->mode = AT_TABLE;
    s->end = STILL_SITTING;
    s->last_move_ms = now_ms();
    s->ticket++;
    s->has_answer = false;
    clear_input(s);
    if (count_people(s) > 1 && !table_is_over(s->table))
        begin_hand_over(s, first);
    else
        list_moves(s);
    if (table_is_over(s->table)) show_end(s);
}

enum sitting_end sit_down(struct sitting *s) {
    begin(s);
    while (!s->end) {
        struct press press;
        go_on(s);
        draw(s);
        struct wake wake = screen_wait(s->host ? HOST_MS : time_left(s));
        if (wake.must_end) return LEAVE;
        if (wake.has_resized && s->mode == READING) {
            draw(s);
            reopen_page(s);
        }
        while (!s->end && screen_read(&press)) take_press(s, &press);
    }
    return s->end;
}
