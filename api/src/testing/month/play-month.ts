// Two months of one distributor, day by day, through the product's own calls.
import { endLines, applyCredits } from "./end-lines.ts";
import { monthFile } from "./expected.ts";
import { lotFile, type Month, ok } from "./month.ts";

/** A day's work; what it queues is done the same day. */
const DAYS: readonly { readonly day: string; readonly work: (month: Month) => Promise<unknown> }[] = [
  {
    day: "2026-10-01",
    work: (month) => importInvoices(month, "factures-emises-1-deja-comptabilisees.csv", "already_booked"),
  },
  { day: "2026-10-09", work: (month) => importReport(month, "rapport-2026-S40.xml") },
  {
    day: "2026-10-12",
    work: (month) => importInvoices(month, "factures-emises-2-a-comptabiliser.csv", "to_book"),
  },
  { day: "2026-10-16", work: (month) => importReport(month, "rapport-2026-S41.xml") },
  { day: "2026-10-23", work: (month) => importReport(month, "rapport-2026-S42.xml") },
  { day: "2026-10-27", work: (month) => importReport(month, "rapport-2026-S41-rectificatif.xml") },
  { day: "2026-10-30", work: (month) => importReport(month, "rapport-2026-S43.xml") },
  { day: "2026-11-02", work: (month) => importStatements(month, "2026-10") },
  { day: "2026-11-05", work: (month) => makeLot(month, "2026-10-01", "2026-10-31") },
  { day: "2026-11-06", work: (month) => importReport(month, "rapport-2026-S44.xml") },
  { day: "2026-11-06", work: (month) => applyCredits(month, "2026-11-06") },
  { day: "2026-11-10", work: (month) => importReport(month, "rapport-2026-S40-rectificatif.xml") },
  { day: "2026-11-12", work: (month) => applyCredits(month, "2026-11-12") },
  { day: "2026-11-13", work: (month) => importReport(month, "rapport-2026-S45.xml") },
  { day: "2026-12-01", work: (month) => importStatements(month, "2026-11") },
  { day: "2026-12-02", work: (month) => makeLot(month, "2026-11-01", "2026-11-30") },
];

export async function playMonth(month: Month): Promise<void> {
  for (const { day, work } of DAYS) {
    month.app.clock.set(day);
    month.client = await month.app.as(month.user);
    await work(month);
    await month.app.drainJobs("issue-invoices");
  }
}

async function importInvoices({ client }: Month, name: string, accounting: string): Promise<void> {
  const answer = ok(
    await client.upload(`/invoices/upload/?accounting=${accounting}`, "file", name, monthFile(name)),
  );
  if (answer.body.errors.length > 0) throw new Error(answer.text);
}

async function importReport({ client }: Month, name: string): Promise<void> {
  const answer = ok(await client.upload("/box-office/upload-cnc-xml/", "xml_file", name, monthFile(name)));
  const { errors, warnings, set_aside, unknown_cinemas } = answer.body.preliminary_stats;
  if (errors.length + warnings.length + set_aside + unknown_cinemas > 0) throw new Error(answer.text);
}

async function importStatements(played: Month, month: string): Promise<void> {
  const { client, statements } = played;
  for (const name of [`releve-banque1-${month}.csv`, `releve-banque2-${month}.xml`])
    statements.push(
      ok(await client.upload("/banking/upload-transactions/", "file", name, monthFile(name))).body.stats,
    );
  await endLines(played, month);
}

async function makeLot({ client, lots }: Month, period_from: string, period_to: string): Promise<void> {
  const { id } = ok(await client.post("/accounting/lots/", { period_from, period_to })).body;
  lots.push({ id, a: await lotFile(client, id) });
}
