import { describe, expect, it } from "vitest";
import { UPDATE_PATIENCE_MS, waitingUpdate } from "./waiting-update.ts";

function aTab() {
  const kept = new Map<string, string>();
  const tab = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  let time = 0;
  return {
    /** A page that is loaded in this tab. */
    load: (registryId: string) => waitingUpdate(registryId, tab, () => time),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

// FED-6
describe("a newer build that nobody answers", () => {
  it("comes with the next page once it has waited long enough, also when another one came meanwhile", () => {
    const tab = aTab();
    const update = tab.load("old");
    expect(update.isOverdue()).toBe(false);
    update.notice("new");
    tab.pass(UPDATE_PATIENCE_MS - 1);
    update.notice("newer");
    expect(update.isOverdue()).toBe(false);
    tab.pass(1);
    expect(update.isOverdue()).toBe(true);
  });

  it("waits no more once it was rolled back", () => {
    const tab = aTab();
    const update = tab.load("old");
    update.notice("new");
    tab.pass(UPDATE_PATIENCE_MS);
    update.notice(undefined);
    expect(update.isOverdue()).toBe(false);
    update.notice("new");
    expect(update.isOverdue()).toBe(false);
  });
});

describe("a page that is as old after a reload as before", () => {
  it("is known by what the tab remembers, and asks for no other reload for a while", () => {
    const tab = aTab();
    const before = tab.load("old");
    before.notice("new");
    expect(before.cameBackOld("new")).toBe(false);
    expect(before.remember()).toBe(true);

    const after = tab.load("old");
    expect(after.cameBackOld("new")).toBe(true);
    after.notice("new");
    tab.pass(9 * 60_000);
    expect([after.cameBackOld("new"), after.cameBackOld("newer")]).toEqual([true, false]);
    tab.pass(60_000);
    expect(after.cameBackOld("new")).toBe(false);
  });

  it("is not what came when it has the registry that was wanted", () => {
    const tab = aTab();
    const before = tab.load("old");
    before.notice("new");
    before.remember();
    expect(tab.load("new").cameBackOld("new")).toBe(false);
  });

  it("cannot be known in a browser that keeps nothing, which is not reloaded by itself", () => {
    const nothing = {
      getItem: () => null,
      setItem: () => {
        throw new Error("QuotaExceededError");
      },
    };
    const update = waitingUpdate("old", nothing, () => 0);
    update.notice("new");
    expect(update.remember()).toBe(false);
  });
});
