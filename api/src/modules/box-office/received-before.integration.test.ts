// What was received when less of a report was read: a flat fee of 0 counted, and a rate had two decimals.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptied, invoices, lumen, rows, stats, validateAll } from "./import.testing.ts";
import { issueInvoices, openBoxOffice, type TestDistributor, upload } from "./box-office.testing.ts";
import { declaration, LESS, reportOf } from "./report.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await openBoxOffice();
});
afterAll(async () => it?.close());
beforeEach(async () => emptied(it));

const netsOf = async (distributor: TestDistributor) =>
  (await invoices(it, distributor)).map(({ total_net_amount }) => total_net_amount);
const sent = async (distributor: TestDistributor, ...declarations: string[]) =>
  stats(await upload(it, distributor, reportOf(declarations, "")));
const issued = async (distributor: TestDistributor) => {
  await validateAll(it);
  await issueInvoices(it);
  return await netsOf(distributor);
};
/** Keeps what was received as it was kept once. */
const keepAs = (columns: string) => rows(it, `update declaration set ${columns}`);

const NO_FEE = { mg: ' forfaitHT="0"' };
const rated = (rate: string, changes: Record<string, string> = {}) =>
  declaration({ share: "", ...changes }).replace('taux="50"', `taux="${rate}"`);
const UNBILLED = "terms_type = 'FORFAIT', flat_fee_ht = 0, share_ht = 0, share_declared = false";
/** A third of 4 967,84 € by hundredths of a percent, of 1 655,94 € by all decimals. */
const BY_HUNDREDTHS = "share_ht = 1655.78";
/** Of another cinema's share, of 4 967,84 € less 75,26 € of SACEM. */
const AFTER_SACEM = "share_ht = 1630.70, sacem_deducted = true";

describe("BOX-4: a report that was received before is the same when it comes again", () => {
  test("with a flat fee of 0 beside its share, and takes not the place of what stands since", async () => {
    const distributor = await lumen(it, { automation_on: true });
    const second = declaration({ reference: "R2", nature: "rectificative", ...LESS, ...NO_FEE });
    const third = declaration({ reference: "R3", nature: "rectificative", ...NO_FEE });
    await sent(distributor, declaration(NO_FEE));
    await sent(distributor, second);
    await sent(distributor, third);
    await keepAs("flat_fee_ht = 0");
    expect(await issued(distributor)).toEqual(["2483.92"]);
    for (const known of [declaration(NO_FEE), second, third])
      expect(await sent(distributor, known)).toMatchObject({ imported: 0, duplicates: 1 });
    expect(await issued(distributor)).toEqual(["2483.92"]);
    const other = declaration({
      reference: "R4",
      nature: "rectificative",
      ...NO_FEE,
      mg: ' minimumGaranti="10"',
    });
    expect(await sent(distributor, other)).toMatchObject({ imported: 1, corrections: 1 });
  });

  test.each([
    ["the rate", BY_HUNDREDTHS, false],
    ["the rate after SACEM", AFTER_SACEM, true],
  ])("with a share that %s gave without all its decimals", async (_title, kept, sacem) => {
    const distributor = await lumen(it, { automation_on: true });
    await rows(it, "update distributor set sacem_deducted = $1 where id = $2", [sacem, distributor.id]);
    const first = rated("33.3333");
    const correction = rated("33.3333", { reference: "R2", nature: "rectificative" });
    await sent(distributor, first);
    await keepAs(kept);
    expect(await sent(distributor, first)).toMatchObject({ imported: 0, duplicates: 1, set_aside: 0 });
    // A correction that brings the share that was not billed says so.
    expect(await sent(distributor, correction)).toMatchObject({ imported: 1, corrections: 1 });
    await keepAs(kept);
    for (const known of [first, correction])
      expect(await sent(distributor, known)).toMatchObject({ imported: 0, duplicates: 1, set_aside: 0 });
  });

  test.each([
    ["rate", rated("34")],
    ["declared share", rated("33.3333", { share: ' partDistributeurHT="1655.94"' })],
    ["base", rated("33.3333", { base: "4967.81" })],
  ])("and is another where it bills another %s", async (_title, again) => {
    const distributor = await lumen(it);
    await sent(distributor, rated("33.3333"));
    await keepAs(BY_HUNDREDTHS);
    expect(await sent(distributor, again)).toMatchObject({ imported: 0, duplicates: 0, set_aside: 1 });
  });

  test("and is another where two rates differ beyond hundredths, or the formula does", async () => {
    const distributor = await lumen(it);
    await sent(distributor, rated("33.3333"));
    expect(await sent(distributor, rated("33.3266"))).toMatchObject({ duplicates: 0, set_aside: 1 });
    await keepAs(AFTER_SACEM);
    expect(await sent(distributor, rated("33.3333"))).toMatchObject({ duplicates: 0, set_aside: 1 });
  });

  test("though a flat fee of 0 beside its share billed nothing once, when another stands since", async () => {
    const distributor = await lumen(it);
    const second = declaration({ reference: "R2", nature: "rectificative", ...LESS, ...NO_FEE });
    await sent(distributor, declaration(NO_FEE));
    await sent(distributor, second);
    await keepAs(UNBILLED);
    await sent(distributor, declaration({ reference: "R3", nature: "rectificative" }));
    expect(await sent(distributor, second)).toMatchObject({ imported: 0, duplicates: 1 });
  });

  test("and is billed then, where a flat fee of 0 beside its share billed nothing once", async () => {
    const distributor = await lumen(it, { automation_on: true });
    const other = declaration({ reference: "R2", visa: "199042", title: "Autre" });
    await sent(distributor, declaration(NO_FEE), other);
    await rows(it, `update declaration set ${UNBILLED} where reference = 'R1'`);
    expect(await issued(distributor)).toEqual(["2483.92"]);
    for (const another of [{ reference: "R5" }, { paid: "811" }])
      expect(await sent(distributor, declaration({ ...NO_FEE, ...another }))).toMatchObject({ set_aside: 1 });
    const file = [declaration(NO_FEE), other];
    expect(await sent(distributor, ...file)).toMatchObject({ imported: 1, corrections: 1, duplicates: 1 });
    expect(await issued(distributor)).toEqual(["2483.92", "2483.92"]);
    expect(await sent(distributor, ...file)).toMatchObject({ imported: 0, duplicates: 2 });
    expect(await issued(distributor)).toHaveLength(2);
  });

  test("and what was annulled since stays so", async () => {
    const distributor = await lumen(it);
    await sent(distributor, declaration(NO_FEE));
    await sent(
      distributor,
      declaration({ reference: "R2", nature: "annulation", corrects: "R1", ...NO_FEE }),
    );
    await keepAs(UNBILLED);
    expect(await sent(distributor, declaration(NO_FEE))).toMatchObject({ imported: 0, duplicates: 1 });
  });
});
