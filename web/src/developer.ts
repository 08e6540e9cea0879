/* Switches for developers, in the address with which the page is loaded (web/README.md). */
const asked = new URLSearchParams(location.search);

/* ?table=generic: every game at the table of those that have none of their own. */
export const isGeneric = asked.get("table") === "generic";
/* ?games=all: hidden games are offered as well. */
export const offersAll = asked.get("games") === "all";
