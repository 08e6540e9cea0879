/*
 * Who sits where: from the command line or from the file beside a saved game; and the names of bots.
 */
#include "terminal/seating.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PERSON[] = "human";
static const char STANDARD[] = "2";

/* ---- Sitting down ----------------------------------------------------------------------------------------------- */

static bool is_person(const char *name, size_t length) {
    return length == sizeof PERSON - 1 && !memcmp(name, PERSON, length);
}

/* Programs play in the arena only: they could not be told that a move was taken back. */
static bool is_seated(const char *name, size_t length, struct bot *bot) {
    return bot_read(name, length, bot) && bot->kind <= BOT_SEARCH;
}

/* Takes a seat's player by its name. */
static bool sit(struct seat *seat, const char *name, size_t length) {
    memset(seat, 0, sizeof *seat);
    seat->is_person = is_person(name, length);
    return seat->is_person || is_seated(name, length, &seat->bot);
}

static int count_words(const char *list) {
    int count = 1;
    for (; *list; list++) count += *list == ',';
    return count;
}

static bool has_person(const char *list) {
    for (const char *at = list;;) {
        size_t length = strcspn(at, ",");
        if (is_person(at, length)) return true;
        if (!at[length]) return false;
        at += length + 1;
    }
}

/* Seats the bots of a list from a seat on; the last one named takes all the seats that are left. */
static bool sit_list(struct seating *seating, int first, const char *list, char wrong[BOT_NAME_MAX]) {
    const char *at = list;
    for (int seat = first; seat < seating->players; seat++) {
        size_t length = strcspn(at, ",");
        if (!sit(&seating->seats[seat], at, length)) {
            snprintf(wrong, BOT_NAME_MAX, "%.*s", (int)length, at);
            return false;
        }
        if (at[length]) at += length + 1;
    }
    return true;
}

/* A list longer than the table is a mistake: one of its names would sit nowhere. */
static int first_bot(const struct seating *seating, const struct seating_wish *wish, const char *list) {
    if (has_person(list)) return count_words(list) <= seating->players ? 0 : -1;
    int people = wish->is_hotseat ? seating->players - count_words(list) : 1;
    return people >= 1 && count_words(list) <= seating->players - people ? people : -1;
}

/* A name is cut between two characters. */
static void take_name(struct seat *seat, const char *name, size_t length) {
    if (!length) return;
    if (length >= SEAT_NAME_MAX) length = SEAT_NAME_MAX - 1;
    while (length && ((unsigned char)name[length] & 0xc0) == 0x80) length--;
    memcpy(seat->name, name, length);
    seat->name[length] = 0;
    for (char *c = seat->name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    seat->is_named = true;
}

void seating_rename(struct seating *seating, const char *list) {
    for (int seat = 0; seat < seating->players && *list; seat++) {
        if (!seating->seats[seat].is_person) continue;
        size_t length = strcspn(list, ",");
        take_name(&seating->seats[seat], list, length);
        list += length + (list[length] == ',');
    }
}

bool seating_read(struct seating *seating, int players, const struct seating_wish *wish, char wrong[BOT_NAME_MAX]) {
    assert(players > 0 && players <= ARKAD_SEATS_MAX);
    memset(seating, 0, sizeof *seating);
    seating->players = players;
    for (int seat = 0; seat < players; seat++) seating->seats[seat].is_person = true;
    const char *list = wish->bots ? wish->bots : wish->level ? wish->level : wish->is_hotseat ? NULL : STANDARD;
    int first = list ? first_bot(seating, wish, list) : players;
    if (first < 0) {
        snprintf(wrong, BOT_NAME_MAX, "%s", list);
        return false;
    }
    if (list && !sit_list(seating, first, list, wrong)) return false;
    if (wish->names) seating_rename(seating, wish->names);
    return true;
}

unsigned seating_people(const struct seating *seating) {
    unsigned people = 0;
    for (int seat = 0; seat < seating->players; seat++) people |= (unsigned)seating->seats[seat].is_person << seat;
    return people;
}

/* ---- Names ------------------------------------------------------------------------------------------------------ */

/* What a bot of this name is called: "Master", or its own name. */
static void bot_title(const struct bot *bot, const struct lang *lang, char title[SEAT_NAME_MAX]) {
    char key[16];
    snprintf(key, sizeof key, "level.%d", bot->level);
    struct text out = text_in(title, SEAT_NAME_MAX);
    text_put(&out, bot->level ? lang_text(lang, key) : bot->name);
    title[0] = (char)toupper((unsigned char)title[0]);
}

/* How many bots like this one sit at the table, and which of them this is. */
static int count_alike(const struct seating *seating, int seat, int *number) {
    int alike = 0;
    for (int other = 0; other < seating->players; other++) {
        const struct seat *one = &seating->seats[other];
        if (one->is_person || strcmp(one->bot.name, seating->seats[seat].bot.name)) continue;
        alike++;
        if (other == seat) *number = alike;
    }
    return alike;
}

static void name_bot(struct seating *seating, int seat, const struct lang *lang) {
    char title[SEAT_NAME_MAX];
    int number = 1;
    bot_title(&seating->seats[seat].bot, lang, title);
    if (count_alike(seating, seat, &number) == 1)
        snprintf(seating->seats[seat].name, SEAT_NAME_MAX, "%s", title);
    else
        snprintf(seating->seats[seat].name, SEAT_NAME_MAX, "%.40s %d", title, number);
}

/* A person alone among bots has the name of the user of this machine; several are numbered. */
static void name_person(struct seating *seating, int seat, const struct lang *lang) {
    const char *login = getenv("USER");
    bool is_alone = seating_people(seating) == 1U << seat;
    struct text name = text_in(seating->seats[seat].name, SEAT_NAME_MAX);
    if (is_alone && login && *login) {
        text_char(&name, (char)toupper((unsigned char)*login));
        text_put(&name, login + 1);
    } else {
        LANG_PUT(lang, &name, "ui.player", {.name = "number", .number = seat + 1});
    }
}

void seating_name(struct seating *seating, const struct lang *lang) {
    for (int seat = 0; seat < seating->players; seat++) {
        struct seat *one = &seating->seats[seat];
        if (!one->is_person)
            name_bot(seating, seat, lang);
        else if (!one->is_named)
            name_person(seating, seat, lang);
        seating->names[seat] = one->name;
    }
}

/* ---- Written down ----------------------------------------------------------------------------------------------- */

void seating_write(const struct seating *seating, struct text *out) {
    for (int seat = 0; seat < seating->players; seat++) {
        const struct seat *one = &seating->seats[seat];
        text_put(out, one->is_person ? "human " : "bot ");
        text_put(out, !one->is_person ? one->bot.name : one->is_named ? one->name : "");
        text_char(out, '\n');
    }
}

static bool restore_seat(struct seat *seat, const char *line, size_t length) {
    memset(seat, 0, sizeof *seat);
    if (length >= 6 && !memcmp(line, "human ", 6)) {
        seat->is_person = true;
        take_name(seat, line + 6, length - 6);
        return true;
    }
    return length > 4 && !memcmp(line, "bot ", 4) && is_seated(line + 4, length - 4, &seat->bot);
}

bool seating_restore(struct seating *seating, int players, const char *text) {
    memset(seating, 0, sizeof *seating);
    seating->players = players;
    for (int seat = 0; seat < players; seat++) {
        size_t length = strcspn(text, "\n");
        if (!text[length] || !restore_seat(&seating->seats[seat], text, length)) return false;
        text += length + 1;
    }
    return true;
}
