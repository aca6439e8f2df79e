import { type ComponentType, useEffect, useState } from "react";

/** Long after the first screen stands: nobody waits for news of builds. */
const AFTER_MS = 4_000;
const AGAIN_MS = 60_000;

/** The watch over newer builds, whose code is no part of the first load. */
export function LateUpdateWatch() {
  const [watch, setWatch] = useState<{ Watch: ComponentType }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const load = (delay: number): void => {
      timer = setTimeout(() => {
        import("./update-watch.tsx").then(
          ({ UpdateWatch }) => setWatch({ Watch: UpdateWatch }),
          () => load(AGAIN_MS),
        );
      }, delay);
    };
    load(AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return watch ? <watch.Watch /> : null;
}
