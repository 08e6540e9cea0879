/* Which map is played on: ours, or one that this browser keeps. Nothing for games without a map. */
import type { JSX } from "preact";
import { Options } from "../pages/options";
import { t } from "../words";
import { hasMap, mapNames } from "./kept";

interface MapPickProps {
  game: string;
  chosen: string; /* its name; "": ours */
  onChoose: (name: string) => void;
}

export const MapPick = ({ game, chosen, onChoose }: MapPickProps): JSX.Element | null => {
  if (!hasMap(game)) return null;
  return (
    <>
      <Options
        name="map"
        title={t("web.maps.map")}
        values={["", ...mapNames.value]}
        chosen={mapNames.value.includes(chosen) ? chosen : ""}
        say={(name) => name || t("web.maps.ours")}
        onChoose={onChoose}
      />
      <p class="map-link small">
        <a href="/maps">{t("web.maps.own")}</a>
      </p>
    </>
  );
};
