/* A link to send to somebody: shown, copied with a button, or handed to the phone's own sharing. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../art";
import { t } from "../words";

const COPIED_MS = 2500;

const copyText = async (text: string, field: HTMLInputElement | null): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field?.select();
    document.execCommand("copy"); /* pages without TLS have no clipboard */
  }
};

export const CopyLink = ({ path, label }: { path: string; label: string }): JSX.Element => {
  const isCopied = useSignal(false);
  const address = location.origin + path;
  const copy = (button: HTMLElement): void => {
    const field = button.closest(".copy")!.querySelector("input");
    void copyText(address, field).then(() => {
      isCopied.value = true;
      setTimeout(() => (isCopied.value = false), COPIED_MS);
    });
  };
  return (
    <div class="copy">
      <input class="field" readOnly aria-label={label} value={address} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="btn teal" onClick={(event) => copy(event.currentTarget)}>
        <Icon name={isCopied.value ? "i-check" : "i-link"} />
        <span aria-live="polite">{t(isCopied.value ? "web.online.copied" : "web.online.copy")}</span>
      </button>
      {"share" in navigator && (
        <button
          type="button"
          class="btn square phone-only"
          aria-label={t("web.online.share")}
          onClick={() => void navigator.share({ url: address }).catch(() => undefined)}
        >
          <Icon name="i-send" />
        </button>
      )}
    </div>
  );
};
