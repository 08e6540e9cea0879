/*
 * How the table looks on a screen: the drawn table on top, below it the decision to make, the moves, and the line to
 * type in; the log beside the moves, or, where there is room, at the side from top to bottom.
 */
#include "terminal/draw.h"
#include "terminal/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH_MIN = 80,
    TABLE_HEIGHT_MIN = 14,
    LIST_HEIGHT_MIN = 4,
    LIST_HEIGHT_MAX = 14,
    BARS = 4, /* rows of one line: the title, what is asked, the input, the keys */
    HEIGHT_MIN = BARS + TABLE_HEIGHT_MIN + LIST_HEIGHT_MIN,
    WIDE = 118, /* from this width on the log is at the side */
    SIDE_MIN = 34,
    SIDE_MAX = 52,
    MESSAGE_LINES_MAX = 4,
    ASK_LINES_MAX = 3,
    GAP = 2, /* between words and notation */
    KEYS_APART = 3,
    SPOT_WIDTH = 4, /* of a card that can be touched, with the mark before it */
    SPOT_NAME_MAX = 18,
};

/* ---- What is asked ---------------------------------------------------------------------------------------------- */

/* That a bot is thinking, or that all wait for the viewer's sale. */
static void put_waiting(const struct sitting *s, struct text *out) {
    if (is_holding(s))
        text_put(out, lang_text(s->lang, "ui.holding"));
    else if (table_next_bot(s->table) >= 0)
        text_put(out, lang_text(s->lang, s->host ? "ui.others" : "ui.thinking"));
}

static void put_count(const struct sitting *s, struct text *out) {
    int shown = s->choices.shown_count, count = s->choices.count;
    if (s->is_hint_wanted)
        text_put(out, lang_text(s->lang, "ui.hint.thinking"));
    else if (s->is_bargaining)
        return;
    else if (s->can_move && s->typed[0])
        LANG_PUT(s->lang, out, "ui.choices.some", {.name = "shown", .number = shown},
                 {.name = "count", .number = count});
    else if (s->can_move)
        LANG_PUT(s->lang, out, "ui.choices", {.name = "count", .number = shown});
}

/* What is at the right end of the line that asks. */
static void put_right_of_ask(const struct sitting *s, char right[SAY_MAX]) {
    struct text out = text_in(right, SAY_MAX);
    if (s->is_waited_for)
        put_count(s, &out);
    else if (!table_is_over(s->table))
        put_waiting(s, &out);
}

/* What is asked of the viewer. */
static void make_ask(struct sitting *s) {
    struct arkad_position view;
    if (s->is_bargaining) {
        struct text out = text_in(s->ask, sizeof s->ask);
        text_put(&out, lang_text(s->lang, s->bargain.is_counter ? "ui.trade.ask.counter" : "ui.trade.ask"));
        return;
    }
    table_view(s->table, s->table->count, s->viewer, &view);
    say_ask(s->lang, s->table->game, &view, s->viewer, s->table->seating.names, s->ask);
}

/* ---- Where things are ------------------------------------------------------------------------------------------- */

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

/* How many lines a text takes, if the first one has a width of its own. */
static int count_lines(const char *text, int first, int width) {
    int lines = 0;
    for (; *text; lines++) {
        text += line_length(text, lines ? width : first);
        text += strspn(text, " ");
    }
    return lines;
}

/* Where what is left of the log ends. */
static int right_end(const struct layout *l) { return l->is_wide ? l->log_column - 1 : l->width; }

static void measure_ask(struct sitting *s, struct layout *l) {
    char right[SAY_MAX];
    make_ask(s);
    put_right_of_ask(s, right);
    l->ask_width = right_end(l) - 6 - (*right ? canvas_columns(right) + 4 : 0);
    l->ask_height = clamp(count_lines(s->ask, l->ask_width, l->list_width - 2), 1, ASK_LINES_MAX);
}

/* The list gets three tenths of the height, so that a small screen keeps the table and a large one both. */
static void divide_height(struct sitting *s, struct layout *l) {
    int room = l->height - BARS;
    int panel = clamp(room * 3 / 10, LIST_HEIGHT_MIN, LIST_HEIGHT_MAX);
    if (room - panel < TABLE_HEIGHT_MIN) panel = room - TABLE_HEIGHT_MIN;
    l->table_row = 1;
    l->table_height = room - panel;
    l->ask_row = l->table_row + l->table_height;
    measure_ask(s, l);
    l->list_row = l->ask_row + l->ask_height;
    panel -= l->ask_height - 1;
    int width = right_end(l) - 2, lines = count_lines(s->message, width, width);
    int kept = s->is_bargaining ? BARGAIN_ROWS : 2; /* of the list */
    l->message_height = clamp(lines, 0, clamp(panel - kept, 1, MESSAGE_LINES_MAX));
    l->list_height = panel - l->message_height;
    l->message_row = l->list_row + l->list_height;
    l->input_row = l->list_row + panel;
    l->keys_row = l->input_row + 1;
}

static void make_layout(struct sitting *s, int height, int width) {
    struct layout *l = &s->layout;
    memset(l, 0, sizeof *l);
    l->height = height < CANVAS_HEIGHT_MAX ? height : CANVAS_HEIGHT_MAX;
    l->width = width < CANVAS_WIDTH_MAX ? width : CANVAS_WIDTH_MAX;
    l->is_too_small = height < HEIGHT_MIN || width < WIDTH_MIN;
    l->is_wide = width >= WIDE;
    l->log_width = l->is_wide ? clamp(l->width - 84, SIDE_MIN, SIDE_MAX) : l->width * 3 / 8;
    l->log_column = l->width - l->log_width;
    l->list_width = l->log_column - 2;
    l->table_width = l->is_wide ? l->log_column - 1 : l->width;
    if (l->is_too_small) return;
    divide_height(s, l);
    l->log_row = l->is_wide ? 2 : l->ask_row + 1;
    l->log_height = (l->is_wide ? l->keys_row : l->message_row) - l->log_row;
}

/* ---- Small things ----------------------------------------------------------------------------------------------- */

static void put_right(struct canvas *canvas, int row, int end, enum ink ink, const char *text) {
    int columns = canvas_columns(text);
    if (columns < end) canvas_put(canvas, row, end - columns, ink, text);
}

static void fill_row(struct canvas *canvas, int row, int from, int to, enum ink ink, const char *glyph) {
    for (int column = from; column < to; column++) canvas_put(canvas, row, column, ink, glyph);
}

static void reverse_row(struct canvas *canvas, int row, int from, int to) {
    for (int column = from; column < to; column++) canvas->cells[row][column].is_reversed = true;
}

static void copy_canvas(struct canvas *to, const struct canvas *from, int row, int column) {
    for (int i = 0; i < from->height && row + i < to->height; i++)
        for (int j = 0; j < from->width && column + j < to->width; j++)
            to->cells[row + i][column + j] = from->cells[i][j];
}

/* ---- The title, the table, what is asked ------------------------------------------------------------------------ */

static void draw_title(struct sitting *s) {
    const struct table *table = s->table;
    char right[SAVE_PROBLEM_MAX + 64];
    struct text out = text_in(right, sizeof right);
    int column = canvas_put(&s->screen, 0, 1, INK_TITLE, "Arkád");
    column = canvas_put(&s->screen, 0, column, INK_DIM, " · ");
    column = canvas_put(&s->screen, 0, column, INK_STRONG, say_title(s->lang, table->game));
    if (s->host) {
        s->host->put_state(s->host, s->lang, &out);
        put_right(&s->screen, 0, s->layout.width - 1, INK_DIM, right);
        return;
    }
    if (table->save.problem[0]) {
        LANG_PUT(s->lang, &out, "ui.unsaved", {.name = "why", .text = table->save.problem});
        canvas_put_within(&s->screen, 0, column + 2, s->layout.width - column - 3, INK_BAD, right);
        return;
    }
    LANG_PUT(s->lang, &out, "ui.saved", {.name = "count", .number = table->count});
    put_right(&s->screen, 0, s->layout.width - 1, INK_DIM, right);
}

/* The move being considered: what is typed is one, or else the one pointed at, or the first that fits. */
static bool find_shown(const struct sitting *s, struct arkad_move *move) {
    char why[ARKAD_WHY_MAX];
    if (s->is_bargaining) return !arkad_move_read(s->table->game, s->typed, strlen(s->typed), move, why);
    if (!s->can_move || !s->choices.shown_count || !(s->has_pointed || s->typed[0])) return false;
    const struct choice *choice = &s->choices.all[s->choices.shown[s->row]];
    *move = choice->move;
    return choice->kind != CHOICE_BARGAIN;
}

static void draw_scene(struct sitting *s) {
    const struct table *table = s->table;
    struct arkad_position view;
    table_view(table, table->count, s->viewer, &view);
    struct scene scene = {
        .lang = s->lang, .game = table->game, .setup = &table->setup, .view = &view, .viewer = s->viewer};
    memcpy(scene.names, table->seating.names, sizeof scene.names);
    struct arkad_move shown;
    if (find_shown(s, &shown)) scene.shown = &shown;
    canvas_clear(&s->drawing, s->layout.table_height, s->layout.table_width);
    draw_table(&s->drawing, &scene);
    copy_canvas(&s->screen, &s->drawing, s->layout.table_row, 0);
}

/* The first line is in the rule above the list; if that is not enough, it continues below. */
static void draw_ask(struct sitting *s) {
    const struct layout *l = &s->layout;
    char right[SAY_MAX];
    int end = right_end(l);
    enum ink ink = s->is_waited_for ? INK_ASKED : INK_PLAIN;
    put_right_of_ask(s, right);
    fill_row(&s->screen, l->ask_row, 0, end, INK_DIM, "─");
    const char *at = s->ask;
    for (int line = 0; line < l->ask_height && *at; line++) {
        char part[SAY_MAX];
        size_t length = line_length(at, line ? l->list_width - 2 : l->ask_width);
        bool is_cut = line + 1 == l->ask_height && at[length];
        snprintf(part, sizeof part, "%.*s%s", (int)length, at, is_cut ? "…" : "");
        int column = canvas_put(&s->screen, l->ask_row + line, 1, INK_PLAIN, " ");
        column = canvas_put(&s->screen, l->ask_row + line, column, ink, part);
        canvas_put(&s->screen, l->ask_row + line, column, INK_PLAIN, " ");
        at += length;
        at += strspn(at, " ");
    }
    if (!*right) return;
    int column = canvas_put(&s->screen, l->ask_row, end - canvas_columns(right) - 3, INK_PLAIN, " ");
    column = canvas_put(&s->screen, l->ask_row, column, INK_DIM, right);
    canvas_put(&s->screen, l->ask_row, column, INK_PLAIN, " ");
}

/* ---- The moves -------------------------------------------------------------------------------------------------- */

/* How wide the words and the notation of the moves on the screen are, so that both can be in columns. */
static void measure_choices(struct sitting *s, int *words, int *notation) {
    *words = *notation = 0;
    for (int i = 0; i < s->layout.list_height && s->top + i < s->choices.shown_count; i++) {
        int choice = s->choices.shown[s->top + i];
        int columns = canvas_columns(choices_words(&s->choices, choice));
        int spelled = canvas_columns(choices_notation(&s->choices, choice));
        if (columns > *words) *words = columns;
        if (spelled > *notation) *notation = spelled;
    }
}

static void draw_choice(struct sitting *s, int row, int index, int words_width) {
    struct layout *l = &s->layout;
    int choice = s->choices.shown[index], left = 3;
    bool is_chosen = index == s->row;
    enum ink ink = is_chosen ? INK_STRONG : INK_PLAIN;
    if (is_chosen) canvas_put(&s->screen, row, 1, INK_ASKED, "▸");
    canvas_put_within(&s->screen, row, left, words_width, ink, choices_words(&s->choices, choice));
    int column = left + words_width + GAP;
    canvas_put_within(&s->screen, row, column, l->list_width - column, is_chosen ? INK_PLAIN : INK_DIM,
                      choices_notation(&s->choices, choice));
    if (is_chosen) reverse_row(&s->screen, row, left - 1, l->list_width);
}

/* A thumb at the right edge of the list, where it is longer than its room. */
static void draw_scrollbar(struct sitting *s) {
    const struct layout *l = &s->layout;
    int count = s->choices.shown_count, height = l->list_height;
    if (count <= height) return;
    int thumb = clamp(height * height / count, 1, height - 1);
    int at = (int)((long)s->top * (height - thumb) / (count - height));
    for (int i = 0; i < thumb; i++) canvas_put(&s->screen, l->list_row + at + i, l->list_width, INK_DIM, "▐");
}

static void draw_choices(struct sitting *s) {
    struct layout *l = &s->layout;
    int count = s->choices.shown_count;
    s->row = clamp(s->row, 0, count ? count - 1 : 0);
    s->top = clamp(s->top, s->row - l->list_height + 1, s->row);
    s->top = clamp(s->top, 0, count > l->list_height ? count - l->list_height : 0);
    int room = l->list_width - 3 - GAP;
    int words_width, notation_width;
    measure_choices(s, &words_width, &notation_width);
    words_width = clamp(words_width, 8, clamp(room - notation_width, room * 3 / 5, room));
    for (int i = 0; i < l->list_height && s->top + i < count; i++)
        draw_choice(s, l->list_row + i, s->top + i, words_width);
    if (!count) canvas_put_within(&s->screen, l->list_row, 3, room, INK_DIM, lang_text(s->lang, "ui.choices.none"));
    draw_scrollbar(s);
}

/* ---- A trade in the making ------------------------------------------------------------------------------------ */

static const char *const row_labels[BARGAIN_ROWS] = {"ui.trade.to", "ui.trade.give", "ui.trade.want"};

static int label_width(const struct sitting *s) {
    int widest = 0;
    for (int row = 0; row < BARGAIN_ROWS; row++) {
        int columns = canvas_columns(lang_text(s->lang, row_labels[row]));
        if (columns > widest) widest = columns;
    }
    return widest;
}

/* What is chosen is in brackets, what is pointed at has an arrow before it; the link says which one it is. */
static int draw_spot(struct sitting *s, int row, int column, enum bargain_row which, int index,
                     const struct spot *spot) {
    char text[SEAT_NAME_MAX + 8], word[32];
    bool is_card = which != ROW_TO, is_pointed = s->has_pointed && s->spot_row == which && s->spot == index;
    enum ink ink = spot->is_chosen ? INK_ASKED : is_card ? INK_YELLOW : INK_PLAIN;
    canvas_put(&s->screen, row, column, INK_ASKED, is_pointed ? "›" : " ");
    snprintf(text, sizeof text, spot->is_chosen ? "[%s]" : " %s ", spot->name);
    snprintf(word, sizeof word, "%d %d", (int)which, index);
    int end = canvas_put_within(&s->screen, row, column + 1, SPOT_NAME_MAX, ink, text);
    if (is_card) reverse_row(&s->screen, row, column + 1, end);
    canvas_link(&s->screen, row, column, 1, end - column, word);
    return end;
}

/* A row of spots from left to right; where not all fit, those around the one pointed at. */
static void draw_spots(struct sitting *s, int row, enum bargain_row which, int *cursor_row, int *cursor_column) {
    struct spot spots[SPOTS_MAX];
    int count = bargain_spots(&s->bargain, s->table, s->lang, s->viewer, which, spots);
    int column = 3 + label_width(s) + 1, end = right_end(&s->layout) - SPOT_WIDTH;
    bool is_pointed = s->has_pointed && s->spot_row == which;
    int room = (end - column) / SPOT_WIDTH, first = is_pointed ? clamp(s->spot - room + 1, 0, count) : 0;
    if (is_pointed) canvas_put(&s->screen, row, 1, INK_ASKED, "▸");
    canvas_put(&s->screen, row, 3, is_pointed ? INK_STRONG : INK_DIM, lang_text(s->lang, row_labels[which]));
    if (first) canvas_put(&s->screen, row, column - 1, INK_DIM, "…");
    for (int i = first; i < count; i++) {
        if (column >= end) {
            canvas_put(&s->screen, row, column + 1, INK_DIM, "…");
            return;
        }
        if (is_pointed && i == s->spot) *cursor_row = row, *cursor_column = column + 2;
        column = draw_spot(s, row, column, which, i, &spots[i]);
    }
}

/* What was proposed this turn, the newest at the foot. */
static void draw_proposals(struct sitting *s, int row, int column, int height, int width) {
    struct proposal proposal;
    int count = bargain_count(s->table), lines = count < height - 1 ? count : height - 1;
    if (!count || lines < 1) return;
    canvas_put_within(&s->screen, row, column, width, INK_STRONG, lang_text(s->lang, "ui.trade.proposals"));
    for (int i = 0; i < lines; i++) {
        bargain_tell(s->table, s->lang, s->viewer, count - lines + i, &proposal);
        canvas_put(&s->screen, row + 1 + i, column, INK_ASKED, proposal.mark);
        int end = canvas_put_within(&s->screen, row + 1 + i, column + 2, width - 2, INK_PLAIN, proposal.text);
        if (end + GAP + canvas_columns(proposal.outcome) <= column + width)
            canvas_put(&s->screen, row + 1 + i, end + GAP, INK_DIM, proposal.outcome);
    }
}

static void draw_bargain(struct sitting *s, int *cursor_row, int *cursor_column) {
    const struct layout *l = &s->layout;
    int row = l->list_row;
    for (int which = s->bargain.is_counter ? ROW_GIVE : ROW_TO; which < BARGAIN_ROWS; which++)
        draw_spots(s, row++, (enum bargain_row)which, cursor_row, cursor_column);
    if (l->is_wide) row++;
    draw_proposals(s, row, 3, l->list_row + l->list_height - row, right_end(l) - 4);
}

/* Whoever is to answer sees what else was proposed: below the answers, or, where there is no room, in the log's place.
 */
static bool shows_proposals(const struct sitting *s) {
    return bargain_is_asked(s->table->game, &s->choices.view, s->viewer) && bargain_count(s->table) > 1;
}

static void draw_proposals_below(struct sitting *s) {
    const struct layout *l = &s->layout;
    int row = l->list_row + s->choices.shown_count + 1;
    if (l->is_wide && s->can_move && shows_proposals(s))
        draw_proposals(s, row, 3, l->list_row + l->list_height - row, l->list_width - 3);
}

/* ---- The end ---------------------------------------------------------------------------------------------------- */

static void draw_result(struct sitting *s) {
    const struct layout *l = &s->layout;
    struct arkad_result result = table_result(s->table);
    char text[SAY_MAX];
    for (int i = 0; i < s->table->setup.players && i < l->list_height; i++) {
        int seat = tell_result(s->table, s->lang, &result, i, text);
        bool has_won = result.places[seat] == 1;
        canvas_put(&s->screen, l->list_row + i, 1, (enum ink)(INK_SEAT_0 + seat), has_won ? "★" : "·");
        canvas_put_within(&s->screen, l->list_row + i, 3, l->list_width - 3, has_won ? INK_STRONG : INK_PLAIN, text);
    }
}

/* ---- The log, messages, input, keys ----------------------------------------------------------------------------- */

static void draw_log_line(struct sitting *s, int row, const struct log_line *line) {
    const char *text = s->log.text + line->start;
    int column = s->layout.log_column + (line->name_length ? 0 : 2);
    char name[SEAT_NAME_MAX + 1];
    int length = line->name_length < line->length ? line->name_length : line->length;
    snprintf(name, sizeof name, "%.*s", length, text);
    column = canvas_put(&s->screen, row, column, (enum ink)(INK_SEAT_0 + line->seat), name);
    canvas_put(&s->screen, row, column, INK_PLAIN, text + length);
}

/* Beside the moves there is room for one of the two. */
static bool draw_instead_of_log(struct sitting *s) {
    const struct layout *l = &s->layout;
    if (l->is_wide || s->mode != AT_TABLE) return false;
    if (s->is_bargaining) return true; /* it takes the whole width */
    if (!s->can_move || !shows_proposals(s)) return false;
    draw_proposals(s, l->log_row, l->log_column, l->log_height, l->log_width - 1);
    return true;
}

static void draw_log(struct sitting *s) {
    struct layout *l = &s->layout;
    if (draw_instead_of_log(s)) return;
    logbook_update(&s->log, s->table, s->lang, s->viewer, l->log_width - 1);
    s->log_back = clamp(s->log_back, 0, s->log.count > l->log_height ? s->log.count - l->log_height : 0);
    int first = s->log.count - s->log_back - l->log_height;
    int rule_top = l->is_wide ? 1 : l->log_row;
    for (int row = rule_top; row < l->log_row + l->log_height; row++)
        canvas_put(&s->screen, row, l->log_column - 1, INK_DIM, "│");
    if (l->is_wide) canvas_put(&s->screen, 1, l->log_column, INK_STRONG, lang_text(s->lang, "ui.log"));
    /* A short log hangs from the top. */
    if (first < 0) first = 0;
    for (int i = 0; i < l->log_height && first + i < s->log.count - s->log_back; i++)
        draw_log_line(s, l->log_row + i, &s->log.lines[first + i]);
    if (s->log_back) put_right(&s->screen, l->log_row + l->log_height - 1, l->width, INK_ASKED, "▼");
}

static void draw_message(struct sitting *s) {
    const struct layout *l = &s->layout;
    const char *at = s->message;
    char line[1024];
    for (int i = 0; i < l->message_height && *at; i++) {
        size_t length = line_length(at, right_end(l) - 2);
        bool is_cut = i + 1 == l->message_height && at[length];
        snprintf(line, sizeof line, "%.*s%s", (int)length, at, is_cut ? "…" : "");
        canvas_put_within(&s->screen, l->message_row + i, 1, right_end(l) - 1, s->message_ink, line);
        at += length;
        at += strspn(at, " ");
    }
}

/* The end of what is typed, if all of it does not fit. */
static const char *tail(const char *typed, int width) {
    while (canvas_columns(typed) > width) {
        typed++;
        while (((unsigned char)*typed & 0xc0) == 0x80) typed++;
    }
    return typed;
}

/* The move that is pointed at, in full: the list may have had to cut it. */
static void draw_pointed(struct sitting *s, int column, int end) {
    int choice = s->choices.shown[s->row], row = s->layout.input_row;
    column = canvas_put_within(&s->screen, row, column, end - column, INK_STRONG, choices_words(&s->choices, choice));
    column += GAP;
    canvas_put_within(&s->screen, row, column, end - column, INK_DIM, choices_notation(&s->choices, choice));
}

/* What is said to the others, as far as it is typed. */
static void draw_talk(struct sitting *s, int column, int end, int *cursor_row, int *cursor_column) {
    int row = s->layout.input_row;
    column = canvas_put(&s->screen, row, column, INK_ASKED, lang_text(s->lang, "ui.talk"));
    *cursor_column = canvas_put(&s->screen, row, column, INK_STRONG, tail(s->said, end - column - 1));
    *cursor_row = row;
}

static void draw_input(struct sitting *s, int *cursor_row, int *cursor_column) {
    const struct layout *l = &s->layout;
    int end = right_end(l);
    int column = canvas_put(&s->screen, l->input_row, 1, s->can_move ? INK_ASKED : INK_DIM, "› ");
    if (s->mode == LEAVING) {
        canvas_put_within(&s->screen, l->input_row, column, end - column, INK_ASKED,
                          lang_text(s->lang, s->host ? "ui.leave.host" : "ui.leave"));
        return;
    }
    if (s->mode == TALKING) {
        draw_talk(s, column, end, cursor_row, cursor_column);
        return;
    }
    bool is_empty = !s->typed[0];
    if (is_empty && s->has_pointed) {
        draw_pointed(s, column, end);
        return;
    }
    if (is_empty && s->can_move)
        canvas_put_within(&s->screen, l->input_row, column, end - column, INK_DIM, lang_text(s->lang, "ui.type"));
    if (!is_empty) column = canvas_put(&s->screen, l->input_row, column, INK_STRONG, tail(s->typed, end - column - 1));
    if (!s->can_move && is_empty) return;
    *cursor_row = l->input_row;
    *cursor_column = column;
}

/* A key and what it does; the letters only while they are commands. */
struct key_label {
    char letter;
    const char *key, *other, *text;
    bool is_optional; /* left out where there is no room for all */
};

static const struct key_label at_table[] = {
    {0, "↑↓ Enter", NULL, "ui.key.choose", false}, {0, "Tab", NULL, "ui.key.complete", true},
    {'h', "h", "F3", "ui.key.hint", false},        {'u', "u", "^Z", "ui.key.undo", false},
    {0, "?", NULL, "ui.key.rules", false},         {0, "F1", NULL, "ui.key.help", false},
    {0, "F2", NULL, "language.name", false},       {'q', "q", "^C", "ui.key.quit", false},
};
static const struct key_label at_bargain[] = {
    {0, "←↑↓→", NULL, "ui.key.card", false},     {0, "Space", NULL, "ui.key.touch", false},
    {0, "Enter", NULL, "ui.key.propose", false}, {0, "Esc", NULL, "ui.key.forget", false},
    {0, "F1", NULL, "ui.key.help", false},       {0, "F2", NULL, "language.name", true},
};
static const struct key_label at_host[] = {
    {0, "↑↓ Enter", NULL, "ui.key.choose", false},
    {0, "Tab", NULL, "ui.key.complete", true},
    {'u', "u", "^Z", "ui.key.undo", false},
    {0, "F5", NULL, "ui.key.yes", true},
    {0, "F6", NULL, "ui.key.no", true},
    {0, ":", NULL, "ui.key.talk", true},
    {0, "?", NULL, "ui.key.rules", false},
    {0, "F1", NULL, "ui.key.help", false},
    {0, "F2", NULL, "language.name", false},
    {'q', "q", "^C", "ui.key.quit", false},
};
static const struct key_label at_host_end[] = {
    {0, "PgUp", NULL, "ui.key.log", false},
    {0, "?", NULL, "ui.key.rules", false},
    {0, "F2", NULL, "language.name", false},
    {0, "q", NULL, "ui.key.quit", false},
};
static const struct key_label at_end[] = {
    {0, "r", NULL, "ui.key.rematch", false}, {0, "PgUp", NULL, "ui.key.log", false},
    {0, "?", NULL, "ui.key.rules", false},   {0, "F1", NULL, "ui.key.help", false},
    {0, "F2", NULL, "language.name", false}, {0, "q", NULL, "ui.key.quit", false},
};
static const struct key_label at_page[] = {
    {0, "↑↓ PgUp PgDn", NULL, "ui.key.scroll", false},
    {0, "Esc", NULL, "ui.key.back", false},
};

/* The language that the key changes to is named in its own words. */
static const char *label_text(const struct sitting *s, const struct key_label *label) {
    bool is_language = !strncmp(label->text, "language.", strlen("language."));
    return lang_text(is_language ? lang_after(s->lang) : s->lang, label->text);
}

static int key_width(const struct sitting *s, const struct key_label *label) {
    const char *key = label->other ? label->other : label->key;
    return canvas_columns(key) + 1 + canvas_columns(label_text(s, label));
}

static int keys_width(const struct sitting *s, const struct key_label *labels, int count, bool has_optional) {
    int width = 0;
    for (int i = 0; i < count; i++)
        if (has_optional || !labels[i].is_optional) width += key_width(s, &labels[i]) + KEYS_APART;
    return width - KEYS_APART;
}

static void draw_keys(struct sitting *s, const struct key_label *labels, int count) {
    int column = 1, row = s->layout.keys_row;
    bool has_optional = keys_width(s, labels, count, true) <= s->layout.width - 2;
    int apart = has_optional || keys_width(s, labels, count, false) <= s->layout.width - 2 ? KEYS_APART : 2;
    for (int i = 0; i < count; i++) {
        if (labels[i].is_optional && !has_optional) continue;
        bool is_letter = !labels[i].letter || is_command(s, labels[i].letter);
        int next = column + key_width(s, &labels[i]) + apart;
        int at = canvas_put(&s->screen, row, column, INK_STRONG, is_letter ? labels[i].key : labels[i].other);
        canvas_put(&s->screen, row, at + 1, INK_DIM, label_text(s, &labels[i]));
        column = next;
    }
}

#define DRAW_KEYS(s, labels) draw_keys((s), (labels), (int)(sizeof(labels) / sizeof *(labels)))

/* ---- Other screens ---------------------------------------------------------------------------------------------- */

static void put_centred(struct sitting *s, int row, enum ink ink, const char *text) {
    int column = (s->layout.width - canvas_columns(text)) / 2;
    canvas_put(&s->screen, row, column < 0 ? 0 : column, ink, text);
}

static void draw_too_small(struct sitting *s) {
    char text[SAY_MAX];
    struct text out = text_in(text, sizeof text);
    LANG_PUT(s->lang, &out, "ui.too_small", {.name = "width", .number = WIDTH_MIN},
             {.name = "height", .number = HEIGHT_MIN}, {.name = "columns", .number = s->layout.width},
             {.name = "rows", .number = s->layout.height});
    const char *at = text;
    for (int row = 0; *at && row < s->layout.height && s->layout.width > 0; row++) {
        char line[1024];
        size_t length = line_length(at, s->layout.width);
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        canvas_put(&s->screen, row, 0, INK_STRONG, line);
        at += length;
        at += strspn(at, " ");
    }
}

/* Nothing of the table: the one who leaves the keyboard and the one who comes to it see different things. */
static void draw_hand_over(struct sitting *s) {
    char text[SAY_MAX];
    int middle = s->layout.height / 2, next = s->next_viewer;
    struct text out = text_in(text, sizeof text);
    LANG_PUT(s->lang, &out, "ui.hand_over", {.name = "name", .text = s->table->seating.names[next]});
    put_centred(s, middle - 1, (enum ink)(INK_SEAT_0 + next), text);
    put_centred(s, middle + 1, INK_PLAIN, lang_text(s->lang, "ui.hand_over.enter"));
    put_centred(s, middle + 4, s->message_ink, s->message);
    put_centred(s, s->layout.height - 1, INK_DIM, lang_text(s->lang, "ui.hand_over.keys"));
}

/* What an escape sequence of a laid-out page means: bold, italic and code. */
static enum ink ink_of(const char *sequence, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (!strncmp(sequence + i, ";36", 3)) return INK_SEAT_1;
        if (!strncmp(sequence + i, ";1", 2)) return INK_STRONG;
    }
    return INK_PLAIN;
}

static enum ink draw_page_line(struct sitting *s, int row, const char *text, size_t length, enum ink ink) {
    char run[1024];
    int column = 2;
    for (const char *end = text + length; text < end;) {
        if (*text == 27) {
            size_t sequence = strcspn(text, "m") + 1;
            ink = ink_of(text, sequence);
            text += sequence;
            continue;
        }
        size_t part = strcspn(text, "\033\n");
        snprintf(run, sizeof run, "%.*s", (int)part, text);
        column = canvas_put_within(&s->screen, row, column, s->layout.width - column, ink, run);
        text += part;
    }
    return ink;
}

static void draw_page(struct sitting *s) {
    struct pager *pager = &s->pager;
    int height = s->layout.height - 2;
    char place[32];
    pager->top = clamp(pager->top, 0, pager->count > height ? pager->count - height : 0);
    enum ink ink = INK_PLAIN;
    for (int i = 0; i < height && pager->top + i < pager->count; i++) {
        const char *line = pager->text + pager->starts[pager->top + i];
        ink = draw_page_line(s, i, line, strcspn(line, "\n"), ink);
    }
    s->layout.keys_row = s->layout.height - 1;
    DRAW_KEYS(s, at_page);
    int last = pager->top + height < pager->count ? pager->top + height : pager->count;
    snprintf(place, sizeof place, "%d / %d", last, pager->count);
    put_right(&s->screen, s->layout.keys_row, s->layout.width - 1, INK_DIM, place);
}

static void draw_at_table(struct sitting *s, int *cursor_row, int *cursor_column) {
    draw_title(s);
    draw_scene(s);
    draw_ask(s);
    if (table_is_over(s->table))
        draw_result(s);
    else if (s->can_move && !s->is_bargaining)
        draw_choices(s);
    draw_log(s);
    draw_proposals_below(s);
    draw_message(s);
    draw_input(s, cursor_row, cursor_column);
    if (s->is_bargaining) draw_bargain(s, cursor_row, cursor_column);
    if (s->is_bargaining)
        DRAW_KEYS(s, at_bargain);
    else if (table_is_over(s->table))
        s->host ? DRAW_KEYS(s, at_host_end) : DRAW_KEYS(s, at_end);
    else
        s->host ? DRAW_KEYS(s, at_host) : DRAW_KEYS(s, at_table);
}

void frame_draw(struct sitting *s, int height, int width, int *cursor_row, int *cursor_column) {
    *cursor_row = *cursor_column = -1;
    make_layout(s, height, width);
    canvas_clear(&s->screen, s->layout.height, s->layout.width);
    if (s->layout.is_too_small)
        draw_too_small(s);
    else if (s->mode == HANDING_OVER)
        draw_hand_over(s);
    else if (s->mode == READING)
        draw_page(s);
    else
        draw_at_table(s, cursor_row, cursor_column);
}
