/*
 * `arkad rules`: the rules of a game, from the Markdown texts in games/, which are built in.
 *
 * In a pipe the Markdown is printed as it is. On a terminal it is laid out: headings, paragraphs and lists filled
 * to the width, tables aligned, bold and italic shown. The texts use a small part of Markdown: headings, paragraphs,
 * lists of one level, tables, **bold**, *italic*, `code`.
 */
#include "cli/rules.h"

#include "cli/rules_texts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_MAX = 92, WIDTH_MIN = 40, COLUMNS_MAX = 12, ROWS_MAX = 64, BLOCK_MAX = 8192 };

/* How it is laid out, and which marks are open. */
struct page {
    FILE *out;
    int width;
    bool has_colour, is_bold, is_italic, is_code;
};

/* ---- Characters --------------------------------------------------------------------------------------------- */

static bool begins_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

static void set_style(const struct page *page, bool is_heading) {
    if (!page->has_colour) return;
    fputs("\033[0", page->out);
    if (page->is_bold || is_heading) fputs(";1", page->out);
    if (page->is_italic) fputs(";3", page->out);
    if (page->is_code) fputs(";36", page->out);
    fputs("m", page->out);
}

/* How many characters long the mark here is: 0 for none. */
static int mark_at(const struct page *page, const char *at, const char *end) {
    if (*at == '`') return 1;
    if (*at != '*' || page->is_code) return 0;
    return at + 1 < end && at[1] == '*' ? 2 : 1;
}

static void turn_mark(struct page *page, const char *at, int length) {
    if (*at == '`')
        page->is_code = !page->is_code;
    else if (length == 2)
        page->is_bold = !page->is_bold;
    else
        page->is_italic = !page->is_italic;
}

/* How wide this is on the screen, marks left out; `page` is a copy, so that its marks stay as they are. */
static int width_of(struct page page, const char *from, const char *to) {
    int width = 0;
    for (const char *at = from; at < to;) {
        int mark = mark_at(&page, at, to);
        if (mark)
            turn_mark(&page, at, mark);
        else
            width += begins_character(*at);
        at += mark ? mark : 1;
    }
    return width;
}

static void print_marked(struct page *page, const char *from, const char *to, bool is_heading) {
    for (const char *at = from; at < to;) {
        int mark = mark_at(page, at, to);
        if (mark) {
            turn_mark(page, at, mark);
            set_style(page, is_heading);
        } else {
            fputc(*at, page->out);
        }
        at += mark ? mark : 1;
    }
}

/* ---- Paragraphs and lists ------------------------------------------------------------------------------------ */

/* Fills the lines with the words; the first line begins with `lead`, the others are indented as far. */
static void print_paragraph(struct page *page, const char *lead, const char *text) {
    int indent = width_of((struct page){0}, lead, lead + strlen(lead)), column = indent;
    fputs(lead, page->out);
    for (const char *at = text; *at;) {
        const char *end = at + strcspn(at, " ");
        int width = width_of(*page, at, end);
        if (column > indent && column + 1 + width > page->width) {
            fprintf(page->out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', page->out);
            column++;
        }
        print_marked(page, at, end, false);
        column += width;
        at = end + strspn(end, " ");
    }
    fputc('\n', page->out);
}

static void print_heading(struct page *page, const char *text) {
    size_t level = strspn(text, "#");
    const char *words = text + level + 1, *end = words + strlen(words);
    set_style(page, true);
    print_marked(page, words, end, true);
    if (page->has_colour) fputs("\033[0m", page->out);
    fputc('\n', page->out);
    if (level > 2) return;
    for (int i = width_of(*page, words, end); i > 0; i--) fputs(level == 1 ? "═" : "─", page->out);
    fputc('\n', page->out);
}

/* ---- Tables --------------------------------------------------------------------------------------------------- */

struct table {
    int rows, columns;
    const char *from[ROWS_MAX][COLUMNS_MAX], *to[ROWS_MAX][COLUMNS_MAX];
    int width[COLUMNS_MAX];
};

static void split_row(struct table *table, const char *line, const char *end) {
    int column = 0;
    for (const char *at = line + 1; at < end && column < COLUMNS_MAX; column++) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        const char *from = at, *to = bar ? bar : end;
        while (from < to && *from == ' ') from++;
        while (to > from && to[-1] == ' ') to--;
        table->from[table->rows][column] = from;
        table->to[table->rows][column] = to;
        at = bar ? bar + 1 : end;
    }
    if (column > table->columns) table->columns = column;
    table->rows++;
}

static void measure_table(struct page *page, struct table *table) {
    for (int row = 0; row < table->rows; row++)
        for (int column = 0; column < table->columns; column++) {
            int width =
                table->from[row][column] ? width_of(*page, table->from[row][column], table->to[row][column]) : 0;
            if (width > table->width[column]) table->width[column] = width;
        }
}

static void print_row(struct page *page, const struct table *table, int row) {
    for (int column = 0; column < table->columns; column++) {
        const char *from = table->from[row][column], *to = table->to[row][column];
        if (!from) break;
        set_style(page, row == 0);
        int width = width_of(*page, from, to);
        print_marked(page, from, to, row == 0);
        if (column + 1 < table->columns) fprintf(page->out, "%*s", table->width[column] - width + 2, "");
    }
    if (page->has_colour) fputs("\033[0m", page->out);
    fputc('\n', page->out);
}

static void print_table(struct page *page, const struct table *table) {
    for (int row = 0; row < table->rows; row++) {
        print_row(page, table, row);
        for (int column = 0; row == 0 && column < table->columns; column++)
            for (int i = table->width[column] + (column + 1 < table->columns ? 2 : 0); i > 0; i--)
                fputs("─", page->out);
        if (row == 0) fputc('\n', page->out);
    }
}

/* ---- The text -------------------------------------------------------------------------------------------------- */

static const char *end_of_line(const char *at) { return at + strcspn(at, "\n"); }
static const char *next_line(const char *end) { return end + (*end == '\n'); }

static const char *take_table(struct page *page, const char *at) {
    static struct table table;
    memset(&table, 0, sizeof table);
    for (; *at == '|' && table.rows < ROWS_MAX; at = next_line(end_of_line(at))) {
        const char *end = end_of_line(at);
        while (end > at + 1 && end[-1] == ' ') end--;
        if (end > at + 1 && end[-1] == '|') end--;
        if (strspn(at, "|-: ") < (size_t)(end - at)) split_row(&table, at, end); /* not the line of dashes */
    }
    measure_table(page, &table);
    print_table(page, &table);
    return at;
}

/* The length of a list's mark ("- ", "12. ") at the beginning of a line, 0 if there is none. */
static size_t list_mark(const char *at) {
    if (!strncmp(at, "- ", 2)) return 2;
    size_t digits = strspn(at, "0123456789");
    return digits && !strncmp(at + digits, ". ", 2) ? digits + 2 : 0;
}

/* A paragraph or an item: this line and those that continue it. */
static const char *take_block(struct page *page, const char *at) {
    static char block[BLOCK_MAX];
    size_t mark = list_mark(at), used = 0;
    char lead[16] = "";
    if (mark == 2)
        strcpy(lead, " • ");
    else if (mark)
        snprintf(lead, sizeof lead, " %.*s", (int)(mark < 12 ? mark : 12), at);
    at += mark;
    do {
        at += strspn(at, " ");
        size_t length = strcspn(at, "\n");
        if (used + length + 2 > sizeof block) length = sizeof block - used - 2;
        memcpy(block + used, at, length);
        used += length;
        block[used++] = ' ';
        at = next_line(end_of_line(at));
    } while (*at && *at != '\n' && *at != '|' && *at != '#' && !list_mark(at));
    block[used - 1] = 0;
    print_paragraph(page, lead, block);
    return at;
}

static void print_text(struct page *page, const char *text) {
    for (const char *at = text; *at;) {
        if (*at == '\n') {
            fputc('\n', page->out);
            at++;
        } else if (*at == '#') {
            static char heading[256];
            snprintf(heading, sizeof heading, "%.*s", (int)strcspn(at, "\n"), at);
            print_heading(page, heading);
            at = next_line(end_of_line(at));
        } else {
            at = *at == '|' ? take_table(page, at) : take_block(page, at);
        }
    }
}

/* ---- The command ------------------------------------------------------------------------------------------------ */

static int terminal_width(void) {
    struct winsize size;
    int width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 80 : size.ws_col;
    return width > WIDTH_MAX ? WIDTH_MAX : width < WIDTH_MIN ? WIDTH_MIN : width;
}

static const char *find_text(const char *game, const char *code) {
    for (int i = 0; i < rules_text_count; i++)
        if (!strcmp(rules_texts[i].game, game) && !strcmp(rules_texts[i].lang, code)) return rules_texts[i].markdown;
    return NULL;
}

const char *rules_text(const char *game, const struct lang *lang) {
    const char *text = find_text(game, lang_code(lang));
    return text ? text : find_text(game, lang_code(lang_at(0)));
}

char *rules_page(const char *game, const struct lang *lang, int width) {
    char *set = NULL;
    size_t size = 0;
    const char *text = rules_text(game, lang);
    struct page page = {.width = width, .has_colour = true};
    if (text) page.out = open_memstream(&set, &size);
    if (!page.out) return NULL;
    print_text(&page, text);
    return fclose(page.out) ? NULL : set;
}

enum status run_rules(const struct request *request) {
    if (request->word_count != 1) return complain(WRONG_USAGE, "arkad rules takes one game; arkad games lists them");
    if (!read_game(request->words[0])) return WRONG_USAGE;
    const char *text = rules_text(request->words[0], program_lang());
    if (!text) return complain(NO, "%s is a game for testing and has no rules text", request->words[0]);
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    struct page page = {.out = stdout,
                        .width = terminal_width(),
                        .has_colour = !(no_colour && *no_colour) && !(term && !strcmp(term, "dumb"))};
    if (isatty(STDOUT_FILENO))
        print_text(&page, text);
    else
        fputs(text, stdout);
    return finish(YES);
}
