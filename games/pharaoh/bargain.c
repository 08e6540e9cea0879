/*
 * Trades as people put them together in the terminal: read and written, touched, told, declined
 * (src/terminal/bargain.h).
 */
#include "terminal/bargain.h"

#include "games/pharaoh/pharaoh.h"

#include <string.h>

_Static_assert(BARGAIN_KINDS > (int)KINDS, "every kind has its place");
_Static_assert(SPOTS_MAX > (int)CARDS + (int)KINDS, "all cards can be touched");

static const struct pharaoh *position_of(const struct arkad_position *view) {
    return (const struct pharaoh *)(const void *)view->bytes;
}

static bool is_proposal(const struct arkad_move *move) { return move->verb == OFFER || move->verb == COUNTER_OFFER; }

static const char *title(const struct arkad_move *proposal) {
    return proposal->verb == OFFER ? "ui.trade.offer" : "ui.trade.counter";
}

/* With whom a seat bargains that is to answer. */
static int other_side(const struct pharaoh *p, int seat) { return (seat == p->turn - 1 ? p->partner : p->turn) - 1; }

/* ---- Reading and writing ---------------------------------------------------------------------------------------- */

static int kind_of(char letter) {
    for (int card = 1; card <= KINDS; card++)
        if (cards[card][0] == letter) return card;
    return 0;
}

/* A list of cards like 3,3,*; one that is still being typed may end with a comma. */
static bool read_cards(const char *word, size_t length, uint8_t counts[BARGAIN_KINDS]) {
    for (size_t i = 0; i < length; i++) {
        int card = kind_of(word[i]);
        if (i % 2 ? word[i] != ',' : !card) return false;
        if (!(i % 2) && counts[card] < CARDS) counts[card]++;
    }
    return true;
}

static bool is_word(const char *word, size_t length, const char *expected) {
    return length == strlen(expected) && !strncmp(word, expected, length);
}

static bool read_partner(const char *word, size_t length, int *to) {
    bool is_seat = length == 1 && *word >= '0' && *word < '0' + SEATS;
    if (is_seat) *to = *word - '0';
    return is_seat || is_word(word, length, "all");
}

/* One of the words after the verb: whom, cards, "for", cards. */
static bool read_word(struct bargain *b, const char *word, size_t length, bool *has_partner, uint8_t **side) {
    if (!*has_partner) return *has_partner = read_partner(word, length, &b->to);
    if (*side == b->want || !is_word(word, length, "for")) return read_cards(word, length, *side);
    *side = b->want;
    return true;
}

/* The last word may be unfinished, and says nothing then. */
static bool read_rest(const char *at, struct bargain *b) {
    uint8_t *side = b->give;
    bool has_partner = b->is_counter, is_read = true;
    for (at += strspn(at, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        is_read = read_word(b, at, length, &has_partner, &side);
        at += length;
        if (!is_read && *at) return false;
    }
    b->is_clear = is_read && has_partner;
    return true;
}

static bool may_propose(const struct pharaoh *p) {
    return p->offers < p->head.options[OPTION_OFFERS] && !(p->head.phase == ANSWER && p->is_to_all);
}

static bool is_asking(const struct arkad_position *view) {
    int phase = position_of(view)->head.phase;
    return phase == ANSWER || phase == COUNTER;
}

static bool read_trade(const struct arkad_position *view, const char *typed, struct bargain *b) {
    bool is_offer = position_of(view)->head.phase == ACT;
    const char *verb = verbs[is_offer ? OFFER : COUNTER_OFFER];
    size_t length = strlen(verb);
    if (!may_propose(position_of(view)) || !(is_offer || is_asking(view))) return false;
    if (strncmp(typed, verb, length) || typed[length] != ' ') return false;
    *b = (struct bargain){.is_counter = !is_offer, .to = EVERYONE};
    return read_rest(typed + length + 1, b);
}

static void write_cards(struct text *out, const uint8_t counts[BARGAIN_KINDS], const char *between) {
    bool has_begun = false;
    for (int card = 1; card <= KINDS; card++)
        for (int i = 0; i < counts[card]; i++) {
            if (has_begun) text_put(out, between);
            text_char(out, cards[card][0]);
            has_begun = true;
        }
}

static void write_side(struct text *out, const uint8_t counts[BARGAIN_KINDS]) {
    if (bargain_is_empty(counts)) return;
    text_char(out, ' ');
    write_cards(out, counts, ",");
}

static void write_trade(const struct bargain *b, char typed[ARKAD_MOVE_TEXT_MAX]) {
    struct text out = text_in(typed, ARKAD_MOVE_TEXT_MAX);
    text_put(&out, verbs[b->is_counter ? COUNTER_OFFER : OFFER]);
    if (!b->is_counter && b->to == EVERYONE) text_put(&out, " all");
    if (!b->is_counter && b->to != EVERYONE) text_char(&out, ' '), text_number(&out, b->to);
    write_side(&out, b->give);
    text_put(&out, " for");
    write_side(&out, b->want);
}

/* Of what the other wants, one begins by giving what one has. */
static void begin(const struct arkad_position *view, int seat, struct bargain *b) {
    const struct pharaoh *p = position_of(view);
    *b = (struct bargain){.is_counter = p->head.phase != ACT, .to = EVERYONE};
    for (int card = 1; b->is_counter && card <= KINDS; card++) {
        int held = p->seats[seat].hand[card], wanted = -p->terms[card];
        if (wanted > 0) b->give[card] = (uint8_t)(wanted < held ? wanted : held);
        if (wanted < 0) b->want[card] = (uint8_t)-wanted;
    }
}

/* ---- Touching --------------------------------------------------------------------------------------------------- */

static int spots_of_seats(const struct bargain *b, const struct table *table, const struct lang *lang, int seat,
                          struct spot *spots) {
    int count = 0;
    if (b->is_counter) return 0;
    spots[count++] = (struct spot){lang_text(lang, "ui.trade.everyone"), EVERYONE, b->to == EVERYONE};
    for (int other = 0; other < table->setup.players; other++)
        if (other != seat) spots[count++] = (struct spot){table->seating.names[other], other, b->to == other};
    return count;
}

/* Equal cards lie side by side, those chosen first. */
static int add_spots(int card, int count, int chosen, struct spot *spots) {
    for (int i = 0; i < count; i++) spots[i] = (struct spot){cards[card], card, i < chosen};
    return count;
}

static int spots(const struct bargain *b, const struct table *table, const struct lang *lang, int seat,
                 enum bargain_row row, struct spot spots[SPOTS_MAX]) {
    const struct pharaoh *p = position_of(table_now(table));
    int count = 0;
    if (row == ROW_TO) return spots_of_seats(b, table, lang, seat, spots);
    for (int card = 1; card <= KINDS; card++) {
        bool is_mine = row == ROW_GIVE;
        int shown = is_mine ? p->seats[seat].hand[card] : b->want[card] + 1;
        if (count + shown > SPOTS_MAX) shown = SPOTS_MAX - count;
        count += add_spots(card, shown, is_mine ? b->give[card] : b->want[card], spots + count);
    }
    return count;
}

/* ---- What was proposed this turn -------------------------------------------------------------------------------- */

static int turns(const struct arkad_position *view) { return position_of(view)->turns; }

/* What became of a proposal. One to everyone is declined when the last has declined it. */
static const struct outcome {
    const char *mark, *key;
} open_yet = {"…", "ui.trade.open"}, accepted = {"✓", "ui.trade.accepted"}, declined = {"✗", "ui.trade.declined"},
  countered = {"↺", "ui.trade.countered"};

static const struct outcome *find_outcome(const struct table *table, int proposal, int *by) {
    for (int step = proposal + 1; step < table->count; step++) {
        bool is_over = position_of(table_after(table, step + 1))->head.phase == ACT;
        *by = table->steps[step].seat;
        switch (table->steps[step].move.verb) {
        case ACCEPT: return &accepted;
        case COUNTER_OFFER: return &countered;
        default:
            if (is_over) return &declined;
        }
    }
    return &open_yet;
}

static void put_outcome(const struct table *table, const struct lang *lang, int viewer, int step,
                        struct proposal *proposal) {
    int by = 0;
    const struct outcome *outcome = find_outcome(table, step, &by);
    struct text out = text_in(proposal->outcome, SAY_MAX);
    proposal->mark = outcome->mark;
    LANG_PUT(lang, &out, outcome->key, {.name = "name", .text = table_name(table, lang, by, viewer)});
}

static void put_terms(const int8_t *terms, int sign, struct text *out) {
    uint8_t counts[BARGAIN_KINDS] = {0};
    for (int card = 1; card <= KINDS; card++)
        if (terms[card] * sign > 0) counts[card] = (uint8_t)(terms[card] * sign);
    write_cards(out, counts, " ");
}

static void tell(const struct table *table, const struct lang *lang, int viewer, int step, struct proposal *proposal) {
    char give[SAY_MAX], want[SAY_MAX];
    const struct step *made = &table->steps[step];
    const struct pharaoh *before = position_of(table_after(table, step));
    struct text give_text = text_in(give, SAY_MAX), want_text = text_in(want, SAY_MAX);
    struct text out = text_in(proposal->text, SAY_MAX);
    put_terms((const int8_t *)made->move.args, 1, &give_text);
    put_terms((const int8_t *)made->move.args, -1, &want_text);
    put_outcome(table, lang, viewer, step, proposal);
    int to = made->move.verb == OFFER ? made->move.args[0] : other_side(before, made->seat);
    LANG_PUT(lang, &out, "ui.trade.line", {.name = "from", .text = table_name(table, lang, made->seat, viewer)},
             {.name = "to",
              .text = to == EVERYONE ? lang_text(lang, "ui.trade.everyone") : table_name(table, lang, to, viewer)},
             {.name = "give", .text = give}, {.name = "want", .text = want});
}

/* ---- What is known of a hand ------------------------------------------------------------------------------------ */

static void put_known(const struct lang *lang, const char *key, const uint8_t *known, int shift, struct text *out) {
    char list[SAY_MAX];
    uint8_t counts[BARGAIN_KINDS] = {0};
    struct text names = text_in(list, sizeof list);
    for (int card = 1; card <= KINDS; card++) counts[card] = known[card] >> shift & 15;
    if (bargain_is_empty(counts)) return;
    write_cards(&names, counts, " ");
    LANG_PUT(lang, out, key, {.name = "cards", .text = list});
}

static void tell_hand(const struct table *table, const struct lang *lang, int viewer, int seat, char text[SAY_MAX]) {
    const struct pharaoh *p = position_of(table_now(table));
    const uint8_t *known = p->seats[viewer].known[seat];
    struct text out = text_in(text, SAY_MAX);
    LANG_PUT(lang, &out, "ui.trade.hand", {.name = "name", .text = table->seating.names[seat]},
             {.name = "n", .number = p->hand_count[seat]});
    put_known(lang, "ui.trade.certain", known, 0, &out);
    put_known(lang, "ui.trade.doubtful", known, 4, &out);
}

static bool may_refuse(const struct arkad_position *view, struct arkad_move *decline) {
    *decline = (struct arkad_move){.verb = DECLINE};
    return position_of(view)->head.phase == ANSWER;
}

const struct bargain_game pharaoh_bargain = {
    .name = "pharaoh",
    .help = "ui.trade.help",
    .is_proposal = is_proposal,
    .title = title,
    .read = read_trade,
    .write = write_trade,
    .begin = begin,
    .spots = spots,
    .turns = turns,
    .tell = tell,
    .tell_hand = tell_hand,
    .is_asking = is_asking,
    .may_refuse = may_refuse,
};
