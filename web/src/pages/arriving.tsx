/* What is seen of a page while the rest of it is on its way: its head, or the game that is about to be played. */
import type { JSX } from "preact";
import { Brand, Icon } from "../art";
import { aboutGame, nameOf } from "../games";
import { Header, type HeaderPage } from "./header";

export const ArrivingPage = ({ page }: { page: HeaderPage }): JSX.Element => (
  <div class={`lobby ${page}`} aria-busy="true">
    <Header page={page} />
  </div>
);

/* undefined: which game, is not known yet. */
export const ArrivingTable = ({ game }: { game: string | undefined }): JSX.Element => {
  const about = game === undefined ? undefined : aboutGame(game);
  return (
    <main class="page arriving" aria-busy="true">
      {about ? (
        <>
          <span class="badge" data-k={about.kind}>
            <Icon name={`g-${about.glyphs[1]}`} />
          </span>
          <h1>{nameOf(about.name)}</h1>
        </>
      ) : (
        <Brand />
      )}
    </main>
  );
};
