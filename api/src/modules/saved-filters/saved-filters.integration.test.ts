// Filters of lists that people save for themselves (UI-28).
import { FILTERED_LISTS, FILTERS_OF_LIST } from "@bobine/contract/saved-filters";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

type Saved = { id: number; name: string; query: string; is_default: boolean };
const UNPAID = "status=UNPAID&overdue=true";

let app: TestApp;
let lumen: BuiltDistributor;
let other: BuiltDistributor;
let asCamille: TestClient;
let asHugo: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { camille, hugo } = await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    other = await aDistributor(tx);
    return {
      camille: await aStaffUser(tx, lumen, { role: "viewer" }),
      hugo: await aStaffUser(tx, lumen, { first_name: "Hugo", role: "admin" }),
    };
  });
  asCamille = await app.as(camille);
  asHugo = await app.as(hugo);
});

const save = (name: string, query = UNPAID, by = asCamille, list = "invoices") =>
  by.post("/saved-filters/", { list, name, query });
const saved = async (by = asCamille, list = "invoices"): Promise<Saved[]> =>
  (await by.get(`/saved-filters/?list=${list}`)).body.results as Saved[];
const namesOf = async (by = asCamille, list = "invoices") => (await saved(by, list)).map(({ name }) => name);
const idOf = async (name: string): Promise<number> => (await save(name)).body.id as number;

describe("UI-28: a filter that somebody saves", () => {
  test("is theirs in its list, by name, as it stands in the address; a viewer's too", async () => {
    const answer = await save("  Impayées ");
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: expect.any(Number) as number, name: "Impayées", query: UNPAID, is_default: false },
    ]);
    await save("à relancer");
    expect(await namesOf()).toEqual(["à relancer", "Impayées"]);
    expect(await namesOf(asCamille, "audit_log")).toEqual([]);
  });

  test("takes the place of the one that has its name, in whatever letters: twice is once", async () => {
    const first = (await save("Impayées")).body as Saved;
    await asCamille.patch(`/saved-filters/${first.id}/`, { is_default: true });
    await save("Impayées");
    await save("IMPAYÉES", "status=PARTIAL");
    expect(await saved()).toEqual([
      { id: first.id, name: "IMPAYÉES", query: "status=PARTIAL", is_default: true },
    ]);
  });

  test("is kept once when it is saved twice at the same time", async () => {
    const answers = await Promise.all(["Impayées", "Impayées", "Impayées"].map((name) => save(name)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await namesOf()).toEqual(["Impayées"]);
  });

  test.each([
    ["no name", { name: "  " }, "name"],
    ["a name that is too long", { name: "a".repeat(61) }, "name"],
    ["no filters", { query: "" }, "query"],
    ["filters that are too long", { query: `search=${"a".repeat(2000)}` }, "query"],
    ["another address", { query: "a=b#https://ailleurs.example" }, "query"],
    ["a list that has none", { list: "clients" }, "list"],
  ])("is refused with %s", async (_what, part, field) => {
    const answer = await asCamille.post("/saved-filters/", {
      list: "invoices",
      name: "Impayées",
      query: UNPAID,
      ...part,
    });
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, [field]]);
    expect(await saved()).toEqual([]);
  });

  test("is one of thirty of a list at most; those that are there may still change", async () => {
    for (let count = 1; count <= FILTERS_OF_LIST; count += 1) await save(`Filtre ${count}`);
    const refused = await save("Un de trop");
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      "too_many_filters",
      "Vous avez déjà 30 filtres enregistrés pour cette liste\u00a0: supprimez ceux qui ne servent plus.",
    ]);
    expect((await save("filtre 3", "status=PAID")).status).toBe(200);
    for (const list of FILTERED_LISTS.slice(1))
      expect((await save("Autre liste", UNPAID, asCamille, list)).status).toBe(200);
    expect((await save("Le mien", UNPAID, asHugo)).status).toBe(200);
    expect((await namesOf()).length).toBe(FILTERS_OF_LIST);
  });
});

describe("UI-28: of one's filters", () => {
  test("one is renamed, and keeps what it says; not to a name of another one", async () => {
    const id = await idOf("Impayées");
    await save("En retard");
    const renamed = await asCamille.patch(`/saved-filters/${id}/`, { name: "impayées" });
    expect([renamed.status, renamed.body]).toEqual([
      200,
      { id, name: "impayées", query: UNPAID, is_default: false },
    ]);
    const refused = await asCamille.patch(`/saved-filters/${id}/`, { name: "en retard" });
    expect([refused.status, refused.body]).toEqual([
      400,
      { name: ["Vous avez déjà un filtre de ce nom pour cette liste."] },
    ]);
  });

  test("one at most opens its list, until it does no longer", async () => {
    const first = await idOf("A");
    const second = await idOf("B");
    const elsewhere = (await save("C", UNPAID, asCamille, "cinemas")).body.id as number;
    for (const id of [elsewhere, first, second, second])
      expect((await asCamille.patch(`/saved-filters/${id}/`, { is_default: true })).status).toBe(200);
    const openers = async (list?: string) =>
      (await saved(asCamille, list)).filter((one) => one.is_default).map(({ name }) => name);
    expect([await openers(), await openers("cinemas")]).toEqual([["B"], ["C"]]);
    await asCamille.patch(`/saved-filters/${second}/`, { is_default: false });
    expect(await openers()).toEqual([]);
  });

  test("one is deleted; again, it does not exist", async () => {
    const id = await idOf("Impayées");
    await save("En retard");
    for (const status of [204, 404])
      expect((await asCamille.delete(`/saved-filters/${id}/`)).status).toBe(status);
    expect(await namesOf()).toEqual(["En retard"]);
    expect((await asCamille.patch(`/saved-filters/${id}/`, { name: "Encore" })).status).toBe(404);
  });

  test("nobody else's is seen or changed: not a colleague's, not one's own for another distributor", async () => {
    const id = await idOf("Impayées");
    const admin = await app.inDatabase(aSuperAdmin);
    const [forLumen, forOther] = [await app.as(admin, lumen.id), await app.as(admin, other.id)];
    await save("Pour Lumen", UNPAID, forLumen);
    expect([await namesOf(forLumen), await namesOf(forOther), await namesOf(asHugo)]).toEqual([
      ["Pour Lumen"],
      [],
      [],
    ]);
    const [own] = await saved(forLumen);
    for (const [by, target] of [
      [asHugo, id],
      [forLumen, id],
      [forOther, own?.id],
    ] as const) {
      expect((await by.patch(`/saved-filters/${target}/`, { name: "Pris" })).status).toBe(404);
      expect((await by.delete(`/saved-filters/${target}/`)).status).toBe(404);
    }
    expect([await namesOf(), await namesOf(forLumen)]).toEqual([["Impayées"], ["Pour Lumen"]]);
  });
});
