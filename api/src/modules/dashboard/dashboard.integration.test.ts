import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PATH = "/banking/dashboard-stats/";
const TODAY = "2026-11-30";

let app: TestApp;
let me: BuiltDistributor;
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp({ today: TODAY });
});
afterAll(() => app.close());
beforeEach(async () => {
  me = await app.inDatabase((tx) => aDistributor(tx));
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)));
});

interface Owed {
  readonly group: string;
  readonly total: string;
  readonly due?: string;
  readonly in_default?: boolean;
}
const owes = (owed: Owed, to = me) =>
  app.inDatabase(async (tx) =>
    anInvoice(tx, to, await aCinema(tx, to, { group: owed.group }), {
      total_amount: owed.total,
      due_date: owed.due ?? "2026-12-31",
      in_default: owed.in_default ?? false,
    }),
  );
const rows = async (client = staff) => {
  const answer = await client.get(PATH);
  expect(answer.status).toBe(200);
  return answer.body.map((row: Record<string, string>) => [
    row["category"],
    row["kind"],
    row["total"],
    row["due"],
  ]);
};

describe("pending payments", () => {
  test("of a distributor to whom nobody owes are a total of nothing", async () => {
    expect(await rows()).toEqual([["TOTAL", "total", "0.00", "0.00"]]);
  });

  test("are by group, the largest due first, then what is in default, then the total of the groups", async () => {
    await owes({ group: "Utopia", total: "100.00" });
    await owes({ group: "Utopia", total: "0.10", due: "2026-11-29" });
    await owes({ group: "Pathé", total: "50.00", due: "2026-10-01" });
    await owes({ group: "MK2", total: "300.00" });
    await owes({ group: "MK2", total: "70.00", due: "2026-01-01", in_default: true });
    expect(await rows()).toEqual([
      ["Pathé", "group", "50.00", "50.00"],
      ["Utopia", "group", "100.10", "0.10"],
      ["MK2", "group", "300.00", "0.00"],
      ["En défaut", "default", "70.00", "70.00"],
      ["TOTAL", "total", "450.10", "50.10"],
    ]);
  });

  test("put every way to write an independent in one group", async () => {
    for (const group of ["", "Indépendant", "independants", "INDÉPENDANTS"])
      await owes({ group, total: "10.00" });
    expect(await rows()).toEqual([
      ["Indépendants", "group", "40.00", "0.00"],
      ["TOTAL", "total", "40.00", "0.00"],
    ]);
  });

  test("put names of a group that differ only in case, accents or blanks in one, under the name that most of its cinemas have", async () => {
    for (const group of ["Grand Écran", "Grand Écran", "grand ecran", "GRAND  ÉCRAN "])
      await owes({ group, total: "10.00" });
    expect(await rows()).toEqual([
      ["Grand Écran", "group", "40.00", "0.00"],
      ["TOTAL", "total", "40.00", "0.00"],
    ]);
  });

  test("have the name of the aged balance where as many cinemas write it in one way as in another", async () => {
    for (const group of ["groupe a", "Groupe A"]) await owes({ group, total: "10.00" });
    expect((await rows())[0]).toEqual(["Groupe A", "group", "20.00", "0.00"]);
  });

  test("are due from the day after the due date, in Paris", async () => {
    await owes({ group: "Utopia", total: "10.00", due: TODAY });
    expect((await rows()).at(-1)).toEqual(["TOTAL", "total", "10.00", "0.00"]);
    // 23:30 in Paris is still the 30th; half an hour later it is the 1st, while it is not yet in UTC.
    app.clock.set("2026-11-30T22:30:00Z");
    expect((await rows()).at(-1)).toEqual(["TOTAL", "total", "10.00", "0.00"]);
    app.clock.set("2026-11-30T23:00:00Z");
    expect((await rows()).at(-1)).toEqual(["TOTAL", "total", "10.00", "10.00"]);
    app.clock.set(TODAY);
  });

  test("count what is left of an invoice, and neither paid ones nor credit notes", async () => {
    const part = await owes({ group: "Utopia", total: "100.00", due: "2026-11-01" });
    const paid = await owes({ group: "Utopia", total: "20.00", due: "2026-11-01" });
    const corrected = await owes({ group: "Utopia", total: "30.00", due: "2026-11-01" });
    await app.inDatabase(async (tx) => {
      const pay = (id: number, amount: string) =>
        tx.run(
          sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${me.id}, ${id}, 'opening', ${amount})`,
        );
      await pay(part.id, "99.99");
      await pay(paid.id, "20.00");
      const credit = await tx.one<{ id: number }>(sql`
        insert into invoice (distributor_id, cinema_id, origin, type, invoice_number, invoice_date, due_date, cinema_name,
          total_net_amount, total_vat_amount, total_amount)
        select distributor_id, cinema_id, 'imported', 'credit_note', 'A1', invoice_date, due_date, cinema_name, -10, -1, -11
        from invoice where id = ${corrected.id} returning id`);
      await tx.run(sql`
        insert into credit_application (distributor_id, credit_note_id, invoice_id, amount)
        values (${me.id}, ${credit.id}, ${corrected.id}, 11)`);
    });
    expect(await rows()).toEqual([
      ["Utopia", "group", "19.01", "19.01"],
      ["TOTAL", "total", "19.01", "19.01"],
    ]);
  });

  test("add cents exactly", async () => {
    for (let i = 0; i < 10; i += 1) await owes({ group: "Utopia", total: "0.10" });
    await owes({ group: "Utopia", total: "99999999.99" });
    expect((await rows()).at(-1)).toEqual(["TOTAL", "total", "100000000.99", "0.00"]);
  });
});

describe("who sees them", () => {
  test("another distributor's invoices are no part of them, even in the same cinema", async () => {
    const other = await app.inDatabase((tx) => aDistributor(tx));
    const cinema = await app.inDatabase((tx) => aCinema(tx, me, { group: "Utopia" }));
    await app.inDatabase(async (tx) => {
      await tx.run(
        sql`insert into cinema_distributor (cinema_id, distributor_id) values (${cinema.id}, ${other.id})`,
      );
      await anInvoice(tx, me, cinema, { total_amount: "10.00" });
      await anInvoice(tx, other, cinema, { total_amount: "500.00" });
    });
    expect((await rows()).at(-1)).toEqual(["TOTAL", "total", "10.00", "0.00"]);
    const foreign = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)), other.id);
    expect((await rows(foreign)).at(-1)).toEqual(["TOTAL", "total", "10.00", "0.00"]);
    const admin = await app.inDatabase(aSuperAdmin);
    expect((await rows(await app.as(admin, other.id))).at(-1)).toEqual(["TOTAL", "total", "500.00", "0.00"]);
  });

  test("invoices of a cinema that is no longer linked still count", async () => {
    const invoice = await owes({ group: "Utopia", total: "10.00" });
    await app.inDatabase((tx) =>
      tx.run(sql`
        delete from cinema_distributor l using invoice i
        where i.id = ${invoice.id} and l.cinema_id = i.cinema_id and l.distributor_id = i.distributor_id`),
    );
    expect((await rows()).at(-1)).toEqual(["TOTAL", "total", "10.00", "0.00"]);
  });

  test("a super admin without a distributor must choose one; strangers sign in", async () => {
    const admin = await app.as(await app.inDatabase(aSuperAdmin));
    expect((await admin.get(PATH)).body.code).toBe("distributor_required");
    expect((await app.anonymous().get(PATH)).status).toBe(401);
  });
});
