/* Says what status.ts knows: as strips under the header of a page, as a key in the header of a table. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../art";
import { Sheet } from "../table/sheet";
import { t } from "../words";
import { newVersion, said, type Word } from "./status";

const icons: Record<Word, string> = { new: "i-star", offline: "i-offline", unreachable: "i-offline", full: "i-flag", no: "i-flag", unfair: "i-flag" };

const Strip = ({ word }: { word: Word }): JSX.Element => (
  <p class="strip" data-word={word}>
    <Icon name={icons[word]} />
    <span class="grow">{t(`web.offline.says.${word}`)}</span>
    {word === "new" && (
      <button type="button" class="btn teal" onClick={() => newVersion.value?.()}>
        {t("web.offline.load-again")}
      </button>
    )}
  </p>
);

export const Strips = (): JSX.Element => (
  <div class="strips" role="status">
    {said.value.map((word) => (
      <Strip key={word} word={word} />
    ))}
  </div>
);

/* Nothing, or one key that opens what there is to say. It never gets in the way of a game. */
export const NoticeKey = (): JSX.Element => {
  const isOpen = useSignal(false);
  const first = said.value[0];
  return (
    <>
      <span role="status">
        {first && (
          <button type="button" class="btn plain notice-key" data-word={first} aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
            <Icon name={icons[first]} />
            <span>{t(`web.offline.short.${first}`)}</span>
          </button>
        )}
      </span>
      {isOpen.value && (
        <Sheet title={t("web.offline.notices")} onClose={() => (isOpen.value = false)}>
          <div class="sheet-body strips">
            {said.value.map((word) => (
              <Strip key={word} word={word} />
            ))}
            {!said.value.length && <p>{t("web.offline.all-well")}</p>}
          </div>
        </Sheet>
      )}
    </>
  );
};
