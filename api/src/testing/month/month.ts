// The distributor of the month, and what the product shows of it.
import type { ListedTransaction } from "@bobine/contract/banking";
import type { Invoice } from "@bobine/contract/invoices";
import sql from "sql-template-tag";
import { aDistributor, aStaffUser, aSuperAdmin } from "../builders.ts";
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from "../test-app.ts";
import { EXPECTED, type ExpectedBankLine, monthFile } from "./expected.ts";

/** The two ways of owing VAT. */
export type VatDue = "collection" | "debits";

export interface Month {
  readonly app: TestApp;
  readonly distributorId: number;
  /** Signed in anew each day: a session is shorter than a month. */
  client: TestClient;
  readonly user: { readonly id: number };
  /** What was read of each statement, in the order of the uploads. */
  readonly statements: Record<string, unknown>[];
  /** The lots that were made, and their file A of that day. */
  readonly lots: { readonly id: number; readonly a: Buffer }[];
  close(): Promise<void>;
}

/** 1 October: the distributor, its two bank accounts and its twelve cinemas. */
export async function openMonth(vat_due: VatDue): Promise<Month> {
  const app = await createTestApp({ today: "2026-10-01" });
  const distributor = await app.inDatabase((tx) =>
    aDistributor(tx, {
      name: "Grand Angle Distribution",
      siren: "000905992",
      iban: "FR7699999142140372104572296",
      ...(vat_due === "collection" ? { vat_due } : {}),
    }),
  );
  const admin = await app.as(await app.inDatabase(aSuperAdmin), distributor.id);
  ok(await admin.upload("/cinemas/import-from-xlsx/", "file", "cinemas.xlsx", monthFile("cinemas.xlsx")));
  await app.inDatabase((tx) =>
    tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) select id, ${distributor.id} from cinema`,
    ),
  );
  const user = await app.inDatabase((tx) => aStaffUser(tx, distributor));
  const client = await app.as(user);
  for (const { iban, account, opening_of_month } of EXPECTED.balances["2026-10-31"]?.bank ?? []) {
    const opening = { opening_date: "2026-10-01", opening_balance: opening_of_month };
    ok(
      await client.post("/banking/accounts/", {
        number: iban,
        label: account,
        ledger_account: account,
        ...opening,
      }),
    );
  }
  return {
    app,
    distributorId: distributor.id,
    client,
    user,
    statements: [],
    lots: [],
    close: () => app.close(),
  };
}

/** Every invoice and credit note, as the list shows them. */
export async function playedInvoices({ client }: Month): Promise<Invoice[]> {
  return ok(await client.get("/invoices/invoices/")).body.results;
}

export const lotFile = async (client: TestClient, id: number): Promise<Buffer> =>
  ok(await client.get(`/accounting/lots/${id}/a/`)).bytes;

export async function exportedA({ client }: Month): Promise<Buffer> {
  return ok(await client.get("/exports/export-csv/")).bytes;
}

export type PlayedLine = ListedTransaction;

/** Every line of the statements, with what is decided about it. */
export async function playedLines({ client }: Month): Promise<PlayedLine[]> {
  return ok(await client.get("/banking/all-transactions/?page=1&lettering=true")).body;
}

export const lineOf = (
  lines: readonly PlayedLine[],
  { date, amount, label, party }: ExpectedBankLine,
): PlayedLine | undefined =>
  lines.find(
    (line) =>
      line.transaction_date === date &&
      line.amount === amount &&
      (line.label.startsWith(label) || line.label === `${party ?? ""} ${label}`.trim()),
  );

/** @throws with the answer and what it was about, when a call was refused */
export function ok(answer: TestAnswer, about = ""): TestAnswer {
  if (answer.status >= 300) throw new Error(`${about} ${answer.status} ${answer.text}`);
  return answer;
}

/** @throws naming what is not there */
export function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new Error(`no ${what}`);
  return thing;
}
