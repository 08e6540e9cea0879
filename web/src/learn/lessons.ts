import { alhambra } from "./alhambra";
import { byzanz } from "./byzanz";
import type { Lesson } from "./lesson";
import { maharaja } from "./maharaja";
import { pharaoh } from "./pharaoh";
import { towers } from "./towers";

export const lessons: Record<string, Lesson> = { towers, byzanz, alhambra, pharaoh, maharaja };
