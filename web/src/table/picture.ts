/*
 * A picture of the table as it is seen just now, drawn by the browser: the page's own elements and styles inside an SVG, which a
 * canvas turns into a PNG. Nothing leaves the page but the file; what is not about the position (chat, questions, keys) stays
 * out of it.
 */
import { downloadFile } from "../download";

const LEFT_OUT = ".chat, .sheet, dialog, .banner, .toast, .skip, .sr, .tip, .top nav, .top .elsewhere, .bar .moves, .bar-tools, script";
const SCALE = 2;
const STILL = "*,*::before,*::after{animation:none!important;transition:none!important;scrollbar-width:none!important}";

const styles = (): string =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n") + STILL;

/* The theme that is seen, chosen or the system's. */
const theme = (): string => document.documentElement.dataset["theme"] || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/* A clone is not scrolled: what was scrolled away is moved out of it. */
const scroll = (table: HTMLElement, clone: HTMLElement): void => {
  const copies = clone.querySelectorAll<HTMLElement>("*");
  for (const [i, { scrollTop, scrollLeft }] of [...table.querySelectorAll("*")].entries()) {
    const first = copies[i]!.firstElementChild as HTMLElement | null;
    if (!first || (!scrollTop && !scrollLeft)) continue;
    first.style.marginTop = `${-scrollTop}px`;
    first.style.marginLeft = `${-scrollLeft}px`;
  }
};

const bodyOf = (table: HTMLElement): HTMLElement => {
  const body = document.createElement("body");
  const clone = table.cloneNode(true) as HTMLElement;
  scroll(table, clone);
  for (const gone of clone.querySelectorAll(LEFT_OUT)) gone.remove();
  body.append(clone, ...[...document.querySelectorAll(".art")].map((art) => art.cloneNode(true)));
  return body;
};

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/* As XML, with everything that it needs. (The styles are put into the text: a page may make no element with styles.) */
const svgOf = (table: HTMLElement, width: number, height: number): string => {
  const SVG = "http://www.w3.org/2000/svg";
  const { documentElement: root } = document;
  const svg = document.createElementNS(SVG, "svg");
  const inside = document.createElementNS(SVG, "foreignObject");
  for (const { name, value } of root.attributes) if (name !== "style") svg.setAttribute(name, value);
  svg.style.cssText = root.style.cssText;
  svg.setAttribute("data-theme", theme());
  for (const box of [svg, inside]) {
    box.setAttribute("width", String(width));
    box.setAttribute("height", String(height));
  }
  inside.append(bodyOf(table));
  svg.append(inside);
  return new XMLSerializer().serializeToString(svg).replace("<foreignObject", () => `<style>${escaped(styles())}</style><foreignObject`);
};

const loaded = (url: string): Promise<HTMLImageElement> =>
  new Promise((done, fail) => {
    const image = new Image();
    image.onload = (): void => done(image);
    image.onerror = (): void => fail(new Error("the picture cannot be drawn"));
    image.src = url;
  });

const pngOf = async (svg: string, width: number, height: number): Promise<Blob> => {
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
};

/* Shares it as the system does, or saves it. A browser that lets no page read such a canvas saves the SVG. */
export const sharePicture = async (name: string): Promise<void> => {
  const table = document.querySelector<HTMLElement>(".app")!;
  const width = document.documentElement.clientWidth;
  const height = Math.max(innerHeight, table.scrollHeight);
  const svg = svgOf(table, width, height);
  const blob = await pngOf(svg, width, height).catch(() => new Blob([svg], { type: "image/svg+xml" }));
  const file = new File([blob], `${name}.${blob.type === "image/png" ? "png" : "svg"}`, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) return downloadFile(file);
  await navigator.share({ files: [file] }).catch(() => undefined); /* thought better of it */
};
