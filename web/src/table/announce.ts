/* For screen readers, at once: your turn, a refusal, the connection, the last seconds. */
import { signal } from "@preact/signals";

export const announcement = signal("");
