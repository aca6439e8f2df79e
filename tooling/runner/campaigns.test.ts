import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CAMPAIGNS, campaignList, chosenCampaigns } from "./campaigns.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const names = Object.keys(CAMPAIGNS);

describe("campaigns", () => {
  it.each(names)("%s has files that run more in it, or only in it", (name) => {
    const { files, kind } = CAMPAIGNS[name]!;
    expect(files).not.toHaveLength(0);
    // Playwright leaves out a file that runs in nothing else.
    const config = kind === "e2e" ? readFileSync(join(ROOT, "e2e/playwright.config.ts"), "utf8") : "";
    for (const file of files)
      expect(readFileSync(join(ROOT, file), "utf8") + config).toContain(
        `process.env["BOBINE_CAMPAIGN"] === "${name}"`,
      );
  });

  it("are all listed, with what of them each npm test runs", () => {
    for (const [name, { meanwhile }] of Object.entries(CAMPAIGNS)) {
      expect(campaignList()).toContain(`  ${name} `);
      expect(campaignList()).toContain(meanwhile);
    }
  });

  it("run by name, or all of them", () => {
    const chosen = (...asked: string[]) => chosenCampaigns(asked).map(([name]) => name);
    expect(chosen("many-nodes")).toEqual(["many-nodes"]);
    expect(chosen("all")).toEqual(names);
    expect(() => chosenCampaigns(["many-nodes", "nothing"])).toThrow(/no campaign "nothing"[^]*many-nodes/);
  });
});
