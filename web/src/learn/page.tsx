/* The page of a lesson. */
import { lessons } from "games:lessons";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Engine } from "../engine/engine";
import { Table } from "../table/frame";
import { LessonSitting } from "./sitting";

export const LessonPage = ({ engine, game }: { engine: Engine; game: string }): JSX.Element => {
  const sitting = useMemo(() => new LessonSitting(engine, lessons[game]!), [engine, game]);
  useEffect(() => () => sitting.leave(), [sitting]);
  return <Table sitting={sitting} />;
};
