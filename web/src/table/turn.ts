/* Whether it is my turn, seen from outside the page: its title, and a dot on its icon. */
import { useEffect } from "preact/hooks";
import { t } from "../words";

const showIcon = (file: string): void => document.querySelector("link[rel=icon]")?.setAttribute("href", file);

export const useTurn = (name: string, isMine: boolean): void => {
  const title = isMine ? `${name} – ${t("web.your-turn-low")}` : name;
  useEffect(() => {
    document.title = title;
    showIcon(isMine ? "/icon-turn.svg" : "/icon.svg");
  }, [title, isMine]);
  useEffect(
    () => () => {
      document.title = "Arkád";
      showIcon("/icon.svg");
    },
    [],
  );
};
