/*
 * Oh, Pharaoh!: everything that holds in its positions. What obeys these laws is safe to play on.
 */
#include "games/pharaoh/inside.h"

#include <string.h>

static const char *law_of_cards(const struct pharaoh *p, struct text *why) {
    int unseen[KINDS + 1], missing = 0, hidden = p->pile_count, end_cards = 0;
    pharaoh_count_unseen(p, unseen);
    for (int i = 0; !p->head.viewer && i < p->pile_count; i++)
        if (p->hidden.pile[i] == END_CARD)
            end_cards++;
        else
            unseen[p->hidden.pile[i]]--;
    for (int card = 1; card <= KINDS; card++) {
        if (unseen[card] < 0) return text_say(why, "there are more %s than exist", cards[card]);
        missing += unseen[card];
    }
    for (int seat = 0; seat < p->head.players; seat++)
        if (!sees_hand(p, seat)) hidden += p->hand_count[seat];
    bool has_end_card = is_last(p) && (p->head.phase != OVER || p->turns == TURNS_MAX);
    if (p->head.viewer ? missing != hidden - has_end_card : missing) return text_say(why, "cards are missing");
    if (p->head.viewer ? has_end_card > p->pile_count : end_cards != has_end_card)
        return text_say(why, "the end card is not where it should be");
    return NULL;
}

static const char *law_of_counts(const struct pharaoh *p, struct text *why) {
    if (sum_bytes(p->discard + 1, KINDS) != p->discard_count) return text_say(why, "the discards are miscounted");
    for (int seat = 0; seat < p->head.players; seat++)
        if (sees_hand(p, seat) && sum_bytes(p->seats[seat].hand + 1, KINDS) != p->hand_count[seat])
            return text_say(why, "the hand of seat %d is miscounted", seat);
    for (int place = 1; place < OPEN; place++)
        if (p->open[place] && memchr(p->open, p->open[place], (size_t)place))
            return text_say(why, "two open cards are alike");
    return NULL;
}

/* Each of the first ten pyramids scored moves the marker; the cards of later ones stay on the discard pile. */
static const char *law_of_points(const struct pharaoh *p, struct text *why) {
    int points = 0, most = p->marker * WORTH_MAX + (is_last(p) ? p->discard_count * WORTH_A_CARD : 0);
    for (int seat = 0; seat < p->head.players; seat++) points += p->points[seat];
    return points <= most ? NULL : text_say(why, "there are %d points, and at most %d can be", points, most);
}

/* What one theft can make of a pyramid: none any more, but one again with some card put back. */
static bool is_ruin(const uint8_t *levels) {
    if (is_pyramid(levels)) return false;
    uint8_t whole[LEVELS + 1];
    memcpy(whole, levels, sizeof whole);
    for (int number = 1; number <= LEVELS; number++) {
        if (stones_on(levels[number]) == STONES_MAX) continue;
        whole[number] = (uint8_t)(levels[number] + 1);
        if (is_pyramid(whole)) return true;
        whole[number] = levels[number];
    }
    return false;
}

static const char *law_of_pyramids(const struct pharaoh *p, struct text *why) {
    for (int seat = 0; seat < p->head.players; seat++) {
        if (p->pyramid_count[seat] > (may_own_two(p) ? 2 : 1))
            return text_say(why, "seat %d owns more pyramids than it may", seat);
        for (int i = 0; i < p->pyramid_count[seat]; i++) {
            const uint8_t *levels = p->pyramids[seat][i];
            bool is_robbed = p->head.phase == SALVAGE && p->target == seat + 1 && p->robbed == i + 1;
            if (is_robbed ? !is_ruin(levels) : !is_pyramid(levels))
                return text_say(why, "pyramid %d of seat %d is not what it should be", i + 1, seat);
        }
    }
    return NULL;
}

static const char *law_of_trade(const struct pharaoh *p, struct text *why) {
    if (!p->partner || p->partner == p->turn || p->partner > p->head.players)
        return text_say(why, "the seat in turn must have another one to trade with");
    bool is_partners = p->head.phase == COUNTER;
    if (p->offers < (is_partners ? 2 : p->is_counter ? 3 : 1))
        return text_say(why, "more was proposed than is counted");
    if ((is_partners && !p->is_counter) || (p->is_to_all && p->is_counter))
        return text_say(why, "an offer is made by the seat in turn, and what answers one is a counter");
    int from = proposer(p), given = sum_side(p->terms, 1), wanted = sum_side(p->terms, -1), unseen[KINDS + 1];
    pharaoh_count_unseen(p, unseen);
    for (int card = 1; card <= KINDS; card++)
        if (p->terms[card] > (sees_hand(p, from) ? p->seats[from].hand[card] : unseen[card]))
            return text_say(why, "seat %d cannot have the %s that it gives", from, cards[card]);
    int most = p->is_to_all ? largest_other_hand(p, from) : p->hand_count[responder(p)];
    if (!given || !wanted || given > p->hand_count[from] || wanted > most)
        return text_say(why, "in a trade each side gives cards, and no more than it has");
    return NULL;
}

static const char *law_of_thief(const struct pharaoh *p, struct text *why) {
    if (!p->target || p->target == p->turn || p->target > p->head.players || !p->robbed ||
        p->robbed > p->pyramid_count[p->target - 1])
        return text_say(why, "the thief has no pyramid of another seat to go to");
    bool is_guarded = p->head.phase == GUARD;
    if (p->asked != (is_guarded ? 1U << (p->target - 1) : 0) || p->wards[0])
        return text_say(why, "the owner of the pyramid is asked first, and nobody else");
    if (!is_guarded && p->die < height_of(robbed_pyramid(p)))
        return text_say(why, "the thief has not rolled high enough");
    return p->discard[THIEF] ? NULL : text_say(why, "the thief is not on the discard pile");
}

static const char *law_of_tax(const struct pharaoh *p, struct text *why) {
    unsigned others = 0;
    int wards = 0;
    for (; wards < SEATS - 1 && p->wards[wards]; wards++) {
        unsigned seat = 1U << (p->wards[wards] - 1);
        if (others & seat) return text_say(why, "a seat has answered the tax collector twice");
        others |= seat;
    }
    if (p->head.phase != GUARD || !p->asked || p->target || p->robbed)
        return text_say(why, "a tax collector waits for answers, and goes to no pyramid");
    if ((others | p->asked) >> turn_of(p) & 1 || others & p->asked)
        return text_say(why, "the tax collector asks every other seat once");
    for (int seat = 0; seat < p->head.players; seat++)
        if (p->asked >> seat & 1 && !p->hand_count[seat])
            return text_say(why, "seat %d has nothing to be taxed and is not asked", seat);
    return p->discard[COLLECTOR] && p->discard[PHARAOH] >= wards
               ? NULL
               : text_say(why, "what was played is not on the discard pile");
}

static const char *law_of_steps(const struct pharaoh *p, struct text *why) {
    int seat = turn_of(p), phase = p->head.phase;
    if ((phase == SCORE || phase == DRAW) && (p->offers || p->die))
        return text_say(why, "nothing was offered or rolled yet in this turn");
    if (p->has_discarded && phase != END) return text_say(why, "discarding is the last step of a turn");
    switch (phase) {
    case SCORE: return can_score(p, seat) ? NULL : text_say(why, "seat %d has nothing to score", seat);
    case DRAW:
        if (due_pyramid(p, seat)) return text_say(why, "seat %d has to score first", seat);
        return can_draw(p) ? NULL : text_say(why, "there is nothing to draw");
    case ANSWER:
    case COUNTER: return law_of_trade(p, why);
    case GUARD:
    case STEAL:
    case SALVAGE:
        if (p->played == THIEF) return law_of_thief(p, why);
        return p->played == COLLECTOR ? law_of_tax(p, why) : text_say(why, "that card is not played so");
    default: return NULL;
    }
}

static const char *law_of_turns(const struct pharaoh *p, struct text *why) {
    bool is_trading = p->head.phase == ANSWER || p->head.phase == COUNTER;
    bool is_playing = p->head.phase == GUARD || p->head.phase == STEAL || p->head.phase == SALVAGE;
    if (!is_trading && (p->partner || p->is_to_all || p->is_counter)) return text_say(why, "nobody trades now");
    if (is_playing != (p->played != 0)) return text_say(why, "nobody plays a card now, or the card is missing");
    if (p->tries > p->offers) return text_say(why, "more was proposed than is counted");
    if (p->offers > p->head.options[OPTION_OFFERS]) return text_say(why, "more offers were made than are allowed");
    if (p->head.phase == OVER) {
        if (p->turn) return text_say(why, "the game is over, and it is nobody's turn");
        return p->turns == TURNS_MAX || is_last(p) ? NULL : text_say(why, "the game is not over yet");
    }
    if (p->turns >= TURNS_MAX) return text_say(why, "after %d turns the game is over", TURNS_MAX);
    if (turn_of(p) != (p->head.options[OPTION_STARTER] + p->turns) % p->head.players)
        return text_say(why, "it is another seat's turn");
    return law_of_steps(p, why);
}

const char *pharaoh_laws(const void *position, struct text *why) {
    const struct pharaoh *p = position;
    const char *broken = law_of_counts(p, why);
    if (!broken) broken = law_of_cards(p, why);
    if (!broken) broken = law_of_points(p, why);
    if (!broken) broken = law_of_turns(p, why);
    if (!broken) broken = law_of_pyramids(p, why);
    return broken ? broken : pharaoh_law_of_memory(p, why);
}
