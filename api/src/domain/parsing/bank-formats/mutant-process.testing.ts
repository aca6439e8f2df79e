// A process of the campaign of mutations: reads the mutants that it is asked for, and says what was wrong with them.
import type { MutantRange, MutantsRead } from "./mutant-campaign.testing.ts";
import { faultsOf } from "./mutant-faults.testing.ts";
import { originals } from "./mutants.testing.ts";

const all = await originals();
process.on("message", ({ from, count }: MutantRange) => {
  void faultsOf(all, from, count).then((faults) => {
    const read: MutantsRead = { from, faults, resident: process.memoryUsage.rss() };
    process.send?.(read);
  });
});
process.send?.("ready");
