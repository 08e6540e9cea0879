/*
 * What is said at the tables.
 */
#include "store/inside.h"

#include <string.h>

enum { NEXT_LINE, ADD_LINE, READ_LINES };

#define LINE "number, account, at_ms, channel, text"

static const char *const SQL[] = {
    [NEXT_LINE] = "SELECT coalesce(max(number), 0) + 1 FROM lines WHERE table_id = ?",
    [ADD_LINE] = "INSERT INTO lines (table_id, " LINE ") VALUES (?, ?, ?, ?, ?, ?)",
    [READ_LINES] =
        ("SELECT " LINE " FROM (SELECT " LINE " FROM lines WHERE table_id = ? AND channel = ? AND number > ? "
         "ORDER BY number DESC LIMIT ?) AS newest ORDER BY number"),
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_CHAT, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_CHAT, SQL, which); }

static void line_fields(struct query *query, struct store_line *line) {
    field_number(query, &line->number);
    field_reference(query, &line->account);
    field_number(query, &line->at_ms);
    field_int(query, &line->channel);
    field_long_text(query, &line->text);
}

static enum store_answer next_line(struct store *store, int64_t table, int64_t *number) {
    struct query query = reading(store, NEXT_LINE);
    bind_number(&query, table);
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) field_number(&query, number);
    return query_end(&query, answer);
}

enum store_answer store_add_line(struct store *store, int64_t table, struct store_line *line) {
    assert(strlen(line->text) < STORE_TEXT_MAX);
    assert(line->channel > 0);
    struct store_line row = *line;
    enum store_answer answer = store_hold(store, table);
    if (answer == STORE_OK) answer = next_line(store, table, &row.number);
    if (answer != STORE_OK) return answer;
    struct query query = changing(store, ADD_LINE);
    bind_number(&query, table);
    line_fields(&query, &row);
    answer = query_run(&query);
    if (answer == STORE_OK) line->number = row.number;
    if (answer == STORE_OK) store_note(store, NEWS_LINE, table, row.number);
    return answer;
}

enum store_answer store_read_lines(struct store *store, int64_t table, int channel, int64_t after, int most,
                                   line_visitor *visit, void *context) {
    assert(most > 0 && visit);
    struct store_line line;
    struct query query = reading(store, READ_LINES);
    bind_number(&query, table);
    bind_number(&query, channel);
    bind_number(&query, after);
    bind_number(&query, most);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        line_fields(&query, &line);
        if (query.is_bad || !visit(&line, context)) break;
    }
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}
