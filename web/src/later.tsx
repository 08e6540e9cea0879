/* A part of the page that is loaded when it is first shown; if it does not load, the page says so and offers a way on. */
import { useSignal } from "@preact/signals";
import type { ComponentChild, ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "./engine/engine";
import { needEngine } from "./engine/page";
import { addMore } from "./more";
import { Empty } from "./online/empty";
import { need, t } from "./words";

interface LaterProps<T> {
  load: () => Promise<T>;
  of: string; /* what it is: another one is loaded again */
  meanwhile?: JSX.Element | undefined;
  children: (loaded: T) => ComponentChild;
}

export const Later = <T,>({ load, of, meanwhile = <div class="page" aria-busy="true" />, children }: LaterProps<T>): JSX.Element => {
  const loaded = useSignal<{ of: string; it: T } | null>(null);
  const isLost = useSignal(false);
  useEffect(() => {
    load().then(
      (it) => (loaded.value = { of, it }),
      () => (isLost.value = true),
    );
  }, [of]);
  if (isLost.value)
    return (
      <main class="alone">
        <Empty title={t("web.not-loaded")}>
          <button type="button" class="btn teal" onClick={() => location.reload()}>
            {t("web.offline.load-again")}
          </button>
        </Empty>
      </main>
    );
  return loaded.value?.of === of ? <>{children(loaded.value.it)}</> : meanwhile;
};

/* With the words, styles and pictures of everything but the start page. */
const withMore = async <T,>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), need("more"), addMore()]);
  return loaded;
};

/* A component that is loaded when it is first shown, and there at once from then on. */
export const later = <P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  meanwhile?: (props: P) => JSX.Element,
): ComponentType<P> => {
  let Known: ComponentType<P> | undefined;
  const remember = async (): Promise<ComponentType<P>> => (Known = await withMore(load));
  return (props: P): JSX.Element => {
    const [Shown] = useState(() => Known); /* as it was shown first: it would begin anew if it came to stand elsewhere */
    return Shown ? (
      <Shown {...props} />
    ) : (
      <Later load={remember} of={name} meanwhile={meanwhile?.(props)}>
        {(Part) => <Part {...props} />}
      </Later>
    );
  };
};

/* For a component that plays: it is loaded together with the engine. */
export const withEngine =
  <P extends { engine: Engine }>(load: () => Promise<ComponentType<P>>) =>
  async (): Promise<ComponentType<Omit<P, "engine">>> => {
    const [Part, engine] = await Promise.all([load(), needEngine()]);
    return (props: Omit<P, "engine">): JSX.Element => <Part {...({ ...props, engine } as P)} />;
  };
