import { describe, expect, it } from "vitest";
import { mayReload } from "./guarded-reload.ts";

const build = { name: "mfe-finance", build: "aaaaaaaaaaaa" };

function aTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe("reloading a tab whose build is gone", () => {
  it("happens once per remote and build", () => {
    const tab = aTab();
    expect(mayReload(tab, build, "old", "new")).toBe(true);
    expect(mayReload(tab, build, "old", "newer")).toBe(false);
    expect(mayReload(tab, { ...build, build: "bbbbbbbbbbbb" }, "old", "new")).toBe(true);
    expect(mayReload(tab, { ...build, name: "mfe-admin" }, "old", "new")).toBe(true);
  });

  it.each([["the same"], [undefined]])("is useless when the server's registry is %s", (live) => {
    expect(mayReload(aTab(), build, "the same", live)).toBe(false);
  });

  it("does not happen in a browser that cannot remember it", () => {
    const refuses = () => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(mayReload({ getItem: refuses, setItem: refuses }, build, "old", "new")).toBe(false);
  });
});
