/*
 * The table without a terminal: what is printed, and the commands that are read line by line.
 */
#include "terminal/plain.h"

#include "cli/rules.h"
#include "terminal/bargain.h"
#include "terminal/choices.h"
#include "terminal/draw.h"
#include "terminal/tell.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 80, HEIGHT = 22, SHOWN = 12, BLANK_LINES = 60 };

struct plain {
    struct table *table;
    const struct lang *lang;
    int viewer;                /* the person at the keyboard; -1: nobody yet */
    int told[ARKAD_SEATS_MAX]; /* how many moves each has been told of */
    struct choices choices;
    struct bot_room *room;
    char *line; /* as it was read, without its end */
    size_t line_size;
    bool is_left;
};

static void say_key(const struct plain *p, const char *key) { puts(lang_text(p->lang, key)); }

/* ---- What is shown ---------------------------------------------------------------------------------------------- */

static void print_table(const struct plain *p) {
    static struct canvas canvas;
    struct arkad_position view;
    char row[CANVAS_WIDTH_MAX * 8];
    table_view(p->table, p->table->count, p->viewer, &view);
    struct scene scene = {
        .lang = p->lang, .game = p->table->game, .setup = &p->table->setup, .view = &view, .viewer = p->viewer};
    memcpy(scene.names, p->table->seating.names, sizeof scene.names);
    canvas_clear(&canvas, HEIGHT, WIDTH);
    draw_table(&canvas, &scene);
    int last = 0;
    for (int i = 0; i < HEIGHT; i++) {
        canvas_row_text(&canvas, i, row, sizeof row);
        if (*row) last = i;
    }
    for (int i = 0; i <= last; i++) {
        canvas_row_text(&canvas, i, row, sizeof row);
        puts(row);
    }
}

static void print_log(const struct plain *p, int from) {
    char text[2 * SAY_MAX];
    for (int step = from; step < p->table->count; step++) {
        table_tell(p->table, p->lang, step, p->viewer, text);
        printf("%s: %s\n", table_name(p->table, p->lang, p->table->steps[step].seat, p->viewer), text);
    }
}

static void print_news(struct plain *p) {
    print_log(p, p->told[p->viewer]);
    p->told[p->viewer] = p->table->count;
}

/* The moves shown, numbered as in the whole list. */
static void print_choices(struct plain *p, int most) {
    struct choices *c = &p->choices;
    for (int row = 0; row < c->shown_count && row < most; row++) {
        int choice = c->shown[row];
        printf("%4d. %s", choice + 1, choices_words(c, choice));
        printf("  [%s]\n", choices_notation(c, choice));
    }
    if (!c->shown_count) say_key(p, "ui.choices.none");
    if (c->shown_count <= most) return;
    char text[SAY_MAX];
    struct text out = text_in(text, sizeof text);
    LANG_PUT(p->lang, &out, "ui.plain.more", {.name = "count", .number = c->shown_count - most});
    puts(text);
}

static void print_ask(struct plain *p) {
    char ask[SAY_MAX];
    print_news(p);
    putchar('\n');
    print_table(p);
    say_ask(p->lang, p->table->game, &p->choices.view, p->viewer, p->table->seating.names, ask);
    printf("\n%s: %s\n", p->table->seating.names[p->viewer], ask);
    print_choices(p, SHOWN);
}

static void print_end(struct plain *p) {
    char text[SAY_MAX];
    if (p->viewer < 0) p->viewer = __builtin_ctz(seating_people(&p->table->seating));
    print_news(p);
    putchar('\n');
    print_table(p);
    putchar('\n');
    struct arkad_result result = table_result(p->table);
    for (int line = 0; line < p->table->setup.players; line++) {
        tell_result(p->table, p->lang, &result, line, text);
        puts(text);
    }
}

/* ---- What is read ----------------------------------------------------------------------------------------------- */

static bool read_input(struct plain *p) {
    fputs("> ", stdout);
    fflush(stdout);
    ssize_t length = getline(&p->line, &p->line_size, stdin);
    if (length < 0) {
        putchar('\n');
        return false;
    }
    while (length && strchr(" \r\n", p->line[length - 1])) length--;
    p->line[length] = 0;
    if (!isatty(STDIN_FILENO)) puts(p->line); /* so that what was answered can be read in the output */
    return true;
}

static void play(struct plain *p, int seat, const struct arkad_move *move) {
    table_play(p->table, seat, move);
    if (!table_save(p->table)) complain(NO, "not saved: %s", p->table->save.problem);
}

static void print_hint(struct plain *p) {
    const struct table *table = p->table;
    char text[MESSAGE_MAX];
    struct answer answer;
    struct question question = {
        .is_hint = true, .game = table->game, .seat = p->viewer, .dice = table_dice(table, p->viewer)};
    table_view(table, table->count, p->viewer, &question.view);
    think(p->room, &question, &answer);
    tell_hint(table, p->lang, p->viewer, &answer, text);
    puts(text);
}

static void print_proposals(const struct plain *p) {
    struct proposal proposal;
    int line = 0;
    for (; bargain_tell(p->table, p->lang, p->viewer, line, &proposal); line++)
        printf("%s – %s\n", proposal.text, proposal.outcome);
    if (!line) say_key(p, "ui.trade.none");
}

/* A trade is typed: how, from what to begin, and what is known of the other hands. */
static void print_bargain(const struct plain *p) {
    char text[SAY_MAX];
    struct bargain bargain;
    for (int seat = 0; seat < p->table->setup.players; seat++) {
        if (seat == p->viewer) continue;
        bargain_tell_hand(p->table, p->lang, p->viewer, seat, text);
        puts(text);
    }
    bargain_begin(p->table->game, &p->choices.view, p->viewer, &bargain);
    say_key(p, bargain.is_counter ? "ui.plain.counter" : "ui.plain.offer");
    if (!bargain_is_complete(&bargain)) return;
    bargain_write(p->table->game, &bargain, text);
    puts(text);
}

/* True if the position has changed. */
static bool take_back(struct plain *p) {
    const char *refusal = table_undo_refusal(p->table, p->viewer);
    say_key(p, refusal ? refusal : "ui.undo.done");
    if (refusal) return false;
    table_undo(p->table);
    p->told[p->viewer] = p->table->count;
    if (!table_save(p->table)) complain(NO, "not saved: %s", p->table->save.problem);
    return true;
}

static bool take_choice(struct plain *p, int index) {
    struct choice choice = p->choices.all[index];
    if (choice.kind == CHOICE_BARGAIN) {
        print_bargain(p);
        return false;
    }
    if (choice.kind == CHOICE_REFUSE_ALL) bargain_refuse(p->table, p->viewer);
    play(p, p->viewer, &choice.move);
    return true;
}

/* A move by its number or its notation; false, after the reason, if it is none. */
static bool take_move(struct plain *p, const char *line) {
    struct arkad_move move;
    char why[ARKAD_WHY_MAX], reason[ARKAD_WHY_MAX], *end;
    long number = strtol(line, &end, 10);
    if (*line >= '0' && *line <= '9' && !*end && number >= 1 && number <= p->choices.count)
        return take_choice(p, (int)number - 1);
    int listed = choices_find(&p->choices, line);
    if (listed >= 0) return take_choice(p, listed);
    const char *wrong = arkad_move_read(p->table->game, line, strlen(line), &move, why);
    if (!wrong) wrong = arkad_check(p->table->game, &p->choices.view, p->viewer, &move, why);
    if (!wrong) {
        play(p, p->viewer, &move);
        return true;
    }
    lang_reason(p->lang, wrong, reason);
    puts(reason);
    return false;
}

static void print_moves(struct plain *p, const char *text) {
    choices_narrow(&p->choices, text + strspn(text, " "));
    print_choices(p, ARKAD_MOVES_MAX);
}

/* One line; true if the position has changed or the table is left. */
static bool take_line(struct plain *p) {
    const char *line = p->line;
    if (!strcmp(line, "quit")) return p->is_left = true;
    if (!strcmp(line, "undo")) return take_back(p);
    if (!*line || !strcmp(line, "help") || !strcmp(line, "?"))
        say_key(p, "ui.plain.help");
    else if (!strcmp(line, "hint"))
        print_hint(p);
    else if (!strcmp(line, "offers"))
        print_proposals(p);
    else if (!strcmp(line, "log"))
        print_log(p, 0);
    else if (!strcmp(line, "table"))
        print_table(p);
    else if (!strcmp(line, "rules"))
        fputs(rules_text(arkad_game_name(p->table->game), p->lang), stdout);
    else if (!strcmp(line, "moves") || !strncmp(line, "moves ", 6))
        print_moves(p, line + 5);
    else
        return take_move(p, line);
    return false;
}

/* ---- The game --------------------------------------------------------------------------------------------------- */

/* Another person comes to the keyboard; at a real one nothing of the last person's hand stays in sight. */
static bool sit_down_at(struct plain *p, int seat) {
    char text[SAY_MAX];
    bool is_change = p->viewer != seat && __builtin_popcount(seating_people(&p->table->seating)) > 1;
    if (is_change && p->viewer >= 0) p->table->seen = p->table->count;
    p->viewer = seat;
    if (!is_change) return true;
    bool is_real = isatty(STDIN_FILENO);
    for (int i = 0; is_real && i < BLANK_LINES; i++) putchar('\n');
    struct text out = text_in(text, sizeof text);
    LANG_PUT(p->lang, &out, "ui.hand_over", {.name = "name", .text = p->table->seating.names[seat]});
    printf("\n--- %s\n", text);
    if (!is_real) return true;
    say_key(p, "ui.hand_over.enter");
    return read_input(p);
}

static void ask_person(struct plain *p, int seat) {
    if (!sit_down_at(p, seat)) {
        p->is_left = true;
        return;
    }
    struct arkad_position view;
    struct arkad_move decline;
    if (bargain_is_refused(p->table, seat, &decline)) {
        play(p, seat, &decline);
        return;
    }
    table_view(p->table, p->table->count, seat, &view);
    choices_list(&p->choices, p->lang, p->table->game, &view, seat, p->table->seating.names);
    print_ask(p);
    do
        if (!read_input(p)) p->is_left = true;
    while (!p->is_left && !take_line(p));
}

static void ask_bot(struct plain *p, int seat) {
    const struct table *table = p->table;
    struct answer answer;
    struct question question = {.game = table->game,
                                .seat = seat,
                                .bot = table->seating.seats[seat].bot,
                                .temper = table_temper(table, seat),
                                .dice = table_dice(table, seat)};
    table_view(table, table->count, seat, &question.view);
    think(p->room, &question, &answer);
    play(p, seat, &answer.move);
}

bool plain_play(struct table *table, const struct lang *lang, const char *notice) {
    struct plain p = {.table = table, .lang = lang, .viewer = -1};
    static struct bot_room room;
    p.room = &room;
    if (!bot_room_open(&room)) return false;
    if (*notice) puts(notice);
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) p.told[seat] = table->count;
    while (!p.is_left && !table_is_over(table) && !ferror(stdout)) {
        int bot = table_next_bot(table);
        if (bot >= 0)
            ask_bot(&p, bot);
        else
            ask_person(&p, table_next_person(table, p.viewer < 0 ? 0 : p.viewer));
    }
    if (table_is_over(table)) print_end(&p);
    bot_room_close(&room);
    choices_clear(&p.choices);
    free(p.line);
    return true;
}
