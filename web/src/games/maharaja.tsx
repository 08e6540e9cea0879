import { plain } from "./plain";

export const maharaja = plain;
