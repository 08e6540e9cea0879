/* A part of the page that is loaded when it is asked for: who only plays does not wait for it. */
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words";

export const Later = <P extends object>({ page, props }: { page: () => Promise<ComponentType<P>>; props: P }): JSX.Element => {
  const [found, keep] = useState<{ part: ComponentType<P>; of: typeof page } | null>(null);
  const [isLost, lose] = useState(false);
  useEffect(() => {
    lose(false);
    page().then(
      (part) => keep({ part, of: page }),
      () => lose(true),
    );
  }, [page]);
  if (found?.of === page) return <found.part {...props} />;
  return isLost ? <p class="page">{t("web.not-loaded")}</p> : <main class="page" aria-busy="true" />;
};
