/* Settings, over whatever is shown; what is in them is loaded when they are opened. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { later } from "../later";

const SettingsForm = later("settings", async () => (await import("./settings-form")).SettingsForm);

const isOpen = signal(false);
export const openSettings = (): void => {
  isOpen.value = true;
};

/* Part of every page; shows nothing until settings are opened. */
export const SettingsSheet = (): JSX.Element | null => (isOpen.value ? <SettingsForm onClose={() => (isOpen.value = false)} /> : null);
