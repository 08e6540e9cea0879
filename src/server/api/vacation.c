/*
 * Vacations. Whoever goes takes whole days of the year's allowance, and gets back whole days when coming back early: so
 * nobody can stop a clock for less than a day of it. It ends with the hourly sweep after its last day.
 */
#include "server/api/vacation.h"

#include "server/api/people.h"
#include "server/table/vacation.h"

#include <assert.h>
#include <time.h>

enum { DAYS_A_YEAR = 30 };

static const int64_t DAY = 24 * 3600 * 1000LL;

static int year_of(int64_t at_ms) {
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm date;
    return gmtime_r(&seconds, &date) ? date.tm_year + 1900 : 0;
}

/* The account's vacation, with the days that it has taken this year. */
static bool read(struct server *server, int64_t account, struct store_vacation *vacation) {
    int year = year_of(server->now_ms);
    if (store_get_vacation(server->store, account, vacation)) return false;
    if (vacation->year != year && !vacation->until_ms) vacation->year = year, vacation->days = 0;
    return true;
}

json_t *vacation_json(struct server *server, int64_t account) {
    struct store_vacation vacation;
    if (!read(server, account, &vacation)) {
        server_cannot_save(server);
        return json_null();
    }
    return json_pack("{s:o, s:i}", "until", vacation.until_ms ? json_integer(vacation.until_ms) : json_null(), "left",
                     DAYS_A_YEAR - vacation.days);
}

static bool set(struct server *server, struct store_vacation *vacation, int64_t until_ms) {
    vacation->until_ms = until_ms;
    if (store_put_vacation(server->store, vacation))
        server_cannot_save(server);
    else
        vacation_changed(server, vacation->account, until_ms);
    return !server->has_failed;
}

static bool end(const struct store_vacation *due, void *context) {
    struct store_vacation vacation = *due;
    return set(context, &vacation, 0);
}

void vacation_sweep(struct server *server) {
    if (store_list_vacations(server->store, server->now_ms, end, server)) server_cannot_save(server);
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

static bool is_live(const struct store_table *row, const struct store_seat *seats, void *context) {
    (void)seats;
    *(bool *)context |= row->clock == CLOCK_LIVE;
    return true;
}

/* With the account as it is then. */
static void change(struct call *call, struct store_vacation *vacation, int64_t until_ms) {
    if (set(call->server, vacation, until_ms))
        call_reply(call, 200, people_json(call->server, &call->account, true));
    else
        call_refuse(call, 503, "cannot-save");
}

void vacation_post(struct call *call) {
    struct server *server = call->server;
    struct store_vacation vacation;
    bool plays_live = false;
    json_int_t days = json_integer_value(json_object_get(call->body, "days"));
    if (!call_stored(call, store_list_tables_in(server->store, call->account.id, TABLE_PLAYING, INT64_MAX, INT32_MAX,
                                                is_live, &plays_live)) ||
        !call_stored(call, read(server, call->account.id, &vacation) ? STORE_OK : STORE_FAILED))
        return;
    if (call->account.kind != ACCOUNT_PERSON) {
        call_refuse(call, 403, "persons-only");
    } else if (vacation.until_ms || plays_live) {
        call_refuse(call, 409, vacation.until_ms ? "on-vacation" : "live-clock");
    } else if (days < 1 || days > DAYS_A_YEAR - vacation.days) {
        call_refuse(call, 422, "bad-days");
    } else {
        vacation.days += (int)days;
        change(call, &vacation, server->now_ms + days * DAY);
    }
}

void vacation_delete(struct call *call) {
    struct server *server = call->server;
    struct store_vacation vacation;
    if (!call_stored(call, read(server, call->account.id, &vacation) ? STORE_OK : STORE_FAILED)) return;
    if (!vacation.until_ms) {
        call_refuse(call, 409, "not-on-vacation");
        return;
    }
    int64_t left_ms = vacation.until_ms - server->now_ms;
    if (left_ms > 0) vacation.days -= (int)(left_ms / DAY);
    assert(vacation.days >= 0);
    change(call, &vacation, 0);
}
