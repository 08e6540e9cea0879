import type { GameName } from "../engine/engine";
import { alhambra } from "./alhambra";
import { byzanz } from "./byzanz";
import type { Lesson } from "./lesson";
import { maharaja } from "./maharaja";
import { pharaoh } from "./pharaoh";
import { towers } from "./towers";

export const lessons: Record<GameName, Lesson> = { towers, byzanz, alhambra, pharaoh, maharaja };
