/* What can be set, as a sheet. */
import type { JSX } from "preact";
import { confirms, marks, ownName, pace, paces, sound, theme, themes } from "../settings";
import { play } from "../table/sound";
import { Sheet } from "../table/sheet";
import { lang, languages, speak, t } from "../words";
import { Options } from "./options";

const NAME_MAX = 20;

export const SettingsForm = ({ onClose }: { onClose: () => void }): JSX.Element => (
  <Sheet title={t("web.settings")} onClose={onClose}>
    <div class="sheet-body">
      <label class="own-name">
        <b>{t("web.own-name")}</b>
        <input
          class="field"
          maxLength={NAME_MAX}
          placeholder={t("web.guest")}
          value={ownName.value}
          onInput={(event) => (ownName.value = event.currentTarget.value)}
        />
      </label>
      <Options
        name="lang"
        title={t("web.language")}
        values={Object.keys(languages)}
        chosen={lang.value}
        say={(code) => <bdi lang={code}>{languages[code]}</bdi>}
        onChoose={(code) => void speak(code)}
      />
      <Options
        name="theme"
        title={t("web.theme")}
        values={themes}
        chosen={theme.value}
        say={(name) => t(`web.theme.${name}`)}
        onChoose={(name) => (theme.value = name)}
      />
      <Options
        name="pace"
        title={t("web.pace")}
        values={paces}
        chosen={pace.value}
        say={(name) => t(`web.pace.${name}`)}
        onChoose={(name) => (pace.value = name)}
      />
      <Options
        name="confirms"
        title={t("web.confirms")}
        values={["on", "off"] as const}
        chosen={confirms.value}
        say={(answer) => t(`web.confirms.${answer}`)}
        onChoose={(answer) => (confirms.value = answer)}
      />
      <Options
        name="sound"
        title={t("web.sound")}
        values={["off", "on"] as const}
        chosen={sound.value}
        say={(answer) => t(`web.sound.${answer}`)}
        onChoose={(answer) => {
          sound.value = answer;
          play("turn");
        }}
      />
      <Options
        name="marks"
        title={t("web.marks")}
        values={["off", "on"] as const}
        chosen={marks.value}
        say={(answer) => t(`web.marks.${answer}`)}
        onChoose={(answer) => (marks.value = answer)}
      />
      <p class="quiet small">{t("web.settings-kept")}</p>
    </div>
  </Sheet>
);
