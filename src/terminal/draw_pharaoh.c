#include "terminal/draw_kit.h"
void draw_pharaoh(const struct drawing *drawing) { (void)drawing; }
