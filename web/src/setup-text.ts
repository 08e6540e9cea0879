/* Options of a game as the engine takes them: name=value,name=value. */
export type Chosen = Record<string, string>;

export const readOptions = (text: string): Chosen => Object.fromEntries(text.split(",").flatMap((option) => (option ? [option.split("=", 2)] : [])));

export const writeOptions = (chosen: Chosen): string =>
  Object.entries(chosen)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
