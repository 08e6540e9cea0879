import { plain } from "./plain";

export const alhambra = plain;
