import { Notice } from "@bobine/shared-ui";
import { FAILURE_TEXTS } from "./remote-failure.texts.ts";
import type { LoadedRemote } from "./remote-loader.ts";

/** Says that an older build of a remote runs because the right one could not (FED-4). */
export function DegradedBanner({ loaded: { release, instead } }: { loaded: LoadedRemote }) {
  if (!instead) return null;
  return (
    <Notice tone="warning" title={FAILURE_TEXTS.degradedTitle}>
      {FAILURE_TEXTS.degraded(release.build, instead.release.build, instead.diagnosis.kind === "render")}
    </Notice>
  );
}
