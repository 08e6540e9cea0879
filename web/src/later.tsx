/* A part of the page that is loaded when it is first shown; where it does not come, that is said, with a way on. */
import { useSignal } from "@preact/signals";
import type { ComponentChild, ComponentType, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Notice } from "./notice";
import { t } from "./words";

interface LaterProps<T> {
  load: () => Promise<T>;
  of: string; /* what it is: another one is loaded anew */
  children: (loaded: T) => ComponentChild;
}

export const Later = <T,>({ load, of, children }: LaterProps<T>): JSX.Element => {
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
      <Notice text={t("web.not-loaded")}>
        <button type="button" class="btn teal" onClick={() => location.reload()}>
          {t("web.offline.load-again")}
        </button>
      </Notice>
    );
  return loaded.value?.of === of ? <>{children(loaded.value.it)}</> : <div class="page" aria-busy="true" />;
};

/* A component that is loaded when it is first shown. */
export const later = <P extends object>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const Loaded = (props: P): JSX.Element => (
    <Later load={load} of={name}>
      {(Part) => <Part {...props} />}
    </Later>
  );
  return Loaded;
};
