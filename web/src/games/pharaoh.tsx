import { plain } from "./plain";

export const pharaoh = plain;
