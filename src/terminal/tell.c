/*
 * Hints, results, and what to do with the file, in words.
 */
#include "terminal/tell.h"

#include <math.h>
#include <string.h>

static long percent(float chance) { return lroundf(100 * chance); }

static void put_move(const struct table *table, const struct lang *lang, const struct arkad_position *view, int viewer,
                     const struct search_move *hint, const char *key, struct text *out) {
    char words[SAY_MAX], notation[ARKAD_MOVE_TEXT_MAX];
    say_choice(lang, table->game, view, viewer, &hint->move, table->seating.names, words);
    arkad_move_write(table->game, &hint->move, notation);
    LANG_PUT(lang, out, key, {.name = "move", .text = words}, {.name = "notation", .text = notation},
             {.name = "percent", .number = percent(hint->value)});
}

static void put_chances(const struct table *table, const struct lang *lang, const float *chances, struct text *out) {
    char list[SAY_MAX];
    struct text names = text_in(list, sizeof list);
    for (int seat = 0; seat < table->setup.players; seat++) {
        if (seat) text_put(&names, ", ");
        LANG_PUT(lang, &names, "ui.hint.chance", {.name = "name", .text = table->seating.names[seat]},
                 {.name = "percent", .number = percent(chances[seat])});
    }
    LANG_PUT(lang, out, "ui.hint.chances", {.name = "list", .text = list});
}

void tell_hint(const struct table *table, const struct lang *lang, int viewer, const struct answer *hint,
               char text[MESSAGE_MAX]) {
    struct text out = text_in(text, MESSAGE_MAX);
    struct arkad_position view;
    table_view(table, table->count, viewer, &view);
    put_move(table, lang, &view, viewer, &hint->hints[0], "ui.hint.best", &out);
    text_char(&out, ' ');
    put_chances(table, lang, hint->chances, &out);
    for (int i = 1; i < hint->hint_count; i++) {
        text_char(&out, ' ');
        put_move(table, lang, &view, viewer, &hint->hints[i], "ui.hint.other", &out);
    }
}

int tell_result(const struct table *table, const struct lang *lang, const struct arkad_result *result, int line,
                char text[SAY_MAX]) {
    int order[ARKAD_SEATS_MAX];
    for (int seat = 0; seat < table->setup.players; seat++) {
        int at = seat;
        for (; at > 0 && result->places[order[at - 1]] > result->places[seat]; at--) order[at] = order[at - 1];
        order[at] = seat;
    }
    struct text out = text_in(text, SAY_MAX);
    LANG_PUT(lang, &out, "ui.result", {.name = "place", .number = result->places[order[line]]},
             {.name = "name", .text = table->seating.names[order[line]]},
             {.name = "points", .number = result->scores[order[line]]});
    return order[line];
}

void tell_file(const struct table *table, const struct lang *lang, char text[SAY_MAX + SAVE_NAME_MAX]) {
    struct text out = text_in(text, SAY_MAX + SAVE_NAME_MAX);
    const struct save *save = &table->save;
    if (save->problem[0])
        LANG_PUT(lang, &out, "ui.unsaved", {.name = "why", .text = save->problem});
    else
        LANG_PUT(lang, &out, table_is_over(table) ? "ui.file.over" : "ui.file.open",
                 {.name = "file", .text = save->name});
}
