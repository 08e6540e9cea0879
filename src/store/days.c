/*
 * What games of days need beside their logs: what seats have decided ahead, and vacations.
 */
#include "store/inside.h"

#include <string.h>

enum { PUT_AHEAD, DROP_AHEAD, READ_AHEAD, GET_VACATION, PUT_VACATION, DROP_VACATION, LIST_VACATIONS };

#define VACATION "account, until_ms, year, days"

static const char *const SQL[] = {
    [PUT_AHEAD] = ("INSERT INTO ahead (table_id, seat, text) VALUES (?, ?, ?) "
                   "ON CONFLICT (table_id, seat) DO UPDATE SET text = excluded.text"),
    [DROP_AHEAD] = "DELETE FROM ahead WHERE table_id = ? AND seat = ?",
    [READ_AHEAD] = "SELECT seat, text FROM ahead WHERE table_id = ? ORDER BY seat",
    [GET_VACATION] = "SELECT " VACATION " FROM vacations WHERE account = ?",
    [PUT_VACATION] = ("INSERT INTO vacations (" VACATION ") VALUES (?, ?, ?, ?) ON CONFLICT (account) DO UPDATE "
                      "SET until_ms = excluded.until_ms, year = excluded.year, days = excluded.days"),
    [DROP_VACATION] = "DELETE FROM vacations WHERE account = ?",
    [LIST_VACATIONS] = "SELECT " VACATION " FROM vacations WHERE until_ms > 0 AND until_ms <= ? ORDER BY until_ms",
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_DAYS, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_DAYS, SQL, which); }

static enum store_answer none_is_fine(enum store_answer answer) { return answer == STORE_NONE ? STORE_OK : answer; }

/* ---- Decided ahead ----------------------------------------------------------------------------------------------- */

enum store_answer store_put_ahead(struct store *store, int64_t table, int seat, const char *text) {
    assert(table > 0 && seat >= 0 && seat < STORE_SEATS_MAX && strlen(text) < STORE_TEXT_MAX);
    struct query query = changing(store, *text ? PUT_AHEAD : DROP_AHEAD);
    bind_number(&query, table);
    bind_number(&query, seat);
    if (*text) bind_text(&query, text);
    store_note(store, NEWS_TABLE, table, 0);
    return none_is_fine(query_run(&query));
}

enum store_answer store_read_ahead(struct store *store, int64_t table, ahead_visitor *visit, void *context) {
    struct query query = reading(store, READ_AHEAD);
    bind_number(&query, table);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        int seat = 0;
        const char *text = NULL;
        field_int(&query, &seat);
        field_long_text(&query, &text);
        query.is_bad |= seat < 0 || seat >= STORE_SEATS_MAX;
        if (query.is_bad || !visit(seat, text, context)) break;
    }
    return query_end(&query, none_is_fine(answer));
}

/* ---- Vacations --------------------------------------------------------------------------------------------------- */

static void vacation_fields(struct query *query, struct store_vacation *vacation) {
    field_number(query, &vacation->account);
    field_number(query, &vacation->until_ms);
    field_int(query, &vacation->year);
    field_int(query, &vacation->days);
}

enum store_answer store_get_vacation(struct store *store, int64_t account, struct store_vacation *vacation) {
    struct query query = reading(store, GET_VACATION);
    bind_number(&query, account);
    *vacation = (struct store_vacation){.account = account};
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) vacation_fields(&query, vacation);
    return query_end(&query, none_is_fine(answer));
}

enum store_answer store_put_vacation(struct store *store, const struct store_vacation *vacation) {
    assert(vacation->account > 0 && vacation->until_ms >= 0);
    struct store_vacation row = *vacation;
    struct query query = changing(store, PUT_VACATION);
    vacation_fields(&query, &row);
    return query_run(&query);
}

enum store_answer store_drop_vacation(struct store *store, int64_t account) {
    struct query query = changing(store, DROP_VACATION);
    bind_number(&query, account);
    return none_is_fine(query_run(&query));
}

enum store_answer store_list_vacations(struct store *store, int64_t until_ms, vacation_visitor *visit, void *context) {
    struct store_vacation vacation;
    struct query query = reading(store, LIST_VACATIONS);
    bind_number(&query, until_ms);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        vacation_fields(&query, &vacation);
        if (query.is_bad || !visit(&vacation, context)) break;
    }
    return query_end(&query, none_is_fine(answer));
}
