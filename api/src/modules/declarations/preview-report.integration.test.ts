// What a report would bring, told before it counts (BOX-9, BOX-10), on a real database.
import type { ReportPreview } from "@bobine/contract/report-previews";
import { addDays, civilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
  LUMEN,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { must } from "../../domain/must.ts";
import { fixture } from "../box-office/box-office.testing.ts";
import { declaration, LESS, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let client: TestClient;
let distributor: BuiltDistributor;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  app.clock.set("2026-11-30");
  await app.forgetJobs();
  await app.owner.query(
    `truncate declaration, invoice_line, invoice_file, credit_application, invoice, invoice_sequence, import_file, cinema, screen,
      cinema_distributor cascade`,
  );
  await app.owner.query("update distributor set siren = '' where siren = $1", [LUMEN.siren]);
  distributor = await app.inDatabase((tx) => aDistributor(tx, LUMEN));
  await signIn();
});
/** Days later the token of before is no more. */
const signIn = async () => {
  client = await app.as(await app.inDatabase((tx) => aStaffUser(tx, distributor)));
};

type File = Buffer | string;
const change = (query: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(query));
const knownCinemas = () =>
  app.inDatabase(async (tx) => {
    await aCinema(tx, distributor, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    await aCinema(tx, distributor, { name: "Mégascope Rennes", screens: ["910771", "910774"] });
  });
const validateAll = () => change(sql`update cinema set is_validated = true, address = '3 place du Beffroi'`);

const send = (path: string, file: File) => client.upload(path, "xml_file", "rapport.xml", file, "text/xml");
async function previewed(file: File): Promise<ReportPreview> {
  const { status, body } = await send("/box-office/report-previews/", file);
  expect([status, body]).toEqual([200, body]);
  return body;
}
async function imported(file: File) {
  const { status, body } = await send("/box-office/upload-cnc-xml/", file);
  expect(status).toBe(200);
  await app.drainJobs("issue-invoices");
  return body;
}

/** Every row of the database, table by table. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await app.owner.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows: found } = await app.owner.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
    );
    rows[name] = found[0]?.digest ?? "";
  }
  return rows;
}

/** What the import and the job that follows have issued since `after`. */
const issuedAfter = async (after: number) =>
  await app.inDatabase((tx) =>
    tx.many<{
      id: number;
      kind: string;
      week_start: string;
      total_net_amount: string;
      total_amount: string;
      corrects: string | null;
    }>(sql`
      select i.type as kind, i.week_start::text, i.total_net_amount::text, i.total_amount::text,
        (select c.invoice_number from invoice c where c.id = i.corrects_id) as corrects
      from invoice i where i.distributor_id = ${distributor.id} and i.id > ${after} order by i.id`),
  );
const lastInvoice = async (): Promise<number> =>
  (await app.inDatabase((tx) => tx.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from invoice`)))
    .id;

/** Looks at a file, sees that nothing came of it, imports it, and sees that what was told is what comes. */
async function foretold(file: File): Promise<ReportPreview> {
  const before = await everything();
  const preview = await previewed(file);
  expect(await everything()).toEqual(before);
  expect(await previewed(file)).toEqual(preview);
  const last = await lastInvoice();
  const { preliminary_stats } = await imported(file);
  expect(preview.stats).toEqual(preliminary_stats);
  const told = preview.weeks
    .filter(({ outcome }) => outcome === "issued")
    .flatMap(({ week_start, documents }) =>
      documents.map(({ kind, ...document }) => ({
        ...document,
        week_start,
        kind: kind === "credit_note" ? kind : "invoice",
      })),
    );
  const issued = await issuedAfter(last);
  const inOrder = (list: readonly object[]) =>
    list.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
  expect(inOrder(told)).toEqual(inOrder(issued));
  return preview;
}
const outcomesOf = ({ weeks }: ReportPreview) =>
  weeks.map(({ cinema_name, outcome, documents }) => [
    cinema_name,
    outcome,
    documents.map(({ kind, total_amount }) => `${kind} ${total_amount}`).join(),
  ]);

describe("BOX-9: a preview tells what the import then does, and nothing of it is saved", () => {
  test("a canonical report, then its correction, then neither again", async () => {
    await knownCinemas();
    const first = await foretold(fixture("canonical.xml"));
    expect(outcomesOf(first)).toEqual([
      ["Cinéma Le Beffroi", "issued", "invoice 2897.31"],
      ["Mégascope Rennes", "issued", "invoice 15067.07"],
    ]);
    expect(first).toMatchObject({
      file_name: "rapport.xml",
      issued: {
        invoice: { count: 2, total: "17964.38" },
        complement: { count: 0, total: "0.00" },
        credit_note: { count: 0, total: "0.00" },
      },
      held: { count: 0, total: "0.00" },
      unchanged_count: 0,
      weeks_count: 2,
      unfinished_weeks: [],
    });
    const corrected = await foretold(fixture("rectificative.xml"));
    expect(outcomesOf(corrected)).toEqual([["Cinéma Le Beffroi", "issued", "credit_note -38.83"]]);
    expect(corrected.weeks[0]).toMatchObject({
      corrected_count: 1,
      documents: [{ corrects: expect.stringMatching(/^F2600/) }],
    });
    const again = await foretold(fixture("canonical.xml"));
    expect(again).toMatchObject({ unchanged_count: 2, held: { count: 0 } });
    expect(again.weeks.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);
  });

  test("the variant report, alone and after the canonical one", async () => {
    await knownCinemas();
    const alone = await foretold(fixture("variant-latin-1.xml"));
    expect(alone.weeks).toMatchObject([{ outcome: "issued", new_count: 1, known_count: 0 }]);
    await imported(fixture("canonical.xml"));
    expect((await foretold(fixture("variant-latin-1.xml"))).weeks).toMatchObject([
      { outcome: "unchanged", known_count: 1 },
    ]);
  });

  test("a second screen of an invoiced week is a complement", async () => {
    await knownCinemas();
    await imported(reportOf([declaration()]));
    const preview = await foretold(reportOf([declaration({ reference: "R2", screen: "910232" })]));
    expect(preview.weeks).toMatchObject([{ outcome: "issued", documents: [{ kind: "complement" }] }]);
    expect(preview.issued.complement.count).toBe(1);
  });

  test("a correction that lands on another cinema credits the one that was billed", async () => {
    await knownCinemas();
    await imported(reportOf([declaration()]));
    await change(sql`
      update screen set cinema_id = (select id from cinema where name = 'Mégascope Rennes') where authorization_number = '910231'`);
    await change(sql`update cinema set name = 'Le Vieux Beffroi' where name = 'Cinéma Le Beffroi'`);
    const preview = await foretold(
      reportOf([declaration({ reference: "R2", nature: "rectificative", ...LESS })]),
    );
    expect(outcomesOf(preview)).toEqual([
      ["Cinéma Le Beffroi", "issued", "invoice 2693.48"],
      ["Le Vieux Beffroi", "issued", "credit_note -2732.31"],
    ]);
  });

  test("what contradicts a known declaration is set aside, what is unreadable refused with its reason", async () => {
    await knownCinemas();
    await imported(reportOf([declaration()]));
    const preview = await foretold(
      reportOf([
        declaration({ reference: "R2", ...LESS }),
        declaration({ reference: "N1", screen: "910232", share: ' partDistributeurHT="-500,00"' }),
      ]),
    );
    expect(preview.weeks).toMatchObject([{ outcome: "set_aside", set_aside_count: 1, documents: [] }]);
    expect(preview.refused).toEqual([
      {
        cinema_name: "Cinéma Le Beffroi",
        messages: ["Déclaration N1\u00a0: la part distributeur ne peut pas être négative."],
      },
    ]);
    expect(preview.stats).toMatchObject({
      errors: ["Déclaration N1\u00a0: la part distributeur ne peut pas être négative."],
      warnings: expect.arrayContaining(["Déclaration déjà reçue avec d’autres montants\u00a0: R2"]),
    });
  });

  test("a week that an imported invoice bills already is warned of, and billed all the same (BOX-3)", async () => {
    await knownCinemas();
    const { id } = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`select id from cinema where name = 'Cinéma Le Beffroi'`),
    );
    const cinema = { id, name: "Le Beffroi" };
    const bill = (invoice_number: string, week_start?: string) =>
      app.inDatabase((tx) =>
        anInvoice(tx, distributor, cinema, { invoice_number, ...(week_start ? { week_start } : {}) }),
      );
    await bill("F-2211");
    await bill("F-2212");
    await bill("F-2100", "2026-11-11");
    const { stats, issued } = await foretold(fixture("canonical.xml"));
    expect(stats).toMatchObject({
      warnings_count: 1,
      warnings: [
        "La semaine S47/2026 de Cinéma Le Beffroi est déjà facturée par F-2211, F-2212 (factures importées)\u00a0: ce qui y figure serait facturé une seconde fois. Retirez-le du rapport avant de l’importer, ou annulez-le ensuite par un avoir.",
      ],
    });
    expect(issued.invoice.count).toBe(2);
    // Once we bill the week, what corrects it is no second invoice.
    expect((await foretold(fixture("rectificative.xml"))).stats.warnings_count).toBe(0);
  });

  test("the cinemas of a week that imported invoices bill are told in one line, and weeks leave room for what else is told (BOX-3)", async () => {
    const names = ["Rex", "Odéon", "Lux", "Gaumont"];
    const weeks = Array.from({ length: 60 }, (_, back) => addDays(civilDate("2026-11-18"), -7 * back));
    await app.inDatabase(async (tx) => {
      for (const [place, name] of names.entries()) {
        const cinema = await aCinema(tx, distributor, { name, screens: [`92000${place}`] });
        for (const week_start of place === 0 ? weeks : weeks.slice(0, 1))
          await anInvoice(tx, distributor, cinema, {
            week_start,
            invoice_number: `F-${name}${week_start === weeks[0] ? "" : week_start}`,
          });
      }
    });
    const one = (place: number, changes: Record<string, string> = {}) =>
      declaration({ screen: `92000${place}`, reference: `${place}`, ...changes }).replace(
        "Cinéma Le Beffroi",
        must(names[place], "name"),
      );
    const older = weeks.slice(1).map((week) => one(0, { week, end: addDays(week, 6) }));
    const file = reportOf([
      ...names.map((_, place) => one(place)),
      ...older,
      one(0, { title: "映画", visa: "" }),
    ]);
    const { warnings, warnings_count } = (await previewed(file)).stats;
    expect(warnings[0]).toBe(
      "La semaine S47/2026 est déjà facturée à 4 cinémas par des factures importées (Rex\u00a0: F-Rex\u202f; Odéon\u00a0: F-Odéon\u202f; Lux\u00a0: F-Lux\u202f; …)\u00a0: ce qui y figure serait facturé une seconde fois. Retirez-le du rapport avant de l’importer, ou annulez-le ensuite par un avoir.",
    );
    expect([warnings_count, warnings.length, new Set(warnings).size]).toEqual([61, 61, 61]);
    expect(warnings.findIndex((warning) => warning.startsWith("Le titre"))).toBe(50);
  });

  test("an imported invoice that a credit note took back, or of a week with nothing to bill, warns of nothing", async () => {
    await knownCinemas();
    const cinema = await app.inDatabase((tx) =>
      tx.one<{ id: number; name: string }>(sql`select id, name from cinema where name = 'Cinéma Le Beffroi'`),
    );
    const annulled = await app.inDatabase((tx) =>
      anInvoice(tx, distributor, cinema, { invoice_number: "F-2211" }),
    );
    const takeBack = (named: { corrects_id: number | null; week_start: string | null }) =>
      change(sql`
        insert into invoice (distributor_id, cinema_id, origin, type, corrects_id, week_start, invoice_number, invoice_date, due_date,
          cinema_name, client, client_account, total_net_amount, total_vat_amount, total_amount)
        values (${distributor.id}, ${cinema.id}, 'imported', 'credit_note', ${named.corrects_id}, ${named.week_start}, left(gen_random_uuid()::text, 8),
          '2026-11-30', '2026-11-30', '', '{}', '', -100, -10, -110)`);
    const free = reportOf([
      declaration({ type: "GRATUIT", share: "", gross: "0", tsa: "0", tva: "0", base: "0", paid: "0" }),
    ]);
    const warned = async (file: File) =>
      (await previewed(file)).stats.warnings.filter((warning) => warning.includes("déjà facturée"));
    expect(await warned(free)).toEqual([]);
    expect(await warned(reportOf([declaration()]))).toHaveLength(1);
    await takeBack({ corrects_id: null, week_start: "2026-11-11" });
    expect(await warned(reportOf([declaration()]))).toHaveLength(1);
    await takeBack({ corrects_id: annulled.id, week_start: null });
    expect(await warned(reportOf([declaration()]))).toEqual([]);
    // Files of other software may not say which invoice a note takes back.
    await app.inDatabase((tx) => anInvoice(tx, distributor, cinema, { invoice_number: "F-2212" }));
    expect(await warned(reportOf([declaration()]))).toEqual([expect.stringContaining(" par F-2212 (")]);
    await takeBack({ corrects_id: null, week_start: "2026-11-18" });
    expect(await warned(reportOf([declaration()]))).toEqual([]);
  });

  test("an unknown cinema is held with its amount, and issued once it is validated", async () => {
    const preview = await foretold(fixture("canonical.xml"));
    expect(outcomesOf(preview)).toEqual([
      ["Cinéma Le Beffroi", "cinema_not_validated", "invoice 2897.31"],
      ["Mégascope Rennes", "cinema_not_validated", "invoice 15067.07"],
    ]);
    expect(preview).toMatchObject({
      held: { count: 2, total: "17964.38" },
      issued: { invoice: { count: 0 } },
      stats: { unknown_cinemas: 2, invoices_held: 2 },
    });
    await validateAll();
    // The same file brings nothing new, and its weeks are issued all the same.
    expect(outcomesOf(await foretold(fixture("canonical.xml")))).toEqual([
      ["Cinéma Le Beffroi", "issued", "invoice 2897.31"],
      ["Mégascope Rennes", "issued", "invoice 15067.07"],
    ]);
  });

  test.each([
    [
      "automation is off",
      "automation_off",
      sql`update distributor set automation_on = false where siren = ${LUMEN.siren}`,
    ],
    [
      "the distributor lacks its IBAN",
      "supplier_incomplete",
      sql`update distributor set iban = '' where siren = ${LUMEN.siren}`,
    ],
    [
      "the distributor lacks its VAT number",
      "supplier_incomplete",
      sql`update distributor set prefix_vat = '' where siren = ${LUMEN.siren}`,
    ],
    ["the cinema lacks its address", "client_incomplete", sql`update cinema set address = ''`],
  ])("while %s, documents are held and say why", async (_title, outcome, given) => {
    await knownCinemas();
    await change(given);
    const preview = await foretold(fixture("canonical.xml"));
    expect(preview.weeks.map((week) => week.outcome)).toEqual([outcome, outcome]);
    expect(preview.held).toEqual({ count: 2, total: "17964.38" });
  });

  test("another distributor's declarations are counted and no cinema is told", async () => {
    await change(
      sql`update distributor set siren = '732829320', name = 'Autre Distribution' where id = ${distributor.id}`,
    );
    const preview = await foretold(fixture("canonical.xml"));
    expect(preview).toMatchObject({ weeks: [], weeks_count: 0, stats: { other_distributors: 4 } });
  });

  test("SEC-16: a cinema of others is told as the file names it", async () => {
    await app.inDatabase(async (tx) => {
      const other = await aDistributor(tx);
      await aCinema(tx, other, { name: "Palais Secret", city: "Arras", screens: ["910231"] });
    });
    const { body } = await send("/box-office/report-previews/", reportOf([declaration()]));
    expect(JSON.stringify(body)).not.toContain("Palais Secret");
    expect(body.weeks).toMatchObject([{ cinema_name: "Cinéma Le Beffroi", city: "Douai" }]);
  });

  test("a file that is no report is refused with its sentence", async () => {
    const { status, body } = await send("/box-office/report-previews/", "<Rien");
    expect(status).toBe(400);
    expect(body.error).toMatch(/XML/);
  });
});

describe("BOX-10: a week that is not over", () => {
  const FILE = reportOf([declaration()]);
  test.each([
    ["2026-11-18", ["2026-11-18"]],
    ["2026-11-24", ["2026-11-18"]],
    ["2026-11-25", []],
  ])("on %s is told as %j", async (today, weeks) => {
    app.clock.set(today);
    await signIn();
    expect((await previewed(FILE)).unfinished_weeks).toEqual(weeks);
  });

  test("asks before it is imported when it is to ask, and is imported in one step otherwise", async () => {
    await knownCinemas();
    app.clock.set("2026-11-22");
    await signIn();
    const before = await everything();
    const asked = await send("/box-office/upload-cnc-xml/?unfinished=ask", FILE);
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: "week_not_over",
        detail:
          "La semaine S47/2026 (jusqu’au 24/11/2026) n’est pas terminée\u00a0: confirmez l’import de ce rapport.",
      },
    });
    expect(await everything()).toEqual(before);
    await foretold(FILE);
  });
});
