/*
 * Glicko-2, with every other player of a game as an opponent, all of them together weighing as one; docs/ratings.md.
 */
#include "server/table/rating.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double SCALE = 173.7178;   /* from ratings to Glicko-2's own measure */
static const double TAU = 0.5;          /* how much volatility may change: the middle of what is advised */
static const double DAYS_OF_PERIOD = 7; /* a game is a period of its own; so is a week without one */
static const double DEVIATION_MAX = 350, DEVIATION_MIN = 45, CLOSE = 1e-6;
static const double PI = 3.14159265358979323846;
enum { ROUNDS_MAX = 100 };

const struct strength rating_newcomer = {.rating = 1500, .deviation = 350, .volatility = 0.06};

static double limited(double deviation) {
    return deviation > DEVIATION_MAX ? DEVIATION_MAX : deviation < DEVIATION_MIN ? DEVIATION_MIN : deviation;
}

void rating_rest(struct strength *strength, double days) {
    double phi = strength->deviation / SCALE, periods = days > 0 ? days / DAYS_OF_PERIOD : 0;
    strength->deviation = limited(SCALE * sqrt(phi * phi + periods * strength->volatility * strength->volatility));
}

/* How little a result says against somebody whose strength is uncertain. */
static double g(double phi) { return 1 / sqrt(1 + 3 * phi * phi / (PI * PI)); }

/* What one game says of a player: how sure it is, and by how much the player did better than expected. */
struct evidence {
    double weight; /* 1 / v */
    double gain;   /* sum of g (s - E) */
};

/* Each other player is an opponent in a game of its own; together they weigh as one. */
static struct evidence evidence_of(const struct strength *strengths, const int *places, int count, int me) {
    struct evidence evidence = {0};
    assert(places[me] >= 1 && strengths[me].deviation > 0);
    double share = 1 / (double)(count - 1), mu = (strengths[me].rating - 1500) / SCALE;
    for (int i = 0; i < count; i++) {
        if (i == me) continue;
        double other = (strengths[i].rating - 1500) / SCALE, sure = g(strengths[i].deviation / SCALE);
        double expected = 1 / (1 + exp(-sure * (mu - other)));
        double score = places[me] < places[i] ? 1 : places[me] == places[i] ? 0.5 : 0;
        evidence.weight += share * sure * sure * expected * (1 - expected);
        evidence.gain += share * sure * (score - expected);
    }
    return evidence;
}

struct volatility_problem {
    double delta2, phi2, v, a;
};

/* Glicko-2, step 5: the new volatility is where this is 0. */
static double slope(const struct volatility_problem *p, double x) {
    double e = exp(x), sum = p->phi2 + p->v + e;
    return e * (p->delta2 - sum) / (2 * sum * sum) - (x - p->a) / (TAU * TAU);
}

/* By the Illinois variant of regula falsi, as the author of Glicko-2 gives it. */
static double new_volatility(const struct volatility_problem *p) {
    double low = p->a, high = p->a - TAU;
    if (p->delta2 > p->phi2 + p->v)
        high = log(p->delta2 - p->phi2 - p->v);
    else
        for (int i = 0; i < ROUNDS_MAX && slope(p, high) < 0; i++) high -= TAU;
    double at_low = slope(p, low), at_high = slope(p, high);
    for (int i = 0; i < ROUNDS_MAX && fabs(high - low) > CLOSE; i++) {
        double next = low + (low - high) * at_low / (at_high - at_low), at_next = slope(p, next);
        if (at_next * at_high <= 0)
            low = high, at_low = at_high;
        else
            at_low /= 2;
        high = next, at_high = at_next;
    }
    return exp(low / 2);
}

static struct strength after_game(const struct strength *strengths, const int *places, int count, int me) {
    struct evidence evidence = evidence_of(strengths, places, count, me);
    double phi = strengths[me].deviation / SCALE, sigma = strengths[me].volatility, v = 1 / evidence.weight;
    double delta = v * evidence.gain;
    struct volatility_problem problem = {.delta2 = delta * delta, .phi2 = phi * phi, .v = v, .a = log(sigma * sigma)};
    double volatility = new_volatility(&problem);
    double before = sqrt(phi * phi + volatility * volatility);
    double after = 1 / sqrt(1 / (before * before) + evidence.weight);
    return (struct strength){.rating = strengths[me].rating + SCALE * after * after * evidence.gain,
                             .deviation = limited(SCALE * after),
                             .volatility = volatility};
}

void rating_update(struct strength *strengths, const int *places, int count) {
    struct strength after[RATED_MAX];
    assert(count >= 2 && count <= RATED_MAX);
    for (int i = 0; i < count; i++) after[i] = after_game(strengths, places, count, i);
    for (int i = 0; i < count; i++) assert(isfinite(after[i].rating) && after[i].volatility > 0);
    memcpy(strengths, after, (size_t)count * sizeof *strengths);
}

/* ---- At a table -------------------------------------------------------------------------------------------------- */

static bool read_strength(struct server *server, int64_t account, const char *game, struct store_rating *rating,
                          struct strength *strength) {
    enum store_answer answer = store_get_rating(server->store, account, game, rating);
    if (answer == STORE_FAILED) return false;
    *strength = rating_newcomer;
    if (answer == STORE_OK) {
        *strength = (struct strength){rating->rating, rating->deviation, rating->volatility};
        rating_rest(strength, (double)(server->now_ms - rating->changed_ms) / (24 * 3600 * 1000.0));
        return true;
    }
    *rating = (struct store_rating){.account = account};
    memcpy(rating->game, game, strlen(game) + 1);
    return true;
}

static bool store_strength(struct server *server, struct store_rating *rating, const struct strength *strength) {
    rating->rating = strength->rating;
    rating->deviation = strength->deviation;
    rating->volatility = strength->volatility;
    rating->games++;
    rating->changed_ms = server->now_ms;
    return store_put_rating(server->store, rating) == STORE_OK;
}

void rating_game_over(struct server *server, const struct store_table *table, struct store_seat *seats) {
    struct store_rating ratings[STORE_SEATS_MAX];
    struct strength strengths[STORE_SEATS_MAX];
    int places[STORE_SEATS_MAX];
    bool is_good = true;
    for (int i = 0; i < table->players && is_good; i++) {
        if (seats[i].kind != SEAT_PERSON || seats[i].place < 1) return; /* rated tables have persons only */
        is_good = read_strength(server, seats[i].account, table->game, &ratings[i], &strengths[i]);
        places[i] = seats[i].place;
        if (is_good) seats[i].rating_before = (float)strengths[i].rating;
    }
    if (is_good) rating_update(strengths, places, table->players);
    for (int i = 0; i < table->players && is_good; i++) {
        seats[i].rating_after = (float)strengths[i].rating;
        is_good = store_strength(server, &ratings[i], &strengths[i]) &&
                  store_change_seat(server->store, table->id, i, &seats[i]) == STORE_OK;
    }
    if (!is_good) server_cannot_save(server);
}
