import { plain } from "./plain";

export const towers = plain;
