import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  acceptedRange,
  lateModulePaths,
  SHARED_MODULES,
  sharedModules,
  sharedRanges,
  sharedVersions,
} from "./shared-modules.mjs";

describe("what host and remotes share", () => {
  it("holds everything of which a second copy breaks the product", () => {
    for (const name of [
      "react",
      "react/",
      "react-dom",
      "react-dom/",
      "react-router-dom",
      "@tanstack/react-query",
      "@mantine/core",
      "zustand",
      "@bobine/shared-auth",
    ]) {
      expect(SHARED_MODULES).toContain(name);
    }
  });

  it("is carried by the host, at once, and never by a remote", () => {
    const ofHost = sharedModules("host");
    for (const name of SHARED_MODULES)
      expect(ofHost[name]).toMatchObject({ singleton: true, strictVersion: true, eager: true });
    for (const policy of Object.values(sharedModules("remote"))) {
      expect(policy).toMatchObject({ singleton: true, strictVersion: true, import: false });
    }
  });

  it("is borrowed by remotes alone: the host asks nobody for what it has", () => {
    for (const policy of Object.values(sharedModules("host"))) expect(policy).toHaveProperty("issuerLayer");
    for (const policy of Object.values(sharedModules("remote")))
      expect(policy).not.toHaveProperty("issuerLayer");
  });

  it("is lent whole on demand, from the host's own modules, where the first load has a part or nothing of it", () => {
    const ofHost = sharedModules("host");
    const late = Object.keys(ofHost).filter((name) => !SHARED_MODULES.includes(name));
    expect(late).toEqual([
      "@mantine/core/screens",
      "@mantine/core/whole",
      "@tanstack/react-query/whole",
      "@mantine/dates",
    ]);
    for (const name of late) {
      expect(ofHost[name]).not.toHaveProperty("eager");
      expect(ofHost[name]).toMatchObject({ singleton: true, strictVersion: true });
      expect(existsSync(lateModulePaths(resolve("host"))[`${name}$`] ?? "")).toBe(true);
    }
  });

  it("has its versions written out, and remotes accept a range that the host satisfies", () => {
    for (const [name, version] of Object.entries(sharedVersions())) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(sharedRanges()[name]).toBe(acceptedRange(version));
    }
  });

  it("lets patches of host and remote move apart", () => {
    expect(acceptedRange("19.3.1")).toBe("^19.3.0");
  });
});
