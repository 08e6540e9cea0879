/*
 * What people say at a table: players to players, spectators to spectators. It is kept with the table and never
 * interpreted.
 */
#include "server/table.h"

#include <string.h>

enum channel { TALK_TABLE = 1, TALK_SPECTATORS, CHANNELS };
static const char *const channel_words[CHANNELS] = {[TALK_TABLE] = "table", [TALK_SPECTATORS] = "spectators"};

static int channel_of(int viewer) { return viewer == ARKAD_SPECTATOR ? TALK_SPECTATORS : TALK_TABLE; }

/* ---- Judging ---------------------------------------------------------------------------------------------------- */

/* Takes a character of UTF-8, which jansson has judged already. */
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
static const char *judge(const char *text) {
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

/* ---- Saying ----------------------------------------------------------------------------------------------------- */

static json_t *line_json(int channel, const char *name, int64_t at_ms, const char *text) {
    return json_pack("{sssssIss}", "channel", channel_words[channel], "name", name, "at", (json_int_t)at_ms, "text",
                     text);
}

static bool has_muted(const struct watcher *watcher, int64_t account) {
    for (int i = 0; i < watcher->muted_count; i++)
        if (watcher->muted[i] == account) return true;
    return false;
}

static void tell(struct asking *asking, int channel, const char *text) {
    const struct store_account *who = &asking->client->account;
    for (struct watcher *watcher = asking->table->watchers; watcher; watcher = watcher->next) {
        if (channel_of(watcher->viewer) != channel || has_muted(watcher, who->id)) continue;
        json_t *message = json_pack("{ssss}", "is", "chat", "table", asking->table->row.code);
        json_t *line = line_json(channel, who->name, asking->hub->now_ms, text);
        json_object_update_new(message, line);
        hub_send(watcher->client, message, watcher == asking->watcher ? asking->re : NULL);
    }
}

void chat_say(struct asking *asking) {
    const char *text = json_string_value(json_object_get(asking->message, "text"));
    const char *wrong = text ? judge(text) : "bad-text";
    if (!wrong && !limits_allow_account(asking->hub, LIMIT_CHAT, asking->client->account.id)) wrong = "limited";
    if (wrong) {
        refuse(asking, wrong);
        return;
    }
    int channel = channel_of(asking->watcher->viewer);
    struct store_line line = {
        .account = asking->client->account.id, .at_ms = asking->hub->now_ms, .channel = channel, .text = text};
    if (store_add_line(asking->hub->store, asking->table->row.id, &line)) {
        hub_cannot_save(asking->hub);
        return;
    }
    metrics_count(asking->hub, METRIC_CHAT);
    tell(asking, channel, text);
}

/* ---- Muting ----------------------------------------------------------------------------------------------------- */

static void unmute(struct watcher *watcher, int64_t account) {
    int kept = 0;
    for (int i = 0; i < watcher->muted_count; i++)
        if (watcher->muted[i] != account) watcher->muted[kept++] = watcher->muted[i];
    watcher->muted_count = kept;
}

void chat_mute(struct asking *asking) {
    struct watcher *watcher = asking->watcher;
    const char *name = json_string_value(json_object_get(asking->message, "name"));
    struct store_account account;
    if (!name || strlen(name) >= STORE_NAME_MAX || store_find_account(asking->hub->store, name, &account)) {
        refuse(asking, "no-person");
        return;
    }
    unmute(watcher, account.id);
    if (!json_is_true(json_object_get(asking->message, "yes"))) return;
    if (watcher->muted_count == MUTED_MAX) unmute(watcher, watcher->muted[0]);
    watcher->muted[watcher->muted_count++] = account.id;
}

/* ---- What was said ---------------------------------------------------------------------------------------------- */

struct lines {
    struct hub *hub;
    json_t *list;
    int channel;
};

static bool add_line(const struct store_line *line, void *context) {
    struct lines *lines = context;
    struct store_account account;
    bool is_known = !store_get_account(lines->hub->store, line->account, &account);
    json_array_append_new(lines->list,
                          line_json(lines->channel, is_known ? account.name : "", line->at_ms, line->text));
    return true;
}

json_t *chat_lines(struct hub *hub, const struct table *table, int viewer) {
    struct lines lines = {hub, json_array(), channel_of(viewer)};
    if (store_read_lines(hub->store, table->row.id, lines.channel, 0, TALK_SHOWN, add_line, &lines) == STORE_FAILED)
        hub_cannot_save(hub);
    return lines.list;
}
