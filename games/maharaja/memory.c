/*
 * Maharaja: what a seat cannot see, plans, and gold if it was not there when it moved; and possible worlds for it.
 */
#include "games/maharaja/inside.h"

#include <string.h>

/* Some gold that the seat may have. */
static int guess_gold(const struct maharaja *m, int seat, struct chance *chance) {
    if (!may_have_paid(m, seat)) return FIRST_GOLD;
    return (int)chance_below(chance, m->round ? 2 * FIRST_GOLD : FIRST_GOLD + 1);
}

void maharaja_fill(void *view, struct chance *chance) {
    struct maharaja *m = view;
    uint32_t draw = chance_below(chance, PLANS * PLANS * PLANS * PLANS * PLANS); /* every seat's plan at once */
    for (int seat = 0; seat < m->head.players; seat++, draw /= PLANS) {
        if (!is_hidden(m, seat)) continue;
        m->seats[seat].gold = m->remembers ? m->remembered[seat] : (uint16_t)guess_gold(m, seat, chance);
        if (m->planned >> seat & 1 && !is_shown(m, seat)) memcpy(m->seats[seat].plan, plans[draw % PLANS].args, 2);
    }
}

/* Everyone's gold; null if the viewer was not there when it moved. */
void maharaja_memory_json(void *view, struct json *out) {
    struct maharaja *m = view;
    json_open(out, '{');
    json_key(out, "gold");
    m->remembers = !json_none(out, !m->remembers);
    if (m->remembers) json_open(out, '[');
    for (int seat = 0; m->remembers && seat < m->head.players; seat++) {
        int gold = m->remembered[seat];
        json_int(out, &gold, 0, GOLD_MAX);
        m->remembered[seat] = (uint16_t)gold;
    }
    if (m->remembers) json_close(out, ']');
    json_close(out, '}');
}
