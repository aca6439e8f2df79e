import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { byExtent, extentOf } from "../extent.mjs";
import { CAMPAIGNS, campaignList, chosenCampaigns } from "./campaigns.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const names = Object.keys(CAMPAIGNS);
/** The campaigns by which tests ask how much runs. */
const asked = new Set(
  globSync(["api/src/**/*.ts", "e2e/*.ts", "e2e/support/*.ts"], { cwd: ROOT }).flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), "utf8").matchAll(/(?:extentOf|byExtent)(?:<[^>]*>)?\(\s*"([\w-]+)"/g),
    ].map(([, name]) => name!),
  ),
);

describe("campaigns", () => {
  it.each(names)("%s has files, which ask how much of it runs", (name) => {
    const { files } = CAMPAIGNS[name]!;
    expect(files).not.toHaveLength(0);
    for (const file of files) expect(existsSync(join(ROOT, file))).toBe(true);
    expect(asked).toContain(name);
  });

  it("are all listed, with what of them each npm test and each merge runs", () => {
    for (const [name, { part, ci }] of Object.entries(CAMPAIGNS)) {
      expect(campaignList()).toContain(`  ${name} `);
      expect(campaignList()).toContain(`in npm test: ${part}`);
      expect(campaignList()).toContain(`in .ci/run: ${ci}`);
    }
  });

  it("that are a step of their own are no part of another: the projects leave them out", async () => {
    const { files } = CAMPAIGNS["long-lives"]!;
    vi.stubEnv("BOBINE_APART", files.join(","));
    const { default: config } = await import("../../vitest.config.ts");
    const left = (config.test?.projects ?? []).flatMap((project) =>
      typeof project === "object" && "test" in project && project.test?.name === "integration"
        ? (project.test.exclude ?? [])
        : [],
    );
    expect(left).toEqual(["**/node_modules/**", ...files]);
  });

  it("have no other extent than these three", () => {
    vi.stubEnv("BOBINE_CAMPAIGN", undefined);
    vi.stubEnv("BOBINE_EXTENT", undefined);
    expect(extentOf("api-fuzz")).toBe("part");
    expect(byExtent("api-fuzz", { part: 1, ci: 2 })).toBe(1);
    vi.stubEnv("BOBINE_EXTENT", "ci");
    expect(extentOf("api-fuzz")).toBe("ci");
    vi.stubEnv("BOBINE_CAMPAIGN", "api-fuzz");
    expect(extentOf("api-fuzz")).toBe("all");
    expect(byExtent("api-fuzz", { part: 1, ci: 2 })).toBe(2);
    expect(byExtent("api-fuzz", { part: 1, ci: 2, all: 3 })).toBe(3);
    // Another one's campaign asks no more of it than a merge does.
    expect(extentOf("many-nodes")).toBe("ci");
    vi.unstubAllEnvs();
  });

  it("are what .ci/run has more of, and nothing else asks how much of it runs", () => {
    expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("BOBINE_EXTENT=ci");
    expect([...asked].filter((name) => !names.includes(name))).toEqual([]);
  });

  it("run by name, or all of them", () => {
    const chosen = (...asked: string[]) => chosenCampaigns(asked).map(([name]) => name);
    expect(chosen("many-nodes")).toEqual(["many-nodes"]);
    expect(chosen("all")).toEqual(names);
    expect(() => chosenCampaigns(["many-nodes", "nothing"])).toThrow(/no campaign "nothing"[^]*many-nodes/);
  });
});
