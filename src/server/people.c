/*
 * Accounts: guests who come in without asking, persons with a name and a password, programs of persons. A session is
 * known by a random token that only its owner has; the store has a hash of it.
 */
#include "server/people.h"

#include "server/ask.h"
#include "server/lobby.h"
#include "server/passwords.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t DAY_MS = 24 * 3600 * 1000LL, YEAR_MS = 365 * 24 * 3600 * 1000LL;

enum {
    TOKEN_BYTES = 32,
    PROGRAMS_MAX = 10, /* of one person */
    GUEST_TRIES = 20,  /* until a free number is found; each try has one digit more after some */
    YEAR_S = 31536000,
};

/* ---- Sessions ---------------------------------------------------------------------------------------------------- */

static void hash_token(const char *token, uint8_t hash[STORE_HASH]) {
    crypto_generichash(hash, STORE_HASH, (const uint8_t *)token, strlen(token), (const uint8_t *)"arkad-session-1", 15);
}

/* Writing at every request would cost more than the requests: once a day is enough. */
static enum store_answer move_end(struct hub *hub, struct store_account *account, const struct store_session *session) {
    bool is_program = account->kind == ACCOUNT_PROGRAM;
    if (hub->cannot_save || hub->now_ms - session->seen_ms < DAY_MS) return STORE_OK;
    account->seen_ms = hub->now_ms;
    enum store_answer answer = store_touch_session(hub->store, session->hash, hub->now_ms,
                                                   is_program ? session->expires_ms : hub->now_ms + YEAR_MS);
    return answer ? answer : store_change_account(hub->store, account);
}

enum store_answer people_by_token(struct hub *hub, const char *token, struct store_account *account,
                                  uint8_t session[STORE_HASH]) {
    struct store_session found;
    hash_token(token, session);
    enum store_answer answer = store_find_session(hub->store, session, &found);
    if (answer) return answer;
    if (found.expires_ms <= hub->now_ms) return STORE_NONE;
    answer = store_get_account(hub->store, found.account, account);
    if (answer) return answer;
    if (account->kind == ACCOUNT_GONE) return STORE_NONE;
    return move_end(hub, account, &found);
}

/* Makes a session and its token. */
static enum store_answer begin_session(struct hub *hub, int64_t account, int64_t lasts_ms,
                                       char token[PEOPLE_TOKEN_MAX]) {
    uint8_t bytes[TOKEN_BYTES];
    struct store_session session = {
        .account = account, .created_ms = hub->now_ms, .seen_ms = hub->now_ms, .expires_ms = hub->now_ms + lasts_ms};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, PEOPLE_TOKEN_MAX, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hash_token(token, session.hash);
    return store_add_session(hub->store, &session);
}

static bool is_secure(const struct ask *ask) {
    const char *origin = ask->hub->config.origin;
    return ask->request->is_secure || (origin && !strncmp(origin, "https:", 6));
}

static void put_cookie(struct ask *ask, const char *token, int age_s) {
    snprintf(ask->headers, sizeof ask->headers,
             "Set-Cookie: " PEOPLE_COOKIE "=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n", token, age_s,
             is_secure(ask) ? "; Secure" : "");
}

/* The asker is this account from now on: answers with it. */
static void come_in(struct ask *ask, struct store_account *account) {
    char token[PEOPLE_TOKEN_MAX];
    if (!ask_stored(ask, begin_session(ask->hub, account->id, YEAR_MS, token))) return;
    put_cookie(ask, token, YEAR_S);
    sodium_memzero(token, sizeof token);
    ask_reply(ask, 200, people_json(ask->hub, account, true));
}

/* ---- How an account is shown ------------------------------------------------------------------------------------- */

static const char *kind_name(int kind) {
    static const char *const names[] = {
        [ACCOUNT_GUEST] = "guest", [ACCOUNT_PERSON] = "person", [ACCOUNT_PROGRAM] = "program", [ACCOUNT_GONE] = "gone"};
    return kind >= ACCOUNT_GUEST && kind <= ACCOUNT_GONE ? names[kind] : "gone";
}

static json_t *ratings_json(struct hub *hub, int64_t account) {
    json_t *ratings = json_object();
    for (int i = 0; arkad_game_at(i); i++) {
        struct store_rating rating;
        const char *game = arkad_game_name(arkad_game_at(i));
        enum store_answer answer = store_get_rating(hub->store, account, game, &rating);
        if (answer == STORE_FAILED) hub_cannot_save(hub);
        if (answer) continue;
        json_object_set_new(ratings, game,
                            json_pack("{s:i, s:i, s:i}", "rating", (int)(rating.rating + 0.5), "deviation",
                                      (int)(rating.deviation + 0.5), "games", rating.games));
    }
    return ratings;
}

json_t *people_json(struct hub *hub, const struct store_account *account, bool is_self) {
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)account->id);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:o}", "id", id, "name", account->name, "kind", kind_name(account->kind),
                  "lang", account->lang, "ratings", ratings_json(hub, account->id));
    if (!is_self) return json;
    json_t *settings = json_from_outside(account->settings, strlen(account->settings));
    json_object_set_new(json, "settings", json_is_object(settings) ? settings : json_object());
    if (!json_is_object(settings)) json_decref(settings);
    json_object_set_new(json, "email", *account->email ? json_string(account->email) : json_null());
    return json;
}

/* ---- Guests ------------------------------------------------------------------------------------------------------ */

static const struct lang *lang_given(const struct ask *ask) {
    const char *code = ask_text_of(ask, "lang");
    const struct lang *lang = code ? lang_find(code) : NULL;
    return lang ? lang : ask->lang;
}

static enum store_answer add_guest(struct hub *hub, const struct lang *lang, struct store_account *account) {
    enum store_answer answer = STORE_TAKEN;
    unsigned range = 9000;
    for (int i = 0; answer == STORE_TAKEN && i < GUEST_TRIES; i++) {
        snprintf(account->name, sizeof account->name, "%s %u", lang_text(lang, "server.guest"),
                 range / 9 + randombytes_uniform(range));
        answer = store_add_account(hub->store, account);
        if (i % 3 == 2) range *= 10;
    }
    return answer;
}

static void post_guest(struct ask *ask) {
    struct hub *hub = ask->hub;
    const struct lang *lang = lang_given(ask);
    struct store_account account = {
        .kind = ACCOUNT_GUEST, .settings = "{}", .created_ms = hub->now_ms, .seen_ms = hub->now_ms};
    if (ask->is_somebody) {
        ask_reply(ask, 200, people_json(hub, &ask->account, true));
        return;
    }
    if (!limits_allow(hub, LIMIT_GUEST, ask->request->address)) {
        ask_limited(ask, LIMIT_GUEST);
        return;
    }
    snprintf(account.lang, sizeof account.lang, "%s", lang_code(lang));
    if (!ask_stored(ask, add_guest(hub, lang, &account))) return;
    metrics_count(hub, METRIC_ACCOUNTS);
    come_in(ask, &account);
}

/* ---- Me ---------------------------------------------------------------------------------------------------------- */

/* The browser's cookie lives a year from the last visit. */
static void get_me(struct ask *ask) {
    char token[PEOPLE_TOKEN_MAX];
    if (net_cookie(ask->request, PEOPLE_COOKIE, token, sizeof token) && !net_header(ask->request, "authorization"))
        put_cookie(ask, token, YEAR_S);
    ask_reply(ask, 200, people_json(ask->hub, &ask->account, true));
}

/* NULL, or the code of what is wrong with the changes. */
static const char *change_name(struct store_account *account, const json_t *name) {
    if (!name) return NULL;
    if (!json_is_string(name)) return "bad-field";
    if (account->kind != ACCOUNT_PERSON) return "guest";
    const char *wrong = name_judge(json_string_value(name));
    if (!wrong) snprintf(account->name, sizeof account->name, "%s", json_string_value(name));
    return wrong;
}

static const char *change_lang(struct store_account *account, const json_t *lang) {
    if (!lang) return NULL;
    if (!json_is_string(lang) || !lang_find(json_string_value(lang))) return "bad-lang";
    snprintf(account->lang, sizeof account->lang, "%s", json_string_value(lang));
    return NULL;
}

static bool is_email(const char *text) {
    const char *at = strchr(text, '@');
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f) return false;
    return at && at > text && strchr(at, '.') && !strchr(at + 1, '@') && strlen(text) < STORE_EMAIL_MAX &&
           count_characters(text) > 0;
}

static const char *change_email(struct store_account *account, const json_t *email) {
    if (!email) return NULL;
    if (account->kind != ACCOUNT_PERSON) return "guest";
    if (!json_is_null(email) && !(json_is_string(email) && is_email(json_string_value(email)))) return "bad-email";
    snprintf(account->email, sizeof account->email, "%s", json_is_null(email) ? "" : json_string_value(email));
    return NULL;
}

static const char *change_settings(struct store_account *account, const json_t *settings) {
    if (!settings) return NULL;
    if (!json_is_object(settings)) return "bad-field";
    char *text = json_dumps(settings, JSON_COMPACT);
    bool fits = text && strlen(text) < sizeof account->settings;
    if (fits) snprintf(account->settings, sizeof account->settings, "%s", text);
    free(text);
    return fits ? NULL : "settings-long";
}

/* Stores an account whose name may be in use; false if the ask was refused. */
static bool store_renamed(struct ask *ask, const struct store_account *account) {
    enum store_answer answer = store_change_account(ask->hub->store, account);
    if (answer != STORE_TAKEN) return ask_stored(ask, answer);
    ask_refuse(ask, 409, "name-taken");
    return false;
}

static void patch_me(struct ask *ask) {
    struct store_account account = ask->account;
    const char *wrong = change_name(&account, json_object_get(ask->body, "name"));
    if (!wrong) wrong = change_lang(&account, json_object_get(ask->body, "lang"));
    if (!wrong) wrong = change_email(&account, json_object_get(ask->body, "email"));
    if (!wrong) wrong = change_settings(&account, json_object_get(ask->body, "settings"));
    if (wrong) {
        ask_refuse(ask, strcmp(wrong, "guest") ? 422 : 403, wrong);
        return;
    }
    if (!store_renamed(ask, &account)) return;
    hub_account_changed(ask->hub, &account);
    ask_reply(ask, 200, people_json(ask->hub, &account, true));
}

/* ---- With a password --------------------------------------------------------------------------------------------- */

/* Both limits: one address tries many names, many addresses try one name. */
static bool may_try(struct ask *ask, const char *name) {
    char who[STORE_NAME_MAX + 8];
    snprintf(who, sizeof who, "name %.60s", name);
    if (limits_allow(ask->hub, LIMIT_LOGIN, ask->request->address) && limits_allow(ask->hub, LIMIT_LOGIN, who))
        return true;
    ask_limited(ask, LIMIT_LOGIN);
    return false;
}

static bool is_password(const char *text) {
    int count = text ? count_characters(text) : 0;
    return count > 0 && count <= PASSWORD_LONGEST;
}

/* The guest is now a person, unless the name was taken meanwhile. */
static void became_person(struct password_job *job) {
    struct ask *ask = &job->ask;
    struct store_account account;
    if (!ask_stored(ask, store_get_account(ask->hub->store, job->account, &account))) return;
    if (account.kind != ACCOUNT_GUEST) {
        ask_refuse(ask, 409, "not-guest");
        return;
    }
    account.kind = ACCOUNT_PERSON;
    snprintf(account.name, sizeof account.name, "%s", job->name);
    snprintf(account.password, sizeof account.password, "%s", job->hash);
    snprintf(account.email, sizeof account.email, "%s", job->email);
    if (!store_renamed(ask, &account)) return;
    hub_account_changed(ask->hub, &account);
    ask_reply(ask, 200, people_json(ask->hub, &account, true));
}

/* NULL, or the code of what is wrong. */
static const char *wrong_with_account(const char *name, const char *password, const json_t *email) {
    if (!name || !password) return "bad-field";
    const char *wrong = name_judge(name);
    if (!wrong) wrong = password_judge(password, name);
    if (!wrong && email && !json_is_null(email) && !(json_is_string(email) && is_email(json_string_value(email))))
        wrong = "bad-email";
    return wrong;
}

static void post_account(struct ask *ask) {
    struct store_account other;
    const char *name = ask_text_of(ask, "name"), *password = ask_text_of(ask, "password");
    const char *email = ask_text_of(ask, "email");
    const char *wrong = wrong_with_account(name, password, json_object_get(ask->body, "email"));
    if (ask->account.kind != ACCOUNT_GUEST) {
        ask_refuse(ask, 409, "not-guest");
        return;
    }
    if (wrong) {
        ask_refuse(ask, 422, wrong);
        return;
    }
    if (store_find_account(ask->hub->store, name, &other) == STORE_OK) {
        ask_refuse(ask, 409, "name-taken");
        return;
    }
    if (!may_try(ask, name)) return;
    struct password_job *job = passwords_begin(ask, became_person);
    if (!job) return;
    job->account = ask->account.id;
    snprintf(job->name, sizeof job->name, "%s", name);
    snprintf(job->email, sizeof job->email, "%s", email ? email : "");
    snprintf(job->fresh, sizeof job->fresh, "%s", password);
    passwords_start(job);
}

static void refuse_login(struct ask *ask) {
    metrics_count(ask->hub, METRIC_LOGINS_FAILED);
    ask_refuse(ask, 403, "wrong-password");
}

/* The account whose password was right, if it is still the same. */
static bool read_verified(struct password_job *job, struct store_account *account) {
    struct ask *ask = &job->ask;
    if (job->is_right && !ask_stored(ask, store_get_account(ask->hub->store, job->account, account))) return false;
    if (job->is_right && account->kind == ACCOUNT_PERSON && !strcmp(account->password, job->stored)) return true;
    refuse_login(ask);
    return false;
}

static void logged_in(struct password_job *job) {
    struct ask *ask = &job->ask;
    struct store_account account;
    if (!read_verified(job, &account)) return;
    if (ask->is_somebody) { /* whoever this browser was before, it is no more */
        enum store_answer answer = store_drop_session(ask->hub->store, ask->session);
        if (answer == STORE_FAILED && !ask_stored(ask, answer)) return;
        hub_session_left(ask->hub, ask->session);
    }
    come_in(ask, &account);
}

static void post_login(struct ask *ask) {
    struct store_account account = {0};
    const char *name = ask_text_of(ask, "name"), *password = ask_text_of(ask, "password");
    if (!name || !is_password(password)) {
        ask_refuse(ask, 422, "bad-field");
        return;
    }
    enum store_answer answer = store_find_account(ask->hub->store, name, &account);
    if (answer == STORE_FAILED && !ask_stored(ask, answer)) return;
    if (!may_try(ask, answer ? name : account.name)) return; /* however it is spelled, it is one account */
    struct password_job *job = passwords_begin(ask, logged_in);
    if (!job) return;
    job->account = account.id;
    snprintf(job->stored, sizeof job->stored, "%s", account.password);
    snprintf(job->given, sizeof job->given, "%s", password);
    passwords_start(job);
}

static void post_logout(struct ask *ask) {
    bool is_everywhere = json_is_true(json_object_get(ask->body, "everywhere"));
    struct store *store = ask->hub->store;
    if (!ask_stored(ask, is_everywhere ? store_drop_sessions(store, ask->account.id, NULL)
                                       : store_drop_session(store, ask->session)))
        return;
    if (is_everywhere)
        hub_account_left(ask->hub, ask->account.id, NULL);
    else
        hub_session_left(ask->hub, ask->session);
    put_cookie(ask, "", 0);
    ask_done(ask);
}

static void changed_password(struct password_job *job) {
    struct ask *ask = &job->ask;
    struct store_account account;
    if (!read_verified(job, &account)) return;
    snprintf(account.password, sizeof account.password, "%s", job->hash);
    if (!ask_stored(ask, store_change_account(ask->hub->store, &account)) ||
        !ask_stored(ask, store_drop_sessions(ask->hub->store, account.id, ask->session)))
        return;
    hub_account_changed(ask->hub, &account);
    hub_account_left(ask->hub, account.id, ask->session);
    ask_done(ask);
}

static void post_password(struct ask *ask) {
    const char *old = ask_text_of(ask, "old"), *fresh = ask_text_of(ask, "new");
    const char *wrong = !is_password(old) || !fresh ? "bad-field" : password_judge(fresh, ask->account.name);
    if (ask->account.kind != ACCOUNT_PERSON) {
        ask_refuse(ask, 403, "guest");
        return;
    }
    if (wrong) {
        ask_refuse(ask, 422, wrong);
        return;
    }
    if (!may_try(ask, ask->account.name)) return;
    struct password_job *job = passwords_begin(ask, changed_password);
    if (!job) return;
    job->account = ask->account.id;
    snprintf(job->stored, sizeof job->stored, "%s", ask->account.password);
    snprintf(job->given, sizeof job->given, "%s", old);
    snprintf(job->fresh, sizeof job->fresh, "%s", fresh);
    passwords_start(job);
}

/* ---- Going ------------------------------------------------------------------------------------------------------- */

/* Nothing is left of the account but its number. */
static enum store_answer erase(struct hub *hub, const struct store_account *account) {
    struct store_account gone = {.id = account->id,
                                 .owner = account->owner,
                                 .kind = ACCOUNT_GONE,
                                 .settings = "{}",
                                 .created_ms = account->created_ms,
                                 .seen_ms = hub->now_ms};
    memcpy(gone.lang, account->lang, sizeof gone.lang);
    if (!lobby_account_leaves(hub, account->id)) return STORE_FAILED;
    enum store_answer answer = store_change_account(hub->store, &gone);
    if (!answer) answer = store_drop_sessions(hub->store, account->id, NULL);
    if (!answer) hub_account_left(hub, account->id, NULL);
    return answer;
}

static bool erase_program(const struct store_account *program, void *context) {
    struct hub *hub = context;
    if (program->kind == ACCOUNT_PROGRAM && erase(hub, program)) hub_cannot_save(hub);
    return !hub->has_failed;
}

static void delete_account(struct ask *ask, const struct store_account *account) {
    struct hub *hub = ask->hub;
    if (!ask_stored(ask, store_list_programs(hub->store, account->id, erase_program, hub)) ||
        !ask_stored(ask, erase(hub, account)))
        return;
    put_cookie(ask, "", 0);
    ask_done(ask);
}

static void verified_delete(struct password_job *job) {
    struct store_account account;
    if (read_verified(job, &account)) delete_account(&job->ask, &account);
}

static void delete_me(struct ask *ask) {
    const char *password = ask_text_of(ask, "password");
    if (ask->account.kind == ACCOUNT_GUEST) {
        delete_account(ask, &ask->account);
        return;
    }
    if (ask->account.kind != ACCOUNT_PERSON || !is_password(password)) {
        bool is_person = ask->account.kind == ACCOUNT_PERSON;
        ask_refuse(ask, is_person ? 422 : 403, is_person ? "bad-field" : "persons-only");
        return;
    }
    if (!may_try(ask, ask->account.name)) return;
    struct password_job *job = passwords_begin(ask, verified_delete);
    if (!job) return;
    job->account = ask->account.id;
    snprintf(job->stored, sizeof job->stored, "%s", ask->account.password);
    snprintf(job->given, sizeof job->given, "%s", password);
    passwords_start(job);
}

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

struct program_list {
    struct hub *hub;
    json_t *list;
    int count;
};

static bool list_program(const struct store_account *program, void *context) {
    struct program_list *programs = context;
    if (program->kind != ACCOUNT_PROGRAM) return true;
    if (programs->list) json_array_append_new(programs->list, people_json(programs->hub, program, false));
    programs->count++;
    return true;
}

static void get_programs(struct ask *ask) {
    struct program_list programs = {.hub = ask->hub, .list = json_array()};
    if (ask_stored(ask, store_list_programs(ask->hub->store, ask->account.id, list_program, &programs)))
        ask_reply(ask, 200, json_pack("{s:O}", "programs", programs.list));
    json_decref(programs.list);
}

/* A token for a program is shown once, and lasts until the program goes. */
static void add_program(struct ask *ask, const char *name) {
    struct hub *hub = ask->hub;
    char token[PEOPLE_TOKEN_MAX];
    struct store_account program = {.owner = ask->account.id,
                                    .kind = ACCOUNT_PROGRAM,
                                    .settings = "{}",
                                    .created_ms = hub->now_ms,
                                    .seen_ms = hub->now_ms};
    memcpy(program.lang, ask->account.lang, sizeof program.lang);
    snprintf(program.name, sizeof program.name, "%s", name);
    enum store_answer answer = store_add_account(hub->store, &program);
    if (answer == STORE_TAKEN) {
        ask_refuse(ask, 409, "name-taken");
        return;
    }
    if (!ask_stored(ask, answer) || !ask_stored(ask, begin_session(hub, program.id, 100 * YEAR_MS, token))) return;
    metrics_count(hub, METRIC_ACCOUNTS);
    ask_reply(ask, 200, json_pack("{s:o, s:s}", "account", people_json(hub, &program, false), "token", token));
    sodium_memzero(token, sizeof token);
}

static void post_program(struct ask *ask) {
    const char *name = ask_text_of(ask, "name");
    const char *wrong = name ? name_judge(name) : "bad-field";
    struct program_list programs = {.hub = ask->hub};
    if (ask->account.kind != ACCOUNT_PERSON) {
        ask_refuse(ask, 403, "persons-only");
        return;
    }
    if (wrong) {
        ask_refuse(ask, 422, wrong);
        return;
    }
    if (!ask_stored(ask, store_list_programs(ask->hub->store, ask->account.id, list_program, &programs))) return;
    if (programs.count < PROGRAMS_MAX)
        add_program(ask, name);
    else
        ask_refuse(ask, 409, "too-many-programs");
}

static void delete_program(struct ask *ask) {
    struct store_account program;
    if (!ask_stored(ask, store_find_account(ask->hub->store, ask->words[0], &program))) return;
    if (program.kind != ACCOUNT_PROGRAM || program.owner != ask->account.id)
        ask_refuse(ask, 404, "not-there");
    else if (ask_stored(ask, erase(ask->hub, &program)))
        ask_done(ask);
}

/* ---- Others ------------------------------------------------------------------------------------------------------ */

static void get_person(struct ask *ask) {
    struct store_account account;
    int played = 0;
    if (!ask_stored(ask, store_find_account(ask->hub->store, ask->words[0], &account)) ||
        !ask_stored(ask, store_count_tables_of(ask->hub->store, account.id, TABLE_OVER, &played)))
        return;
    json_t *json = people_json(ask->hub, &account, false);
    json_object_del(json, "lang");
    json_object_set_new(json, "played", json_integer(played));
    ask_reply(ask, 200, json);
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
    {"GET", "programs", NEEDS_SOMEBODY, get_programs},
    {"POST", "programs", NEEDS_SOMEBODY, post_program},
    {"DELETE", "programs/*", NEEDS_SOMEBODY, delete_program},
    {"GET", "people/*", 0, get_person},
};

bool people_request(struct hub *hub, const struct net_request *request) {
    return ask_route(hub, request, ROUTES, sizeof ROUTES / sizeof *ROUTES);
}
