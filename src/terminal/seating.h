/*
 * Who sits where: people and bots, and what they are called.
 */
#ifndef TERMINAL_SEATING_H
#define TERMINAL_SEATING_H

#include "bots/bot.h"
#include "lang/lang.h"

enum { SEAT_NAME_MAX = 48 };

struct seat {
    bool is_person;
    bool is_named; /* by the people themselves; otherwise named in the language of the table */
    struct bot bot;
    char name[SEAT_NAME_MAX];
};

struct seating {
    int players;
    struct seat seats[ARKAD_SEATS_MAX];
    const char *names[ARKAD_SEATS_MAX];
};

/* What was asked for on the command line; NULL: nothing. */
struct seating_wish {
    const char *bots, *level, *names;
    bool is_hotseat;
};

/* Seats everybody. `human` in a list of bots is a person, and the last one named sits in all the seats that are left.
   Without a `human` in it the person sits in seat 0, or, at a hot seat, people sit before the bots. False: `wrong`
   is the name that does not exist. */
bool seating_read(struct seating *seating, int players, const struct seating_wish *wish, char wrong[BOT_NAME_MAX]);
/* Names the people, in the order of their seats, from a list with commas. */
void seating_rename(struct seating *seating, const char *list);
/* Names those that have not named themselves. */
void seating_name(struct seating *seating, const struct lang *lang);

/* The people, as bits. */
unsigned seating_people(const struct seating *seating);

/* One line for each seat, "human NAME" or "bot NAME": how a game that is continued finds its players again. */
void seating_write(const struct seating *seating, struct text *out);
/* False if the text does not seat this many players. */
bool seating_restore(struct seating *seating, int players, const char *text);

#endif
