import { describe, expect, test } from "vitest";
import { IdentityCache } from "./identity-cache.ts";
import type { Identity } from "./identity.ts";

const NOW = Date.parse("2026-11-30T11:00:00Z");
const anIdentity = (sessionExpiresAt = "2026-12-07T11:00:00.000Z"): Identity => ({
  user: {
    id: 1,
    session_id: "session",
    email: "camille@lumen.example",
    first_name: "Camille",
    last_name: "Rousseau",
    company: "Lumen",
    job_role: "",
    system_role: "distributor_staff",
    role: "accountant",
    distributor_id: 12,
  },
  chosenExists: false,
  sessionExpiresAt,
});
const openCache = (): IdentityCache<Identity> => {
  const cache = new IdentityCache<Identity>();
  cache.open();
  return cache;
};
const loading = (identity: Identity | undefined) => async () => ({ identity });

describe("the cache of identities", () => {
  test("remembers what the database said, for a minute", async () => {
    const cache = openCache();
    const identity = anIdentity();
    await cache.load("key", NOW, loading(identity));
    expect(cache.find("key", NOW + 59_999)).toBe(identity);
    expect(cache.find("other", NOW)).toBeUndefined();
    expect(cache.find("key", NOW + 60_000)).toBeUndefined();
  });

  test("does not outlive the session", async () => {
    const cache = openCache();
    await cache.load("key", NOW, loading(anIdentity("2026-11-30T11:00:10.000Z")));
    expect(cache.find("key", NOW + 9_999)).toBeDefined();
    expect(cache.find("key", NOW + 10_000)).toBeUndefined();
  });

  test("remembers nobody when there is no such session", async () => {
    const cache = openCache();
    expect(await cache.load("key", NOW, loading(undefined))).toEqual({ identity: undefined });
    expect(cache.find("key", NOW)).toBeUndefined();
  });

  test("forgets everybody at each change", async () => {
    const cache = openCache();
    await cache.load("key", NOW, loading(anIdentity()));
    cache.forget();
    expect(cache.find("key", NOW)).toBeUndefined();
  });

  test("does not remember an answer that a change overtook", async () => {
    const cache = openCache();
    const answer = Promise.withResolvers<{ identity: Identity }>();
    const loaded = cache.load("key", NOW, () => answer.promise);
    cache.forget();
    answer.resolve({ identity: anIdentity() });
    expect((await loaded).identity).toBeDefined();
    expect(cache.find("key", NOW)).toBeUndefined();
  });

  test("remembers nothing while it hears of no changes", async () => {
    const cache = new IdentityCache<Identity>();
    await cache.load("key", NOW, loading(anIdentity()));
    expect(cache.find("key", NOW)).toBeUndefined();
    cache.open();
    await cache.load("key", NOW, loading(anIdentity()));
    cache.close();
    expect(cache.find("key", NOW)).toBeUndefined();
  });
});
