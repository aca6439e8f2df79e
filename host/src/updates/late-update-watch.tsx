import { whenWorkBegins } from "@bobine/shared-auth";
import { type ComponentType, useEffect, useState } from "react";

/** Long after the first screen stands: nobody waits for news of builds. */
const AFTER_MS = 4_000;
const AGAIN_MS = 60_000;

/** The watch over newer builds and unfinished work, whose code is no part of the first load. */
export function LateUpdateWatch() {
  const [watch, setWatch] = useState<{ Watch: ComponentType }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const load = (delay: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        import("./update-watch.tsx").then(
          ({ UpdateWatch }) => {
            stop();
            setWatch({ Watch: UpdateWatch });
          },
          () => load(AGAIN_MS),
        );
      }, delay);
    };
    load(AFTER_MS);
    const stop = whenWorkBegins(() => load(0));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return watch ? <watch.Watch /> : null;
}
