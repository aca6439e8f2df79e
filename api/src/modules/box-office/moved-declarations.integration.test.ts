// Corrections that land on another cinema than what they correct (BILL-13).
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptied, lumen, rows, stats, validateAll } from "./import.testing.ts";
import { issueInvoices, openBoxOffice, type TestDistributor, upload } from "./box-office.testing.ts";
import { declaration, LATER, LESS, reportOf } from "./report.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await openBoxOffice();
});
afterAll(async () => it?.close());
beforeEach(async () => emptied(it));

const documents = async (distributor: TestDistributor) =>
  (
    await rows(
      it,
      `select i.cinema_name, i.total_net_amount, c.invoice_number as corrects from invoice i left join invoice c on c.id = i.corrects_id
        where i.distributor_id = $1 order by i.id`,
      [distributor.id],
    )
  ).map((row) => Object.values(row));
const OTHER = "Le Nouveau Rex";
/** A declaration is billed to Le Beffroi, whose screen turns out to be another cinema's. */
async function movedScreen(reported: string[] = [declaration()], isValidated = true) {
  const distributor = await lumen(it, { automation_on: true });
  await upload(it, distributor, reportOf(reported));
  await validateAll(it);
  await issueInvoices(it);
  await it.owner.query(
    `with other as (
        insert into cinema (name, city, address, pin_code, siren, is_validated) values ($1, 'Lens', '1 rue du Port', '62300', '000400013', $2)
        returning id)
      update screen set cinema_id = (select id from other) where authorization_number = '910231'`,
    [OTHER, isValidated],
  );
  return distributor;
}
const BILLED = ["Cinéma Le Beffroi", "2483.92", null];
const CREDITED = ["Cinéma Le Beffroi", "-2483.92", "F26000001"];

test.each([
  ["with other figures", LESS, "2448.62"],
  ["with the same ones", {}, "2483.92"],
])(
  "what moves to another cinema %s is credited to the first and billed to the other, once",
  async (_title, figures, net) => {
    const distributor = await movedScreen();
    const file = reportOf([declaration({ reference: "R2", nature: "rectificative", ...figures })], LATER);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 1, corrections: 1 });
    await issueInvoices(it);
    const billed = [BILLED, [OTHER, net, null], CREDITED];
    expect(await documents(distributor)).toEqual(billed);
    expect(stats(await upload(it, distributor, file))).toMatchObject({ imported: 0, duplicates: 1 });
    await issueInvoices(it);
    expect(await documents(distributor)).toEqual(billed);
  },
);

test("what is annulled of another cinema is credited to the first", async () => {
  const distributor = await movedScreen();
  await upload(it, distributor, reportOf([declaration({ reference: "R2", nature: "annulation" })], LATER));
  await issueInvoices(it);
  expect(await documents(distributor)).toEqual([BILLED, CREDITED]);
});

test("what stays of the first cinema's week stays billed, and the other one waits for its validation alone", async () => {
  const distributor = await movedScreen(
    [declaration(), declaration({ reference: "R9", screen: "910232", visa: "199042", title: "Autre" })],
    false,
  );
  await upload(
    it,
    distributor,
    reportOf([declaration({ reference: "R2", nature: "rectificative", ...LESS })], LATER),
  );
  await issueInvoices(it);
  const before = [["Cinéma Le Beffroi", "4967.84", null], CREDITED];
  expect(await documents(distributor)).toEqual(before);
  await validateAll(it);
  await upload(
    it,
    distributor,
    reportOf([declaration({ reference: "R2", nature: "rectificative", ...LESS })], LATER),
  );
  await issueInvoices(it);
  expect(await documents(distributor)).toEqual([...before, [OTHER, "2448.62", null]]);
});
