/*
 * The rules texts as they are built in: tools/rules.py makes their table from the rules.CODE.md of every game.
 */
#ifndef CLI_RULES_TEXTS_H
#define CLI_RULES_TEXTS_H

struct rules_text {
    const char *game, *lang; /* by their name and code */
    const char *markdown;
};

extern const struct rules_text rules_texts[];
extern const int rules_text_count;

#endif
