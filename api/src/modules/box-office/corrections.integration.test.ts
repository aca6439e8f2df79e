import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptied, invoices, lumen, rows, stats, validateAll } from "./import.testing.ts";
import { issueInvoices, openBoxOffice, type TestDistributor, upload } from "./box-office.testing.ts";
import { declaration, LATER, LESS, reportOf } from "./report.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await openBoxOffice();
});
afterAll(async () => it?.close());
beforeEach(async () => emptied(it));

const current = () =>
  rows(
    it,
    "select reference, screen_authorization as screen, version from declaration where state = 'current' order by reference",
  );
const references = async () => (await current()).map((row) => row["reference"]);
const netsOf = async (distributor: TestDistributor) =>
  (await invoices(it, distributor)).map(({ total_net_amount }) => total_net_amount);
const corrects = (changes: Record<string, string>) =>
  declaration({ reference: "R2", nature: "rectificative", corrects: "R1", ...changes });

describe("a correction that names what it corrects", () => {
  const CASES: [string, Record<string, string>, Record<string, string>][] = [
    ["on another screen", {}, { screen: "910232" }],
    ["in another version", {}, { version: "VOST" }],
    ["with another visa", {}, { visa: "199042" }],
    ["with the visa that was missing", { visa: "" }, {}],
    ["without the visa", {}, { visa: "" }],
  ];
  test.each(CASES)("%s takes its place", async (_title, before, after) => {
    const distributor = await lumen(it, { automation_on: true });
    const first = reportOf([declaration(before)]);
    const second = reportOf([corrects({ ...after, ...LESS })]);
    await upload(it, distributor, first);
    await validateAll(it);
    await issueInvoices(it);
    expect(stats(await upload(it, distributor, second))).toMatchObject({
      imported: 1,
      corrections: 1,
      set_aside: 0,
      warnings: [],
    });
    await issueInvoices(it);
    const total = (await invoices(it, distributor)).reduce(
      (sum, { total_net_amount }) => sum + Math.round(Number(total_net_amount) * 100),
      0,
    );
    expect(total).toBe(244_862);
    expect(await references()).toEqual(["R2"]);
    const whole = [declaration(before), corrects({ ...after, ...LESS })];
    for (const file of [second, first, reportOf(whole), reportOf(whole, LATER)]) {
      expect(stats(await upload(it, distributor, file))).toMatchObject({
        imported: 0,
        corrections: 0,
        set_aside: 0,
      });
    }
    expect(await references()).toEqual(["R2"]);
  });

  test.each(CASES.slice(0, 3))("%s takes its place in one file", async (_title, before, after) => {
    const distributor = await lumen(it);
    const file = reportOf([declaration(before), corrects({ ...after, ...LESS })]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 1,
      corrections: 1,
      set_aside: 0,
      warnings: [],
    });
    expect(await references()).toEqual(["R2"]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, duplicates: 2 });
  });

  test("in a chain takes the place of all", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    const chain = [
      corrects({ screen: "910232" }),
      corrects({ reference: "R3", corrects: "R2", screen: "910233" }),
    ];
    expect(stats(await upload(it, distributor, reportOf(chain)))).toMatchObject({
      imported: 1,
      corrections: 1,
    });
    expect(await references()).toEqual(["R3"]);
    const whole = reportOf([declaration(), ...chain], LATER);
    expect(stats(await upload(it, distributor, whole))).toMatchObject({ imported: 0, duplicates: 3 });
  });

  test("and comes without its nature is one", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    const file = reportOf([corrects({ nature: "", screen: "910232" })]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, corrections: 1 });
  });

  test("is an annulation as well", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    const file = reportOf([corrects({ nature: "annulation", version: "", screen: "910232" })]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, corrections: 1 });
  });

  test("keeps to its own key where that was received", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration(), declaration({ reference: "R0", version: "VO" })]));
    const file = reportOf([corrects({ version: "VO", ...LESS })]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, corrections: 1 });
    expect(await references()).toEqual(["R1", "R2"]);
  });

  test("by a reference that several have, or that its own week has not, is new and told", async () => {
    const distributor = await lumen(it);
    const week = { week: "2026-11-11", end: "2026-11-17" };
    await upload(it, distributor, reportOf([declaration(), declaration({ version: "VO" })]));
    const file = reportOf([
      corrects({ screen: "910232" }),
      corrects({ reference: "R3", corrects: "R1", ...week }),
    ]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 2,
      corrections: 0,
      warnings_count: 2,
      warnings: ["R2", "R3"].map(
        (name) =>
          `Rectificative d’une déclaration qui n’a pas été reçue, importée comme nouvelle\u00a0: ${name}`,
      ),
    });
  });

  test("and corrects a whole numbered set leaves the film that it repeats its place", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration({ reference: "B47" })]));
    const again = { reference: "B48", nature: "rectificative", corrects: "B47" };
    const file = reportOf([declaration(again), declaration({ ...again, visa: "199042", title: "Autre" })]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, duplicates: 1 });
    expect(await references()).toEqual(["B47", "B48"]);
  });

  test("that others have corrected, or correct beside it, is kept aside and told", async () => {
    const distributor = await lumen(it);
    const told = (name: string) =>
      `Rectificative d’une déclaration qu’une autre rectifie aussi\u00a0: ${name}`;
    await upload(it, distributor, reportOf([declaration()]));
    const both = [corrects({ screen: "910232" }), corrects({ reference: "R3", screen: "910233" })];
    expect(stats(await upload(it, distributor, reportOf(both)))).toMatchObject({
      imported: 0,
      set_aside: 2,
      warnings: [told("R2"), told("R3")],
    });
    expect(await references()).toEqual(["R1"]);
    const third = corrects({ reference: "R4", screen: "910234" });
    expect(stats(await upload(it, distributor, reportOf([third])))).toMatchObject({ corrections: 1 });
    const fourth = corrects({ reference: "R5", screen: "910235" });
    expect(stats(await upload(it, distributor, reportOf([fourth])))).toMatchObject({
      imported: 0,
      warnings: [told("R5")],
    });
    expect(await references()).toEqual(["R4"]);
  });

  test("takes its place also without a version where its screen has several", async () => {
    const versions = ["VF", "VO"].map((version) =>
      declaration({ reference: `R-${version}`, screen: "910232", version }),
    );
    const moved = corrects({ screen: "910232", version: "", ...LESS });
    const again = reportOf([declaration(), moved]);
    for (const before of [[...versions, declaration()], versions]) {
      await emptied(it);
      const distributor = await lumen(it);
      await upload(it, distributor, reportOf(before));
      expect(stats(await upload(it, distributor, again))).toMatchObject({
        imported: 1,
        corrections: 1,
        set_aside: 0,
      });
      expect(await references()).toEqual(["R-VF", "R-VO", "R2"]);
      expect(stats(await upload(it, distributor, again))).toMatchObject({ imported: 0, duplicates: 2 });
    }
  });

  test("and was itself corrected since takes the place of nothing when it comes again", async () => {
    const distributor = await lumen(it);
    const old = reportOf([declaration(), corrects({ screen: "910232" })]);
    await upload(it, distributor, old);
    await upload(
      it,
      distributor,
      reportOf([corrects({ reference: "R3", corrects: "R2", screen: "910233" })]),
    );
    await upload(it, distributor, reportOf([declaration()], LATER));
    expect(await references()).toEqual(["R1", "R3"]);
    expect(stats(await upload(it, distributor, old))).toMatchObject({ imported: 0, duplicates: 2 });
    expect(await references()).toEqual(["R1", "R3"]);
  });

  test("before what it corrects keeps that aside when it comes", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([corrects({ screen: "910232" })]));
    expect(stats(await upload(it, distributor, reportOf([declaration()], LATER)))).toMatchObject({
      imported: 0,
      set_aside: 1,
      warnings: ["Déclaration qu’une autre a déjà rectifiée\u00a0: R1"],
    });
  });
});

describe("a declaration that was annulled", () => {
  const EVEN_LATER = "2026-11-29T08:30:00+01:00";
  const annulled = async () => {
    const distributor = await lumen(it, { automation_on: true });
    const first = reportOf([declaration()]);
    const annulation = reportOf([declaration({ reference: "R2", nature: "annulation" })], LATER);
    await upload(it, distributor, first);
    await validateAll(it);
    await issueInvoices(it);
    await upload(it, distributor, annulation);
    await issueInvoices(it);
    return { distributor, first, annulation };
  };

  test.each([
    ["declared anew", { reference: "R3" }],
    ["corrected", { reference: "R3", nature: "rectificative" }],
    ["declared as before", {}],
  ])("is billed again when it is %s in a later file with the same figures", async (_title, again) => {
    const { distributor, first, annulation } = await annulled();
    const file = reportOf([declaration(again)], EVEN_LATER);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, corrections: 1 });
    await issueInvoices(it);
    expect(await netsOf(distributor)).toEqual(["2483.92", "-2483.92", "2483.92"]);
    for (const known of [file, annulation, first])
      expect(stats(await upload(it, distributor, known))).toMatchObject({ imported: 0, duplicates: 1 });
  });

  test("comes not back by a file of before its annulation", async () => {
    const { distributor, first, annulation } = await annulled();
    for (const file of [first, annulation])
      expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, duplicates: 1 });
    const between = reportOf([declaration()], "2026-11-27T20:00:00+01:00");
    const other = reportOf([declaration({ reference: "R3" })]);
    const correction = reportOf([declaration({ reference: "R4", nature: "rectificative", ...LESS })]);
    for (const [file, name] of [
      [between, "R1"],
      [other, "R3"],
      [correction, "R4"],
    ] as const) {
      expect(stats(await upload(it, distributor, file))).toMatchObject({
        imported: 0,
        set_aside: 1,
        warnings: [`Déclaration qu’une autre a déjà rectifiée\u00a0: ${name}`],
      });
      expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, duplicates: 1 });
    }
    await issueInvoices(it);
    expect(await netsOf(distributor)).toEqual(["2483.92", "-2483.92"]);
  });
});

describe("of one file that declares, annuls and declares again", () => {
  const ANNULLED = declaration({ reference: "R2", nature: "annulation", corrects: "R1" });
  test.each([
    ["the same", {}, "2483.92"],
    ["the same under another reference", { reference: "R3" }, "2483.92"],
    ["other figures", { reference: "R3", ...LESS }, "2448.62"],
  ])("%s, what stands last is billed", async (_title, again, net) => {
    const distributor = await lumen(it, { automation_on: true });
    const file = reportOf([declaration(), ANNULLED, declaration(again)]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 1,
      set_aside: 0,
      warnings: [],
    });
    await validateAll(it);
    await issueInvoices(it);
    expect(await netsOf(distributor)).toEqual([net]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, duplicates: 3 });
    await issueInvoices(it);
    expect(await netsOf(distributor)).toEqual([net]);
  });

  test("what was received before is as it was, or replaced by what stands last", async () => {
    const distributor = await lumen(it, { automation_on: true });
    await upload(it, distributor, reportOf([declaration()]));
    await validateAll(it);
    await issueInvoices(it);
    await upload(it, distributor, reportOf([declaration(), ANNULLED, declaration({ reference: "R3" })]));
    await issueInvoices(it);
    expect(await netsOf(distributor)).toEqual(["2483.92"]);
    const other = [declaration(), ANNULLED, declaration({ reference: "R4", ...LESS })];
    expect(stats(await upload(it, distributor, reportOf(other)))).toMatchObject({
      imported: 1,
      set_aside: 0,
    });
    await issueInvoices(it);
    expect(await netsOf(distributor)).toEqual(["2483.92", "-35.30"]);
  });

  test("an annulation that stands before all it could annul is none of them", async () => {
    const distributor = await lumen(it, { automation_on: true });
    const file = reportOf([ANNULLED, declaration()]);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0 });
  });
});

describe("an older correction that comes late", () => {
  const newest = corrects({ reference: "R2", corrects: "R1", paid: "805" });
  const forgotten = { reference: "R1", nature: "rectificative", corrects: "R0", ...LESS };
  test.each([
    ["by its file", forgotten, "2026-11-26T08:30:00+01:00"],
    ["by its file, and names nothing", { ...forgotten, corrects: "" }, "2026-11-26T08:30:00+01:00"],
    ["by its reference, in a file of the same time", forgotten, LATER],
    ["by its reference, in a file without its time", forgotten, ""],
    ["by its file, and annuls", { ...forgotten, nature: "annulation" }, "2026-11-26T08:30:00+01:00"],
  ])("%s is kept aside and told", async (_title, late, generated) => {
    const distributor = await lumen(it);
    const second = reportOf([newest], LATER);
    await upload(it, distributor, reportOf([declaration({ reference: "R0" })], "2026-11-25T08:30:00+01:00"));
    await upload(it, distributor, second);
    const file = reportOf([declaration(late)], generated);
    expect(stats(await upload(it, distributor, file))).toMatchObject({
      imported: 0,
      set_aside: 1,
      warnings: ["Déclaration qu’une autre a déjà rectifiée\u00a0: R1"],
    });
    for (const known of [file, second])
      expect(stats(await upload(it, distributor, known))).toMatchObject({ imported: 0, duplicates: 1 });
    expect(await references()).toEqual(["R2"]);
  });

  test("takes its place under its own reference, however often, and in a later file", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration()]));
    for (const paid of ["805", "806"]) {
      const file = reportOf([corrects({ reference: "R1", corrects: "R1", paid })]);
      expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, corrections: 1 });
    }
    const named = reportOf([corrects({ reference: "R2", corrects: "R1", paid: "807" })]);
    expect(stats(await upload(it, distributor, named))).toMatchObject({ imported: 1, corrections: 1 });
    const later = reportOf([corrects({ reference: "R1", corrects: "R0", paid: "808" })], LATER);
    expect(stats(await upload(it, distributor, later))).toMatchObject({ imported: 1, corrections: 1 });
  });
});

describe("films of one screen and week", () => {
  test.each([
    [
      "by their titles where a word stands for the visa",
      { visa: "en cours" },
      [{ title: "Alpha" }, { title: "Beta" }],
    ],
    [
      "by their titles where zero stands for the visa",
      { visa: "0" },
      [{ title: "Gamma" }, { title: "Delta" }],
    ],
    ["by versions of no known name", {}, [{ version: "VF 3D" }, { version: "VOST 3D" }]],
  ])("are told apart %s", async (_title, same, changes) => {
    const distributor = await lumen(it);
    const films = changes.map((one) => declaration({ ...same, ...one }));
    const both = reportOf(films);
    expect(stats(await upload(it, distributor, both))).toMatchObject({ imported: 2, set_aside: 0 });
    for (const file of [both, reportOf(films, LATER), reportOf(films.slice(1), LATER)])
      expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, set_aside: 0 });
  });

  test("are found again where they were kept under a word or without their version", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration({ visa: "0", title: "Gamma" })]));
    await it.owner.query("update declaration set film_key = 'visa:0', visa_number = '0'");
    const films = ["Gamma", "Delta"].map((title) => declaration({ visa: "0", title }));
    expect(stats(await upload(it, distributor, reportOf(films, LATER)))).toMatchObject({
      imported: 1,
      duplicates: 1,
    });
    await emptied(it);
    await upload(it, distributor, reportOf([declaration({ version: "" })]));
    const relief = reportOf([declaration({ version: "VF 3D" })], LATER);
    expect(stats(await upload(it, distributor, relief))).toMatchObject({ imported: 0, duplicates: 1 });
  });
});

describe("a film that has no visa in one of two reports", () => {
  /** A report of the first one, then of the second one as it is, then with other totals. @returns what is told of the last two */
  async function comesAgain(before: Record<string, string>, after: Record<string, string>) {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration(before)]));
    const again = stats(await upload(it, distributor, reportOf([declaration(after)], LATER)));
    const corrected = reportOf([declaration({ ...after, ...LESS })], LATER);
    return { distributor, again, corrected: stats(await upload(it, distributor, corrected)) };
  }
  const KNOWN = { again: { imported: 0, duplicates: 1 }, corrected: { imported: 1, corrections: 1 } };

  test.each([
    ["adds it", { visa: "" }, {}],
    ["leaves it out", {}, { visa: "", title: "LES HEURES-BLEUES" }],
  ])("is the same when the later one %s", async (_title, before, after) => {
    expect(await comesAgain(before, after)).toMatchObject(KNOWN);
  });

  test.each([
    ["leaves it out", {}, { visa: "", version: "" }],
    ["adds it", { visa: "" }, { version: "" }],
  ])("is the same when the later one %s and has no version", async (_title, before, after) => {
    const { distributor, ...told } = await comesAgain(before, after);
    expect(told).toMatchObject(KNOWN);
    const both = [declaration(before), declaration({ ...after, reference: "R2" })];
    await emptied(it);
    expect(stats(await upload(it, distributor, reportOf(both)))).toMatchObject({ imported: 2 });
    expect(stats(await upload(it, distributor, reportOf(both, LATER)))).toMatchObject({ duplicates: 2 });
  });

  test("and no version is kept aside and told where several were received, and new where several films were", async () => {
    const distributor = await lumen(it);
    const bare = reportOf([declaration({ reference: "R3", visa: "", version: "" })], LATER);
    await upload(it, distributor, reportOf([declaration(), declaration({ reference: "R2", version: "VO" })]));
    expect(stats(await upload(it, distributor, bare))).toMatchObject({
      imported: 0,
      warnings: ["Déclaration sans version d’un film déjà reçu en plusieurs versions\u00a0: R3"],
    });
    await emptied(it);
    const other = declaration({ reference: "R2", visa: "199042", version: "VO" });
    await upload(it, distributor, reportOf([declaration(), other]));
    expect(stats(await upload(it, distributor, bare))).toMatchObject({ imported: 1, duplicates: 0 });
    await emptied(it);
    const unnumbered = declaration({ reference: "R2", visa: "", ...LESS });
    await upload(it, distributor, reportOf([declaration(), unnumbered]));
    const numbered = reportOf([declaration({ reference: "R3", version: "" })], LATER);
    expect(stats(await upload(it, distributor, numbered))).toMatchObject({ imported: 0, duplicates: 1 });
  });

  test("is another one under another title, or beside the other in one file", async () => {
    const distributor = await lumen(it);
    await upload(it, distributor, reportOf([declaration({ visa: "" })]));
    const other = reportOf([declaration({ title: "Rivage nord" })], LATER);
    expect(stats(await upload(it, distributor, other))).toMatchObject({ imported: 1 });
    const both = reportOf([declaration({ visa: "" }), declaration({ visa: "199043", ...LESS })], LATER);
    expect(stats(await upload(it, distributor, both))).toMatchObject({ imported: 1, duplicates: 1 });
  });
});

describe("a film that was received with and without its version", () => {
  const received = async () => {
    const distributor = await lumen(it);
    const both = [declaration(), declaration({ reference: "R2", version: "VF 3D", ...LESS })];
    await upload(it, distributor, reportOf(both));
    await it.owner.query("update declaration set version = '' where version = 'VF 3D'");
    return { distributor, both };
  };

  test("is known again where the report names both", async () => {
    const { distributor, both } = await received();
    for (const file of [both, both.toReversed(), both.slice(1)])
      for (const report of [reportOf(file), reportOf(file, LATER)])
        expect(stats(await upload(it, distributor, report))).toMatchObject({
          imported: 0,
          duplicates: file.length,
          set_aside: 0,
        });
    expect(await references()).toEqual(["R1", "R2"]);
  });

  test("is kept aside and told with other totals, or where two could be the one", async () => {
    const { distributor, both } = await received();
    const relief = (reference: string, version: string) => declaration({ reference, version, paid: "3" });
    for (const [file, duplicates, set_aside] of [
      [[declaration(), relief("R3", "VF 3D")], 1, 1],
      [[relief("R4", "VF 3D")], 0, 1],
      [[...both, relief("R5", "VOST 3D")], 2, 1],
      [[...both, declaration({ reference: "R6", version: "VOST 3D", ...LESS })], 1, 2],
    ] as const)
      expect(stats(await upload(it, distributor, reportOf([...file], LATER)))).toMatchObject({
        imported: 0,
        duplicates,
        set_aside,
      });
    expect(await references()).toEqual(["R1", "R2"]);
  });

  test("is cancelled under the version that its report names", async () => {
    const { distributor, both } = await received();
    const cancelled = declaration({ reference: "R3", nature: "annulation", version: "VF 3D", paid: "0" });
    expect(stats(await upload(it, distributor, reportOf([...both, cancelled], LATER)))).toMatchObject({
      imported: 1,
      corrections: 1,
    });
    expect(await references()).toEqual(["R1", "R3"]);
  });
});
