/*
 * The little Markdown the rules are written in: headings, paragraphs, lists, tables, emphasis and code, and pictures
 * (`<!-- picture POSITION PART: caption -->`, see picture.tsx). Everything becomes text nodes of elements made here; nothing
 * of the text is ever read as HTML.
 */
import type { ComponentChildren, JSX } from "preact";
import { later } from "../later";
import type { PictureProps } from "./picture";

const Picture = later<PictureProps>("picture", async () => (await import("./picture")).Picture);

/* `code`, **strong**, *emphasis*; what is not closed stays as it is written. */
export const inline = (text: string): ComponentChildren[] =>
  text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/)
    .filter(Boolean)
    .map((part, i) => {
      if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) return <code key={i}>{part.slice(1, -1)}</code>;
      if (part.length > 4 && part.startsWith("**") && part.endsWith("**")) return <strong key={i}>{inline(part.slice(2, -2))}</strong>;
      if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) return <em key={i}>{inline(part.slice(1, -1))}</em>;
      return part;
    });

type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "bullets" | "numbers"; items: string[] }
  | { kind: "table"; rows: string[][] }
  | { kind: "picture"; position: string; part: string; caption: string };

const picture = /^<!-- picture (\S+) (\S+): (.*) -->$/;
const bullet = /^[-*] +/;
const number = /^\d+\. +/;
const cells = (line: string): string[] => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());
const isRule = (line: string): boolean => /^\|[\s:|-]+\|$/.test(line.trim());

/* Adds a line to what the line before it began, or begins something new. */
const addLine = (blocks: Block[], line: string, isNew: boolean): void => {
  const last = isNew ? undefined : blocks.at(-1);
  const text = line.trim();
  const heading = /^(#{1,6}) +(.*)$/.exec(line);
  const kind = bullet.test(line) ? "bullets" : number.test(line) ? "numbers" : null;
  const [, position, part, caption] = picture.exec(text) ?? [];
  if (position) blocks.push({ kind: "picture", position, part: part!, caption: caption! });
  else if (heading) blocks.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
  else if (kind) {
    const item = text.replace(kind === "bullets" ? bullet : number, "");
    const list = blocks.at(-1);
    if (list?.kind === kind) list.items.push(item);
    else blocks.push({ kind, items: [item] });
  } else if (line.startsWith("|")) {
    if (last?.kind !== "table") blocks.push({ kind: "table", rows: [cells(line)] });
    else if (!isRule(line)) last.rows.push(cells(line));
  } else if (last?.kind === "bullets" || last?.kind === "numbers") last.items[last.items.length - 1] += ` ${text}`;
  else if (last?.kind === "paragraph") last.text += ` ${text}`;
  else blocks.push({ kind: "paragraph", text });
};

export const parse = (source: string): Block[] => {
  const blocks: Block[] = [];
  let isNew = true;
  for (const line of source.split(/\r?\n/)) {
    if (line.trim()) addLine(blocks, line, isNew);
    isNew = !line.trim() || line.startsWith("#");
  }
  return blocks;
};

export const headingId = (index: number): string => `part-${index}`;

const Table = ({ rows }: { rows: string[][] }): JSX.Element => {
  const [head, ...body] = rows;
  return (
    <div class="scroll" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {head!.map((cell, i) => (
              <th key={i} scope="col">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, n) => (
            <tr key={n}>
              {row.map((cell, i) => (
                <td key={i}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Shown = ({ block, index, game }: { block: Block; index: number; game: string }): JSX.Element => {
  switch (block.kind) {
    case "heading": {
      const H = `h${block.level}` as "h1" | "h2" | "h3";
      return (
        <H id={headingId(index)} tabIndex={-1}>
          {inline(block.text)}
        </H>
      );
    }
    case "bullets":
    case "numbers": {
      const List = block.kind === "bullets" ? "ul" : "ol";
      return (
        <List>
          {block.items.map((item, i) => (
            <li key={i}>{inline(item)}</li>
          ))}
        </List>
      );
    }
    case "picture":
      return <Picture game={game} {...block} />;
    case "table":
      return <Table rows={block.rows} />;
    case "paragraph":
      return <p>{inline(block.text)}</p>;
  }
};

export const Markdown = ({ blocks, game }: { blocks: Block[]; game: string }): JSX.Element => (
  <>
    {blocks.map((block, i) => (
      <Shown key={i} block={block} index={i} game={game} />
    ))}
  </>
);
