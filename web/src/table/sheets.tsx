/* What opens over a table: all moves, log, chat, keys, the table itself. */
import type { JSX } from "preact";
import { type Face, Icon } from "../art";
import { t } from "../words";
import { AllMoves } from "./all-moves";
import type { GameTable, Scene } from "./game";
import { Keys } from "./keys";
import { Log } from "./log";
import type { Faces } from "./said";
import { Standing } from "./seats";
import { Sheet } from "./sheet";
import { picture } from "./top";

export type SheetName = "all" | "log" | "chat" | "table" | "keys";

interface SheetsProps {
  scene: Scene;
  table: GameTable;
  faces: Faces;
  wishes: { card: string; face: Face }[];
  beside: JSX.Element | null | undefined;
  shown: SheetName | null;
  onBack: ((n: number) => void) | undefined;
  onClose: () => void;
}

export const Sheets = ({ scene, table, faces, wishes, beside, shown, onBack, onClose }: SheetsProps): JSX.Element | null => {
  const { sitting, online, names } = scene;
  if (shown === "all") return <AllMoves scene={scene} onClose={onClose} />;
  if (shown === "keys") return <Keys onClose={onClose} />;
  if (shown === "table" && online) return <online.TableSheet sitting={sitting} onClose={onClose} />;
  if (shown === "log")
    return (
      <Sheet title={t("web.log")} onClose={onClose}>
        <Standing scene={scene} table={table} />
        {beside}
        <Log sitting={sitting} names={names} faces={faces} onBack={onBack} />
        <p class="row end">
          <button type="button" class="btn" onClick={() => (onClose(), picture(sitting.game))}>
            <Icon name="i-picture" /> {t("web.picture")}
          </button>
        </p>
      </Sheet>
    );
  if (shown === "chat" && online)
    return (
      <Sheet title={t("web.online.chat")} onClose={onClose}>
        <online.Chat room={sitting.room!} wishes={wishes} />
      </Sheet>
    );
  return null;
};
