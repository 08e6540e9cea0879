/*
 * What is said and thought around the tables: chat, ratings, analyses.
 */
#include "store/inside.h"

#include <stdlib.h>
#include <string.h>

enum { NEXT_LINE, ADD_LINE, READ_LINES, GET_RATING, PUT_RATING, LIST_RATINGS, GET_ANALYSIS, PUT_ANALYSIS };

#define LINE "number, account, at_ms, channel, text"
#define RATING "account, game, rating, deviation, volatility, games, changed_ms"

static const char *const SQL[] = {
    [NEXT_LINE] = "SELECT coalesce(max(number), 0) + 1 FROM lines WHERE table_id = ?",
    [ADD_LINE] = "INSERT INTO lines (table_id, " LINE ") VALUES (?, ?, ?, ?, ?, ?)",
    [READ_LINES] =
        ("SELECT " LINE " FROM (SELECT " LINE " FROM lines WHERE table_id = ? AND channel = ? AND number > ? "
         "ORDER BY number DESC LIMIT ?) ORDER BY number"),
    [GET_RATING] = "SELECT " RATING " FROM ratings WHERE account = ? AND game = ?",
    [PUT_RATING] = "REPLACE INTO ratings (" RATING ") VALUES (?, ?, ?, ?, ?, ?, ?)",
    [LIST_RATINGS] = ("SELECT " RATING ", name FROM ratings JOIN accounts ON id = account "
                      "WHERE game = ? AND kind <> ? ORDER BY rating DESC LIMIT ?"),
    [GET_ANALYSIS] = "SELECT text FROM analyses WHERE table_id = ?",
    [PUT_ANALYSIS] = "REPLACE INTO analyses (table_id, text) VALUES (?, ?)",
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_TALK, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_TALK, SQL, which); }

/* ---- Chat ------------------------------------------------------------------------------------------------------- */

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
    struct store_line row = *line;
    enum store_answer answer = next_line(store, table, &row.number);
    if (answer != STORE_OK) return answer;
    struct query query = changing(store, ADD_LINE);
    bind_number(&query, table);
    line_fields(&query, &row);
    answer = query_run(&query);
    if (answer == STORE_OK) line->number = row.number;
    return answer;
}

enum store_answer store_read_lines(struct store *store, int64_t table, int channel, int64_t after, int most,
                                   line_visitor *visit, void *context) {
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

/* ---- Ratings ---------------------------------------------------------------------------------------------------- */

static void rating_fields(struct query *query, struct store_rating *rating) {
    field_number(query, &rating->account);
    field_text(query, rating->game, sizeof rating->game);
    field_real(query, &rating->rating);
    field_real(query, &rating->deviation);
    field_real(query, &rating->volatility);
    field_int(query, &rating->games);
    field_number(query, &rating->changed_ms);
}

enum store_answer store_get_rating(struct store *store, int64_t account, const char *game,
                                   struct store_rating *rating) {
    struct query query = reading(store, GET_RATING);
    bind_number(&query, account);
    bind_text(&query, game);
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) rating_fields(&query, rating);
    return query_end(&query, answer);
}

enum store_answer store_put_rating(struct store *store, const struct store_rating *rating) {
    struct store_rating row = *rating;
    struct query query = changing(store, PUT_RATING);
    rating_fields(&query, &row);
    return query_run(&query);
}

enum store_answer store_list_ratings(struct store *store, const char *game, int most, rating_visitor *visit,
                                     void *context) {
    struct store_rating rating;
    const char *name;
    struct query query = reading(store, LIST_RATINGS);
    bind_text(&query, game);
    bind_number(&query, ACCOUNT_GONE);
    bind_number(&query, most);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        rating_fields(&query, &rating);
        field_long_text(&query, &name);
        if (query.is_bad || !visit(&rating, name, context)) break;
    }
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}

/* ---- Analyses --------------------------------------------------------------------------------------------------- */

enum store_answer store_put_analysis(struct store *store, int64_t table, const char *text) {
    struct query query = changing(store, PUT_ANALYSIS);
    bind_number(&query, table);
    bind_text(&query, text);
    return query_run(&query);
}

enum store_answer store_get_analysis(struct store *store, int64_t table, char **text) {
    const char *found = NULL;
    struct query query = reading(store, GET_ANALYSIS);
    bind_number(&query, table);
    *text = NULL;
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) {
        field_long_text(&query, &found);
        *text = strdup(found);
        if (!*text) answer = store_fail(store, SQLITE_NOMEM);
    }
    return query_end(&query, answer);
}
