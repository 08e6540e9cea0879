/*
 * What people say at a table: players to players, spectators to spectators. It is kept with the table and never
 * interpreted. A phrase of the catalogues is kept as its key and told to everyone in their own language.
 */
#include "server/table/chat.h"

#include "lang/say.h"
#include "server/common/limits.h"
#include "server/common/metrics.h"
#include "server/table/watch.h"

#include <stdio.h>
#include <string.h>

enum {
    TALK_MAX = 500,  /* characters of a line */
    TALK_SHOWN = 50, /* lines that newcomers are shown */
};

enum channel { TALK_TABLE = 1, TALK_SPECTATORS, CHANNELS };
static const char *const channel_words[CHANNELS] = {[TALK_TABLE] = "table", [TALK_SPECTATORS] = "spectators"};

static int channel_of(int viewer) { return viewer == ARKAD_SPECTATOR ? TALK_SPECTATORS : TALK_TABLE; }

/* ---- Checking --------------------------------------------------------------------------------------------------- */

/* Takes a character of UTF-8, which jansson has checked already. */
static unsigned take_character(const unsigned char **at) {
    const unsigned char *c = *at;
    int more = c[0] < 0x80 ? 0 : c[0] < 0xe0 ? 1 : c[0] < 0xf0 ? 2 : 3;
    unsigned value = more ? c[0] & (0x3fU >> more) : c[0];
    for (int i = 1; i <= more; i++) value = value << 6 | (c[i] & 0x3fU);
    *at += more + 1;
    return value;
}

/* Control characters, and those that turn the direction of what follows: they could disturb what others said. */
static bool is_control(unsigned c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/* NULL, or the code of what is wrong. */
static const char *check_text(const char *text) {
    int count = 0;
    bool is_blank = true;
    for (const unsigned char *at = (const unsigned char *)text; *at; count++) {
        unsigned c = take_character(&at);
        if (is_control(c)) return "bad-text";
        if (c != ' ') is_blank = false;
    }
    if (is_blank) return "bad-text";
    return count > TALK_MAX || strlen(text) >= STORE_TEXT_MAX ? "too-long" : NULL;
}

/* ---- Phrases ---------------------------------------------------------------------------------------------------- */

enum {
    PHRASE_MARK = 1
}; /* begins a stored phrase: nothing that is typed can begin so, since this is a control character */

static const struct arkad_game *game_at(const struct table *table) { return arkad_game_find(table->row.game); }

/* NULL, or the code of what is wrong. What is stored is the mark, the key, and the card after a space. */
static const char *keep_phrase(const struct command *command, char kept[STORE_TEXT_MAX]) {
    char text[SAY_MAX];
    const char *key = json_string_value(json_object_get(command->message, "phrase"));
    const char *card = json_string_value(json_object_get(command->message, "card"));
    if (!key || !say_phrase(lang_at(0), game_at(command->table), key, card, text)) return "no-phrase";
    snprintf(kept, STORE_TEXT_MAX, "%c%s%s%s", PHRASE_MARK, key, card ? " " : "", card ? card : "");
    return NULL;
}

/* Puts the phrase and its words into the line; one that this server no longer knows is told by its key. */
static void put_phrase(json_t *line, const struct lang *lang, const struct arkad_game *game, const char *kept) {
    char key[STORE_TEXT_MAX], text[SAY_MAX];
    snprintf(key, sizeof key, "%s", kept + 1);
    char *card = strchr(key, ' ');
    if (card) *card++ = 0;
    bool is_known = say_phrase(lang, game, key, card, text);
    json_object_set_new(line, "text", json_string(is_known ? text : key));
    json_object_set_new(line, "phrase", json_string(key));
    if (card) json_object_set_new(line, "card", json_string(card));
}

/* ---- Saying ----------------------------------------------------------------------------------------------------- */

/* A line for one watcher. */
static json_t *line_json(const struct table *table, const struct watcher *watcher, const char *name,
                         const struct store_line *line) {
    json_t *json =
        json_pack("{sssssI}", "channel", channel_words[line->channel], "name", name, "at", (json_int_t)line->at_ms);
    if (line->text[0] == PHRASE_MARK)
        put_phrase(json, watcher->client->lang, game_at(table), line->text);
    else
        json_object_set_new(json, "text", json_string(line->text));
    return json;
}

static bool has_muted(const struct watcher *watcher, int64_t account) {
    for (int i = 0; i < watcher->muted_count; i++)
        if (watcher->muted[i] == account) return true;
    return false;
}

/* The answer to `command`, if not NULL. */
static void tell(const struct table *table, const struct store_line *said, const char *name,
                 const struct command *command) {
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next) {
        if (channel_of(watcher->viewer) != said->channel || has_muted(watcher, said->account)) continue;
        json_t *message = json_pack("{ssss}", "is", "chat", "table", table->row.code);
        json_object_update_new(message, line_json(table, watcher, name, said));
        client_send(watcher->client, message, command && watcher == command->watcher ? command->re : NULL);
    }
}

void chat_say(struct command *command) {
    char kept[STORE_TEXT_MAX];
    bool is_phrase = json_object_get(command->message, "phrase");
    const char *text = is_phrase ? kept : json_string_value(json_object_get(command->message, "text"));
    const char *wrong = is_phrase ? keep_phrase(command, kept) : text ? check_text(text) : "bad-text";
    if (!wrong && !limits_allow_account(command->server, LIMIT_CHAT, command->client->account.id)) wrong = "limited";
    if (wrong) {
        command_refuse(command, wrong);
        return;
    }
    struct store_line line = {.account = command->client->account.id,
                              .at_ms = command->server->now_ms,
                              .channel = channel_of(command->watcher->viewer),
                              .text = text};
    if (store_add_line(command->server->store, command->table->row.id, &line)) {
        server_cannot_save(command->server);
        return;
    }
    metrics_count(command->server, METRIC_CHAT);
    tell(command->table, &line, command->client->account.name, command);
}

/* ---- Muting ----------------------------------------------------------------------------------------------------- */

static void unmute(struct watcher *watcher, int64_t account) {
    int kept = 0;
    for (int i = 0; i < watcher->muted_count; i++)
        if (watcher->muted[i] != account) watcher->muted[kept++] = watcher->muted[i];
    watcher->muted_count = kept;
}

void chat_mute(struct command *command) {
    struct watcher *watcher = command->watcher;
    const char *name = json_string_value(json_object_get(command->message, "name"));
    struct store_account account;
    if (!name || strlen(name) >= STORE_NAME_MAX || store_find_account(command->server->store, name, &account)) {
        command_refuse(command, "no-person");
        return;
    }
    unmute(watcher, account.id);
    if (!json_is_true(json_object_get(command->message, "yes"))) return;
    if (watcher->muted_count == MUTED_MAX) unmute(watcher, watcher->muted[0]);
    watcher->muted[watcher->muted_count++] = account.id;
}

/* ---- What was said ---------------------------------------------------------------------------------------------- */

struct lines {
    struct server *server;
    const struct table *table;
    const struct watcher *watcher;
    json_t *list;
};

static bool add_line(const struct store_line *line, void *context) {
    struct lines *lines = context;
    struct store_account account;
    bool is_known = !store_get_account(lines->server->store, line->account, &account);
    json_array_append_new(lines->list, line_json(lines->table, lines->watcher, is_known ? account.name : "", line));
    return true;
}

struct said {
    struct server *server;
    const struct table *table;
    int64_t number;
};

static bool tell_line(const struct store_line *line, void *context) {
    const struct said *said = context;
    struct store_account account;
    if (line->number != said->number) return true;
    bool is_known = !store_get_account(said->server->store, line->account, &account);
    tell(said->table, line, is_known ? account.name : "", NULL);
    return false;
}

void chat_follow(struct server *server, const struct table *table, int64_t number) {
    struct said said = {server, table, number};
    for (int channel = TALK_TABLE; channel < CHANNELS; channel++)
        if (store_read_lines(server->store, table->row.id, channel, number - 1, TALK_SHOWN, tell_line, &said))
            server_cannot_save(server);
}

json_t *chat_lines(struct server *server, const struct table *table, const struct watcher *watcher) {
    struct lines lines = {server, table, watcher, json_array()};
    int channel = channel_of(watcher->viewer);
    if (store_read_lines(server->store, table->row.id, channel, 0, TALK_SHOWN, add_line, &lines) == STORE_FAILED)
        server_cannot_save(server);
    return lines.list;
}
