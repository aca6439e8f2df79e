// Fills an empty database with the demo: people, cinemas, then weeks of reports and months of statements through the real
// imports, so that the demo can hold nothing that the product would not have made.
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { type CinemaWeek, cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import sql from "sql-template-tag";
import { lockDemoData } from "../db/locks.ts";
import { inTransaction, type Tx } from "../db/scope.ts";
import { systemSource } from "../http/audit.ts";
import type { Upload } from "../http/receive-upload.ts";
import { importStatement } from "../modules/banking/import-statement.ts";
import { vatRegimes } from "../modules/company/vat-regimes.repository.ts";
import { importBoxOffice } from "../modules/box-office/import-box-office.ts";
import { issueInvoices } from "../modules/invoices/issue-invoices.ts";
import { clockAt } from "../platform/clock.ts";
import type { Services } from "../services.ts";
import { bankLines, type InvoiceToPay, statementCsv } from "./bank-lines.ts";
import { DEMO_CINEMAS, type DemoCinema, vatNumberOf } from "./cinemas.ts";
import { DEMO_DISTRIBUTORS, type DemoDistributor, LUMEN } from "./distributors.ts";
import { STORY_LAST_NUMBER } from "./story.ts";
import { weeklyDeclarations, weeklyReportXml } from "./weekly-report.ts";
import type { Money } from "@bobine/contract/money";
import { inCents } from "../db/money.ts";

/** Who takes the tour of the README. */
export const DEMO_ACCOUNTANT = "compta@lumen-films.example";

const FIRST_WEEK = 38;
const LAST_WEEK = 45;
const YEAR = 2026;
/** After the end of the week its report comes; three days later its invoices are issued. */
const REPORT_AFTER_DAYS = 9;
const ISSUE_AFTER_DAYS = 12;
const STATEMENTS = [
  { fileName: "releve-octobre-2026.csv", from: civilDate("2026-10-01"), to: civilDate("2026-10-31") },
  { fileName: "releve-novembre-2026.csv", from: civilDate("2026-11-01"), to: civilDate("2026-11-20") },
] as const;

/** Accounts of clients as the accountant of Lumen has them: a circuit is one client. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  "Mégascope Exploitation SAS": "411MEGASC",
  "Ciné Atlas SA": "411ATLAS",
  "Novaciné Centre-Ville SAS": "411NOVACI",
  "Grand Large Cinémas SARL": "411GDLARG",
  "SARL Beffroi Cinés": "411BEFFROI",
};

/**
 * Loads the demo into an empty database. A start that was cut goes on where it stopped; a database with other data is left
 * alone.
 * @param say tells the operator, once, that the first start takes longer
 */
export async function loadDemoData(services: Services, say: (line: string) => void): Promise<void> {
  const known = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    await lockDemoData(tx);
    const [any] = await tx.many<{ id: number }>(sql`select id from distributor limit 1`);
    if (!any) {
      say("Loading the demo data: the first start takes a little longer.");
      await insertCinemas(tx);
      for (const distributor of DEMO_DISTRIBUTORS)
        await insertDistributor(tx, distributor, services.config.communicationDomain);
    }
    return await tx.many<{ id: number; name: string; user_id: number }>(sql`
      select d.id, d.name, (select min(u.id) from app_user u where u.distributor_id = d.id) as user_id
      from distributor d where d.siren = any(${DEMO_DISTRIBUTORS.map((one) => one.siren)}::text[])`);
  });
  const folder = await mkdtemp(join(tmpdir(), "bobine-demo-"));
  try {
    for (const distributor of DEMO_DISTRIBUTORS) {
      const row = known.find((one) => one.name === distributor.name);
      if (row) await loadHistory({ services, folder, distributor, id: row.id, userId: row.user_id });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function insertCinemas(tx: Tx): Promise<void> {
  const circuits = circuitsOf(DEMO_CINEMAS);
  for (const cinema of DEMO_CINEMAS) {
    const payer = circuits.get(cinema.legal_name);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema (name, legal_name, city, "group", sub_group, address, pin_code, siren, siret, vat_number, cnc_authorization,
        invoicing_company_name, invoicing_siren, phones, default_invoice_emails, default_reminder_emails, short_name_code,
        classification, is_validated)
      values (${cinema.name}, ${cinema.legal_name}, ${cinema.city}, ${cinema.group}, ${cinema.sub_group}, ${cinema.address},
        ${cinema.pin_code}, ${cinema.siren}, ${cinema.siret}, ${cinema.vat_number}, ${cinema.cnc_authorization},
        ${payer ? payer.legal_name : ""}, ${payer ? payer.siren : ""}, ${[cinema.phone]}, ${[cinema.email]}, ${[cinema.email]},
        ${cinema.code}, ${JSON.stringify({ type: cinema.type })}, true) returning id`);
    await tx.run(sql`
      insert into screen (cinema_id, name, authorization_number)
      select ${id}, name, number from unnest(${cinema.screens.map((screen) => screen.name)}::text[],
        ${cinema.screens.map((screen) => screen.authorization_number)}::text[]) as s (name, number)`);
  }
}

/** The cinemas of one company pay through its first one. */
function circuitsOf(cinemas: readonly DemoCinema[]): Map<string, DemoCinema> {
  const circuits = new Map<string, DemoCinema>();
  for (const cinema of cinemas) {
    const first = cinemas.find((other) => other.legal_name === cinema.legal_name);
    if (first && first !== cinema) circuits.set(cinema.legal_name, first);
  }
  return circuits;
}

async function insertDistributor(
  tx: Tx,
  distributor: DemoDistributor,
  communicationDomain: string,
): Promise<void> {
  const { name, legal_mention, rcs_city, address, post_code, city, phone, siren, iban } = distributor;
  const isActive = distributor.automation_on;
  const email =
    distributor.communication === "" ? null : `${distributor.communication}${communicationDomain}`;
  const { id } = await tx.one<{ id: number }>(sql`
    insert into distributor (name, legal_mention, rcs_city, address, post_code, city, phone, siren, prefix_vat, iban,
      communication_email, automation_on, onboarding_status, was_active, validation_status)
    values (${name}, ${legal_mention}, ${rcs_city}, ${address}, ${post_code}, ${city}, ${phone}, ${siren},
      ${vatNumberOf(siren).slice(0, 4)}, ${iban}, ${email}, ${distributor.automation_on},
      ${isActive ? "active" : iban === "" ? "email_verified" : "company_info_added"}, ${isActive}, 'validated') returning id`);
  await vatRegimes.onCollectionFromTheFirst(tx, id);
  for (const [index, user] of distributor.users.entries()) {
    await tx.run(sql`
      insert into app_user (distributor_id, email, first_name, last_name, company, job_role, role, is_onboarding_contact,
        email_verified_at)
      values (${id}, ${user.email}, ${user.first_name}, ${user.last_name}, ${name}, ${user.job_role}, ${user.role}, ${index === 0}, now())`);
  }
  await tx.run(sql`
    insert into cinema_distributor (cinema_id, distributor_id) select id, ${id} from cinema
    where short_name_code = any(${cinemasOf(distributor).map((cinema) => cinema.code)}::text[])`);
  await tx.run(sql`
    insert into distributor_cinema_settings (distributor_id, cinema_id, custom_accounting_code)
    select ${id}, c.id, a.code
    from cinema c join unnest(${Object.keys(ACCOUNTS)}::text[], ${Object.values(ACCOUNTS)}::text[]) as a (company, code)
      on a.company = c.legal_name
    join cinema_distributor l on l.cinema_id = c.id and l.distributor_id = ${id}`);
  if (name === LUMEN) {
    // It came to Bobine in the year, and goes on with the numbers of its former software.
    const taken = STORY_LAST_NUMBER - invoiceCount(distributor);
    await tx.run(sql`
      insert into invoice_sequence (distributor_id, series, year, last_number, taken_before)
      values (${id}, 'F', ${YEAR}, ${taken}, ${taken})`);
  }
}

const cinemasOf = (distributor: DemoDistributor): readonly DemoCinema[] =>
  distributor.cinemas.length === 0
    ? DEMO_CINEMAS
    : DEMO_CINEMAS.filter((cinema) => distributor.cinemas.includes(cinema.code));

function weeks(): CinemaWeek[] {
  const found: CinemaWeek[] = [];
  for (let number = FIRST_WEEK; number <= LAST_WEEK; number += 1) {
    const week = cinemaWeekNumbered(number, YEAR);
    if (week) found.push(week);
  }
  return found;
}

function lastWeekStart(): CivilDate {
  const last = weeks().at(-1);
  if (!last) throw new Error("the demo has no week");
  return last.start;
}

/** One invoice per cinema and week. */
const invoiceCount = (distributor: DemoDistributor): number =>
  weeks().reduce(
    (count, week) =>
      count +
      new Set(weeklyDeclarations(distributor, cinemasOf(distributor), week).map((one) => one.cinema.code))
        .size,
    0,
  );

interface History {
  readonly services: Services;
  readonly folder: string;
  readonly distributor: DemoDistributor;
  readonly id: number;
  readonly userId: number;
}

async function loadHistory(history: History): Promise<void> {
  const { services, distributor, id } = history;
  const done = await inTransaction(services.pool, { kind: "distributor", distributorId: id }, (tx) =>
    tx.many<{ file_name: string }>(sql`select file_name from import_file where distributor_id = ${id}`),
  );
  const isDone = (name: string): boolean => done.some((file) => file.file_name === name);
  for (const week of weeks()) {
    const name = `rapport-s${week.number}-${week.year}.xml`;
    if (isDone(name)) continue;
    const xml = weeklyReportXml(distributor, weeklyDeclarations(distributor, cinemasOf(distributor), week));
    if (xml !== undefined) await importReport(history, name, xml, week);
  }
  if (!distributor.automation_on || STATEMENTS.every((statement) => isDone(statement.fileName))) return;
  // A start that was cut may have imported the last report and not issued its invoices.
  await issueInvoices(at(services, addDays(lastWeekStart(), ISSUE_AFTER_DAYS)), id);
  for (const { fileName, from, to } of STATEMENTS) {
    if (isDone(fileName)) continue;
    const lines = bankLines(await invoicesToPay(history, to), from, to);
    const upload = await uploadOf(history.folder, fileName, "text/csv", statementCsv(lines));
    await importStatement(at(services, to), importerOf(history), upload, AbortSignal.timeout(600_000));
  }
  // Their documents are drawn in the background, once the product answers.
  await inTransaction(services.pool, { kind: "distributor", distributorId: id }, (tx) =>
    services.jobs.enqueue(tx, { name: "draw-documents", data: { distributor_id: id } }),
  );
}

async function importReport(history: History, name: string, xml: string, week: CinemaWeek): Promise<void> {
  const { services, folder, id } = history;
  const upload = await uploadOf(folder, name, "application/xml", xml);
  await importBoxOffice(
    at(services, addDays(week.start, REPORT_AFTER_DAYS)),
    importerOf(history),
    upload,
    AbortSignal.timeout(600_000),
  );
  await issueInvoices(at(services, addDays(week.start, ISSUE_AFTER_DAYS)), id);
}

/** The product on a day of the past; its jobs do not wait in the queue, they are done here. */
const at = (services: Services, day: CivilDate): Services => ({
  ...services,
  clock: clockAt(day),
  jobs: { enqueue: () => Promise.resolve() },
});

const importerOf = ({ id, userId }: History) => ({
  distributorId: id,
  userId,
  source: { ...systemSource(id), actorId: userId },
});

async function uploadOf(
  folder: string,
  fileName: string,
  contentType: string,
  text: string,
): Promise<Upload> {
  const content = Buffer.from(text);
  const path = join(folder, fileName);
  await writeFile(path, content);
  const sha256 = createHash("sha256").update(content).digest();
  return { path, fileName, contentType, size: content.length, sha256, head: content.subarray(0, 512) };
}

async function invoicesToPay({ services, id }: History, until: CivilDate): Promise<InvoiceToPay[]> {
  const rows = await inTransaction(services.pool, { kind: "distributor", distributorId: id }, (tx) =>
    tx.many<Omit<InvoiceToPay, "circuit" | "total"> & { readonly total: Money }>(sql`
      select i.invoice_number, i.total_amount as total, i.due_date, i.week_number, c.legal_name, c.city
      from invoice i join cinema c on c.id = i.cinema_id
      where i.type = 'invoice' and i.invoice_date <= ${until} order by i.id`),
  );
  const circuits = circuitsOf(DEMO_CINEMAS);
  return rows.map((row) => ({
    ...inCents(row, "total"),
    circuit: circuits.has(row.legal_name) ? row.legal_name : "",
  }));
}
