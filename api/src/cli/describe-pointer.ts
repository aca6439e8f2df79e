import type { RemotePointer } from "../modules/shell/remote-pointer.ts";
import type { Say } from "./area.ts";

/** What is decided about a remote, or the host, line by line. */
export function describePointer(name: string, pointer: RemotePointer, print: Say): void {
  const { live, history, canary, builds } = pointer;
  print(name);
  print(live === null ? "  live      –" : `  live      ${live.build} since ${live.deployedAt}`);
  if (pointer.retiredAt !== null) print(`  retired since ${pointer.retiredAt}`);
  if (history[0]) print(`  previous  ${history[0].build}`);
  if (canary) {
    const share = canary.share === undefined ? [] : [`${canary.share} % of the users`];
    const distributors = canary.distributors ? [`distributors ${canary.distributors.join(", ")}`] : [];
    print(
      `  canary    ${canary.build} for ${[...share, ...distributors].join(" and ")} since ${canary.deployedAt}`,
    );
  }
  for (const [build, { state, since, isAutomatic }] of Object.entries(builds))
    if (state === "withdrawn")
      print(`  withdrawn ${build} since ${since}${isAutomatic ? ", automatically" : ""}`);
}
