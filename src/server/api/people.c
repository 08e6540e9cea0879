/*
 * Accounts: guests, who are asked for nothing; persons with a name and a password; programs of
 * persons.
 */
#include "server/api/people.h"

#include "server/api/call.h"
#include "server/api/lobby.h"
#include "server/api/names.h"
#include "server/api/passwords.h"
#include "server/api/session.h"
#include "server/api/vacation.h"
#include "server/common/client.h"
#include "server/common/metrics.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROGRAMS_MAX = 10, /* of one person */
    GUEST_TRIES = 20,  /* until a free number is found; after some tries the number gets a digit more */
    YEAR_S = 31536000,
};

/* ---- How an account is shown ------------------------------------------------------------------------------------- */

static const char *kind_name(int kind) {
    static const char *const names[] = {
        [ACCOUNT_GUEST] = "guest", [ACCOUNT_PERSON] = "person", [ACCOUNT_PROGRAM] = "program", [ACCOUNT_GONE] = "gone"};
    return kind >= ACCOUNT_GUEST && kind <= ACCOUNT_GONE ? names[kind] : "gone";
}

static json_t *ratings_json(struct server *server, int64_t account) {
    json_t *ratings = json_object();
    for (int i = 0; arkad_game_at(i); i++) {
        struct store_rating rating;
        const char *game = arkad_game_name(arkad_game_at(i));
        enum store_answer answer = store_get_rating(server->store, account, game, &rating);
        if (answer == STORE_FAILED) server_cannot_save(server);
        if (answer) continue;
        json_object_set_new(ratings, game,
                            json_pack("{s:i, s:i, s:i}", "rating", (int)(rating.rating + 0.5), "deviation",
                                      (int)(rating.deviation + 0.5), "games", rating.games));
    }
    return ratings;
}

json_t *people_json(struct server *server, const struct store_account *account, bool is_self) {
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)account->id);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:o}", "id", id, "name", account->name, "kind", kind_name(account->kind),
                  "lang", account->lang, "ratings", ratings_json(server, account->id));
    if (!is_self) return json;
    json_t *settings = call_read_json(account->settings, strlen(account->settings));
    json_object_set_new(json, "settings", json_is_object(settings) ? settings : json_object());
    if (!json_is_object(settings)) json_decref(settings);
    json_object_set_new(json, "email", *account->email ? json_string(account->email) : json_null());
    if (account->kind == ACCOUNT_PERSON) json_object_set_new(json, "vacation", vacation_json(server, account->id));
    return json;
}

/* The caller is this account from now on: answers with it. */
static void come_in(struct call *call, struct store_account *account) {
    char token[SESSION_TOKEN_MAX];
    uint8_t session[STORE_HASH];
    if (!call_stored(call, session_begin(call->server, account->id, SESSION_YEAR_MS, token, session))) return;
    if (call->is_somebody && call->account.id == account->id) /* connections of a guest who has an account now */
        client_session_changed(call->server, call->session, session);
    session_put_cookie(call, token, YEAR_S);
    sodium_memzero(token, sizeof token);
    call_reply(call, 200, people_json(call->server, account, true));
}

/* ---- Guests ------------------------------------------------------------------------------------------------------ */

static const struct lang *lang_given(const struct call *call) {
    const char *code = call_text_of(call, "lang");
    const struct lang *lang = code ? lang_find(code) : NULL;
    return lang ? lang : call->lang;
}

static enum store_answer add_guest(struct server *server, const struct lang *lang, struct store_account *account) {
    enum store_answer answer = STORE_TAKEN;
    unsigned range = 9000;
    for (int i = 0; answer == STORE_TAKEN && i < GUEST_TRIES; i++) {
        snprintf(account->name, sizeof account->name, "%s %u", lang_text(lang, "server.guest"),
                 range / 9 + randombytes_uniform(range));
        answer = store_add_account(server->store, account);
        if (i % 3 == 2) range *= 10;
    }
    return answer;
}

static void post_guest(struct call *call) {
    struct server *server = call->server;
    const struct lang *lang = lang_given(call);
    struct store_account account = {
        .kind = ACCOUNT_GUEST, .settings = "{}", .created_ms = server->now_ms, .seen_ms = server->now_ms};
    if (call->is_somebody) {
        call_reply(call, 200, people_json(server, &call->account, true));
        return;
    }
    if (!limits_allow(server, LIMIT_GUEST, call->request->address)) {
        call_limited(call, LIMIT_GUEST);
        return;
    }
    snprintf(account.lang, sizeof account.lang, "%s", lang_code(lang));
    if (!call_stored(call, add_guest(server, lang, &account))) return;
    metrics_count(server, METRIC_ACCOUNTS);
    come_in(call, &account);
}

/* ---- Me ---------------------------------------------------------------------------------------------------------- */

/* The browser's cookie lives a year from the last visit. */
static void get_me(struct call *call) {
    char token[SESSION_TOKEN_MAX];
    if (session_cookie(call->server, call->request, token) && !net_header(call->request, "authorization"))
        session_put_cookie(call, token, YEAR_S);
    call_reply(call, 200, people_json(call->server, &call->account, true));
}

/* Each of these makes one change, if the body asks for it. */
static struct refusal change_name(struct store_account *account, const json_t *name) {
    if (!name) return (struct refusal){0};
    if (!json_is_string(name)) return (struct refusal){422, "bad-field"};
    if (account->kind != ACCOUNT_PERSON) return (struct refusal){403, "guest"};
    const char *wrong = names_check(json_string_value(name));
    if (!wrong) snprintf(account->name, sizeof account->name, "%s", json_string_value(name));
    return wrong ? (struct refusal){422, wrong} : (struct refusal){0};
}

static struct refusal change_lang(struct store_account *account, const json_t *lang) {
    if (!lang) return (struct refusal){0};
    if (!json_is_string(lang) || !lang_find(json_string_value(lang))) return (struct refusal){422, "bad-lang"};
    snprintf(account->lang, sizeof account->lang, "%s", json_string_value(lang));
    return (struct refusal){0};
}

static bool is_email(const char *text) {
    const char *at = strchr(text, '@');
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f) return false;
    return at && at > text && strchr(at, '.') && !strchr(at + 1, '@') && strlen(text) < STORE_EMAIL_MAX &&
           names_length(text) > 0;
}

/* An address, or null for none. */
static bool is_email_or_null(const json_t *email) {
    return json_is_null(email) || (json_is_string(email) && is_email(json_string_value(email)));
}

static struct refusal change_email(struct store_account *account, const json_t *email) {
    if (!email) return (struct refusal){0};
    if (account->kind != ACCOUNT_PERSON) return (struct refusal){403, "guest"};
    if (!is_email_or_null(email)) return (struct refusal){422, "bad-email"};
    snprintf(account->email, sizeof account->email, "%s", json_is_null(email) ? "" : json_string_value(email));
    return (struct refusal){0};
}

static struct refusal change_settings(struct store_account *account, const json_t *settings) {
    if (!settings) return (struct refusal){0};
    if (!json_is_object(settings)) return (struct refusal){422, "bad-field"};
    char *text = json_dumps(settings, JSON_COMPACT);
    bool fits = text && strlen(text) < sizeof account->settings;
    if (fits) snprintf(account->settings, sizeof account->settings, "%s", text);
    free(text);
    return fits ? (struct refusal){0} : (struct refusal){422, "settings-long"};
}

/* Stores an account whose name may be in use; false if the call was refused. */
static bool store_renamed(struct call *call, const struct store_account *account) {
    enum store_answer answer = store_change_account(call->server->store, account);
    if (answer != STORE_TAKEN) return call_stored(call, answer);
    call_refuse(call, 409, "name-taken");
    return false;
}

static void patch_me(struct call *call) {
    struct store_account account = call->account;
    struct refusal refusal = change_name(&account, json_object_get(call->body, "name"));
    if (!refusal.code) refusal = change_lang(&account, json_object_get(call->body, "lang"));
    if (!refusal.code) refusal = change_email(&account, json_object_get(call->body, "email"));
    if (!refusal.code) refusal = change_settings(&account, json_object_get(call->body, "settings"));
    if (refusal.code) {
        call_refuse(call, refusal.status, refusal.code);
        return;
    }
    if (!store_renamed(call, &account)) return;
    client_account_changed(call->server, &account);
    call_reply(call, 200, people_json(call->server, &account, true));
}

/* ---- With a password --------------------------------------------------------------------------------------------- */

static bool may_log_in(struct call *call, const char *name) {
    if (limits_allow_login(call->server, name, call->request->address)) return true;
    call_limited(call, LIMIT_LOGIN);
    return false;
}

/* Somebody who is in already: no stranger can use up these tries. */
static bool may_try(struct call *call) {
    if (limits_allow_account(call->server, LIMIT_LOGIN, call->account.id)) return true;
    call_limited(call, LIMIT_LOGIN);
    return false;
}

static bool is_password(const char *text) {
    int count = text ? names_length(text) : 0;
    return count > 0 && count <= PASSWORD_LONGEST;
}

/* The guest is now a person, unless the name was taken meanwhile. */
static void became_person(struct password_job *job) {
    struct call *call = &job->call;
    struct store_account account;
    if (!call_stored(call, store_get_account(call->server->store, job->account, &account))) return;
    if (account.kind != ACCOUNT_GUEST) {
        call_refuse(call, 409, "not-guest");
        return;
    }
    account.kind = ACCOUNT_PERSON;
    snprintf(account.name, sizeof account.name, "%s", job->name);
    snprintf(account.password, sizeof account.password, "%s", job->hash);
    snprintf(account.email, sizeof account.email, "%s", job->email);
    if (!store_renamed(call, &account)) return;
    client_account_changed(call->server, &account);
    /* Whoever knows the guest's token (a shared computer, a link that was logged) does not know the person's. */
    if (!call_stored(call, store_drop_sessions(call->server->store, account.id, NULL))) return;
    client_hang_up_account(call->server, account.id, call->session);
    come_in(call, &account);
}

/* NULL, or the code of what is wrong. */
static const char *check_account(const char *name, const char *password, const json_t *email) {
    if (!name || !password) return "bad-field";
    const char *wrong = names_check(name);
    if (!wrong) wrong = names_check_password(password, name);
    return !wrong && email && !is_email_or_null(email) ? "bad-email" : wrong;
}

static void post_account(struct call *call) {
    struct store_account other;
    const char *name = call_text_of(call, "name"), *password = call_text_of(call, "password");
    const char *email = call_text_of(call, "email");
    const char *wrong = check_account(name, password, json_object_get(call->body, "email"));
    if (call->account.kind != ACCOUNT_GUEST) {
        call_refuse(call, 409, "not-guest");
        return;
    }
    if (wrong) {
        call_refuse(call, 422, wrong);
        return;
    }
    if (store_find_account(call->server->store, name, &other) == STORE_OK) {
        call_refuse(call, 409, "name-taken");
        return;
    }
    if (!may_try(call)) return;
    struct password_job *job = passwords_begin(call, became_person);
    if (!job) return;
    job->account = call->account.id;
    snprintf(job->name, sizeof job->name, "%s", name);
    snprintf(job->email, sizeof job->email, "%s", email ? email : "");
    snprintf(job->fresh, sizeof job->fresh, "%s", password);
    passwords_start(job);
}

static void refuse_login(struct call *call) {
    metrics_count(call->server, METRIC_LOGINS_FAILED);
    call_refuse(call, 403, "wrong-password");
}

/* The account whose password was right, if it is still the same. */
static bool read_verified(struct password_job *job, struct store_account *account) {
    struct call *call = &job->call;
    if (job->is_right && !call_stored(call, store_get_account(call->server->store, job->account, account)))
        return false;
    if (job->is_right && account->kind == ACCOUNT_PERSON && !strcmp(account->password, job->stored)) return true;
    refuse_login(call);
    return false;
}

static void logged_in(struct password_job *job) {
    struct call *call = &job->call;
    struct store_account account;
    if (!read_verified(job, &account)) return;
    if (call->is_somebody) { /* whoever this browser was before, it no longer is */
        enum store_answer answer = store_drop_session(call->server->store, call->session);
        if (answer == STORE_FAILED && !call_stored(call, answer)) return;
        client_hang_up_session(call->server, call->session);
    }
    come_in(call, &account);
}

static void post_login(struct call *call) {
    struct store_account account = {0};
    const char *name = call_text_of(call, "name"), *password = call_text_of(call, "password");
    if (!name || !is_password(password)) {
        call_refuse(call, 422, "bad-field");
        return;
    }
    enum store_answer answer = store_find_account(call->server->store, name, &account);
    if (answer == STORE_FAILED && !call_stored(call, answer)) return;
    if (!may_log_in(call, answer ? name : account.name)) return; /* however it is spelled, it is one account */
    struct password_job *job = passwords_begin(call, logged_in);
    if (!job) return;
    job->account = account.id;
    snprintf(job->stored, sizeof job->stored, "%s", account.password);
    snprintf(job->given, sizeof job->given, "%s", password);
    passwords_start(job);
}

static void post_logout(struct call *call) {
    bool is_everywhere = json_is_true(json_object_get(call->body, "everywhere"));
    struct store *store = call->server->store;
    if (!call_stored(call, is_everywhere ? store_drop_sessions(store, call->account.id, NULL)
                                         : store_drop_session(store, call->session)))
        return;
    if (is_everywhere)
        client_hang_up_account(call->server, call->account.id, NULL);
    else
        client_hang_up_session(call->server, call->session);
    session_put_cookie(call, "", 0);
    call_done(call);
}

static void changed_password(struct password_job *job) {
    struct call *call = &job->call;
    struct store_account account;
    if (!read_verified(job, &account)) return;
    snprintf(account.password, sizeof account.password, "%s", job->hash);
    if (!call_stored(call, store_change_account(call->server->store, &account)) ||
        !call_stored(call, store_drop_sessions(call->server->store, account.id, call->session)))
        return;
    client_account_changed(call->server, &account);
    client_hang_up_account(call->server, account.id, call->session);
    call_done(call);
}

static void post_password(struct call *call) {
    const char *old = call_text_of(call, "old"), *fresh = call_text_of(call, "new");
    const char *wrong = !is_password(old) || !fresh ? "bad-field" : names_check_password(fresh, call->account.name);
    if (call->account.kind != ACCOUNT_PERSON) {
        call_refuse(call, 403, "guest");
        return;
    }
    if (wrong) {
        call_refuse(call, 422, wrong);
        return;
    }
    if (!may_try(call)) return;
    struct password_job *job = passwords_begin(call, changed_password);
    if (!job) return;
    job->account = call->account.id;
    snprintf(job->stored, sizeof job->stored, "%s", call->account.password);
    snprintf(job->given, sizeof job->given, "%s", old);
    snprintf(job->fresh, sizeof job->fresh, "%s", fresh);
    passwords_start(job);
}

/* ---- Going ------------------------------------------------------------------------------------------------------- */

/* Nothing is left of the account but its number. */
static enum store_answer erase(struct server *server, const struct store_account *account) {
    assert(account->id > 0 && account->kind != ACCOUNT_GONE);
    struct store_account gone = {.id = account->id,
                                 .owner = account->owner,
                                 .kind = ACCOUNT_GONE,
                                 .settings = "{}",
                                 .created_ms = account->created_ms,
                                 .seen_ms = server->now_ms};
    memcpy(gone.lang, account->lang, sizeof gone.lang);
    if (!lobby_account_leaves(server, account->id)) return STORE_FAILED;
    enum store_answer answer = store_change_account(server->store, &gone);
    if (!answer) answer = store_drop_vacation(server->store, account->id);
    if (!answer) answer = store_drop_sessions(server->store, account->id, NULL);
    if (!answer) client_hang_up_account(server, account->id, NULL);
    return answer;
}

static bool erase_program(const struct store_account *program, void *context) {
    struct server *server = context;
    if (program->kind == ACCOUNT_PROGRAM && erase(server, program)) server_cannot_save(server);
    return !server->has_failed;
}

static void delete_account(struct call *call, const struct store_account *account) {
    struct server *server = call->server;
    if (!call_stored(call, store_list_programs(server->store, account->id, erase_program, server)) ||
        !call_stored(call, erase(server, account)))
        return;
    session_put_cookie(call, "", 0);
    call_done(call);
}

static void verified_delete(struct password_job *job) {
    struct store_account account;
    if (read_verified(job, &account)) delete_account(&job->call, &account);
}

static void delete_me(struct call *call) {
    const char *password = call_text_of(call, "password");
    if (call->account.kind == ACCOUNT_GUEST) {
        delete_account(call, &call->account);
        return;
    }
    if (call->account.kind != ACCOUNT_PERSON || !is_password(password)) {
        bool is_person = call->account.kind == ACCOUNT_PERSON;
        call_refuse(call, is_person ? 422 : 403, is_person ? "bad-field" : "persons-only");
        return;
    }
    if (!may_try(call)) return;
    struct password_job *job = passwords_begin(call, verified_delete);
    if (!job) return;
    job->account = call->account.id;
    snprintf(job->stored, sizeof job->stored, "%s", call->account.password);
    snprintf(job->given, sizeof job->given, "%s", password);
    passwords_start(job);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

struct program_list {
    struct server *server;
    json_t *list;
    int count;
};

static bool list_program(const struct store_account *program, void *context) {
    struct program_list *programs = context;
    if (program->kind != ACCOUNT_PROGRAM) return true;
    if (programs->list) json_array_append_new(programs->list, people_json(programs->server, program, false));
    programs->count++;
    return true;
}

static void get_programs(struct call *call) {
    struct program_list programs = {.server = call->server, .list = json_array()};
    if (call_stored(call, store_list_programs(call->server->store, call->account.id, list_program, &programs)))
        call_reply(call, 200, json_pack("{s:O}", "programs", programs.list));
    json_decref(programs.list);
}

/* A program's token is shown once, and lasts until the program is deleted. */
static void add_program(struct call *call, const char *name) {
    struct server *server = call->server;
    char token[SESSION_TOKEN_MAX];
    uint8_t session[STORE_HASH];
    struct store_account program = {.owner = call->account.id,
                                    .kind = ACCOUNT_PROGRAM,
                                    .settings = "{}",
                                    .created_ms = server->now_ms,
                                    .seen_ms = server->now_ms};
    memcpy(program.lang, call->account.lang, sizeof program.lang);
    snprintf(program.name, sizeof program.name, "%s", name);
    enum store_answer answer = store_add_account(server->store, &program);
    if (answer == STORE_TAKEN) {
        call_refuse(call, 409, "name-taken");
        return;
    }
    if (!call_stored(call, answer) ||
        !call_stored(call, session_begin(server, program.id, 100 * SESSION_YEAR_MS, token, session)))
        return;
    metrics_count(server, METRIC_ACCOUNTS);
    call_reply(call, 200, json_pack("{s:o, s:s}", "account", people_json(server, &program, false), "token", token));
    sodium_memzero(token, sizeof token);
}

static void post_program(struct call *call) {
    const char *name = call_text_of(call, "name");
    const char *wrong = name ? names_check(name) : "bad-field";
    struct program_list programs = {.server = call->server};
    if (call->account.kind != ACCOUNT_PERSON) {
        call_refuse(call, 403, "persons-only");
        return;
    }
    if (wrong) {
        call_refuse(call, 422, wrong);
        return;
    }
    if (!call_stored(call, store_list_programs(call->server->store, call->account.id, list_program, &programs))) return;
    if (programs.count < PROGRAMS_MAX)
        add_program(call, name);
    else
        call_refuse(call, 409, "too-many-programs");
}

static void delete_program(struct call *call) {
    struct store_account program;
    if (!call_stored(call, store_find_account(call->server->store, call->words[0], &program))) return;
    if (program.kind != ACCOUNT_PROGRAM || program.owner != call->account.id)
        call_refuse(call, 404, "not-there");
    else if (call_stored(call, erase(call->server, &program)))
        call_done(call);
}

/* ---- Others ------------------------------------------------------------------------------------------------------ */

static void get_person(struct call *call) {
    struct store_account account;
    int played = 0;
    if (!call_stored(call, store_find_account(call->server->store, call->words[0], &account)) ||
        !call_stored(call, store_count_tables_of(call->server->store, account.id, TABLE_OVER, &played)))
        return;
    json_t *json = people_json(call->server, &account, false);
    json_object_del(json, "lang");
    json_object_set_new(json, "played", json_integer(played));
    call_reply(call, 200, json);
}

static const struct route ROUTES[] = {
    {"POST", "guest", 0, post_guest},
    {"GET", "me", NEEDS_SOMEBODY, get_me},
    {"PATCH", "me", NEEDS_SOMEBODY, patch_me},
    {"DELETE", "me", NEEDS_SOMEBODY, delete_me},
    {"POST", "account", NEEDS_SOMEBODY, post_account},
    {"POST", "login", 0, post_login},
    {"POST", "logout", NEEDS_SOMEBODY, post_logout},
    {"POST", "password", NEEDS_SOMEBODY, post_password},
    {"POST", "vacation", NEEDS_SOMEBODY, vacation_post},
    {"DELETE", "vacation", NEEDS_SOMEBODY, vacation_delete},
    {"GET", "programs", NEEDS_SOMEBODY, get_programs},
    {"POST", "programs", NEEDS_SOMEBODY, post_program},
    {"DELETE", "programs/*", NEEDS_SOMEBODY, delete_program},
    {"GET", "people/*", 0, get_person},
};

bool people_request(struct server *server, const struct net_request *request) {
    return call_route(server, request, ROUTES, sizeof ROUTES / sizeof *ROUTES);
}
