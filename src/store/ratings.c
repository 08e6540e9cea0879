/*
 * How strong people are, game by game.
 */
#include "store/inside.h"

enum { GET_RATING, PUT_RATING, LIST_RATINGS, COUNT_RATED };

#define RATING "account, game, rating, deviation, volatility, games, changed_ms"

static const char *const SQL[] = {
    [GET_RATING] = "SELECT " RATING " FROM ratings WHERE account = ? AND game = ?",
    [PUT_RATING] =
        ("INSERT INTO ratings (" RATING ") VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, game) DO UPDATE "
         "SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, "
         "games = excluded.games, changed_ms = excluded.changed_ms"),
    [LIST_RATINGS] = ("SELECT " RATING ", name FROM ratings JOIN accounts ON id = account "
                      "WHERE game = ? AND kind <> ? ORDER BY rating DESC LIMIT ?"),
    [COUNT_RATED] =
        ("SELECT count(*) FROM seats a JOIN seats b ON b.table_id = a.table_id JOIN tables ON id = a.table_id "
         "WHERE a.account = ? AND b.account = ? AND a.rating_after > 0 AND is_rated <> 0 AND ended_ms > ?"),
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_RATINGS, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_RATINGS, SQL, which); }

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
    assert(rating->account > 0 && rating->games >= 0);
    struct store_rating row = *rating;
    struct query query = changing(store, PUT_RATING);
    rating_fields(&query, &row);
    store_note(store, NEWS_ACCOUNT, row.account, 0);
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

enum store_answer store_count_rated(struct store *store, int64_t one, int64_t other, int64_t since_ms, int *count) {
    struct query query = reading(store, COUNT_RATED);
    bind_number(&query, one);
    bind_number(&query, other);
    bind_number(&query, since_ms);
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) field_int(&query, count);
    return query_end(&query, answer);
}
