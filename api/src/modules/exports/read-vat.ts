import { amount, BOM, csvLine, dateCell, guarded } from "@bobine/contract/csv";
import { addDays, type CivilDate, civilDate, endOfMonth, startOfMonth } from "@bobine/contract/civil-date";
import { frenchPercent } from "@bobine/contract/french";
import { type Cents, centsToWire, sumCents } from "@bobine/contract/money";
import { MOST_VAT_ENTRIES, type VatEntry, type VatOfMonth as Answer } from "@bobine/contract/vat";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import { ledgerEntries } from "../../domain/exports/ledger-entries.ts";
import { NO_LETTERS } from "../../domain/exports/lettering.ts";
import { nextStart } from "../../domain/exports/lots.ts";
import { type VatFact, VatOfMonth, type VatSums } from "../../domain/vat/vat-of-month.ts";
import { exportsRepository } from "./exports.repository.ts";
import { lotsRepository } from "./lots.repository.ts";
import { readProvisional } from "./read-provisional.ts";

interface VatRequest {
  readonly distributorId: number;
  /** `2026-10` */
  readonly month: string;
  readonly today: CivilDate;
}

/** The month before: the one that is declared next. */
export const lastMonth = (today: CivilDate): string => addDays(startOfMonth(today), -1).slice(0, 7);

/** VAT due of a month (VAT-5). */
export async function readVat(tx: Tx, request: VatRequest): Promise<Answer> {
  const { standardRate, sums } = await sumsOf(tx, request);
  const { rates, advances, advance_rates, provisional_count } = sums;
  const taxOf = (facts: readonly VatFact[]): Cents => sumCents(facts.map((one) => one.tax));
  return {
    month: request.month,
    rates: rates.map(({ vat_rate_bp, facts }) => ({
      vat_rate_bp,
      base: centsToWire(sumCents(facts.map((one) => one.base))),
      tax: centsToWire(taxOf(facts)),
      entry_count: facts.length,
      entries: facts.slice(0, MOST_VAT_ENTRIES).map(entryOf),
    })),
    tax: centsToWire(sumCents(rates.map(({ facts }) => taxOf(facts)))),
    advances: {
      vat_rate_bp: advance_rates[0] ?? standardRate,
      vat_rates_bp: [...advance_rates],
      received_tax: centsToWire(taxOf(advances.filter((one) => one.tax > 0))),
      applied_tax: centsToWire(taxOf(advances.filter((one) => one.tax < 0))),
      net_tax: centsToWire(taxOf(advances)),
      entries: advances.slice(0, MOST_VAT_ENTRIES).map(entryOf),
    },
    provisional_count,
  };
}

const COLUMNS = ["Taux", "Date", "Journal", "Numéro", "Pièce", "Libellé", "Base HT", "TVA"];

/** The same with all its entries, for a spreadsheet. */
export async function vatFile(tx: Tx, request: VatRequest): Promise<{ text: string; count: number }> {
  const { sums } = await sumsOf(tx, request);
  const rows = (rate: string, facts: readonly VatFact[]): string[] =>
    facts.map(({ date, journal, number, piece, label, base, tax }) =>
      csvLine([
        rate,
        dateCell(date),
        journal,
        number ?? "Prov.",
        guarded(piece),
        guarded(label),
        amount(base),
        amount(tax),
      ]),
    );
  const lines = [
    ...sums.rates.flatMap(({ vat_rate_bp, facts }) =>
      rows(vat_rate_bp === null ? "taux inconnu" : frenchPercent(vat_rate_bp), facts),
    ),
    ...rows("avances", sums.advances),
  ];
  return { text: BOM + csvLine(COLUMNS) + lines.join(""), count: lines.length };
}

const entryOf = ({ base, tax, ...fact }: VatFact): VatEntry => ({
  ...fact,
  base: centsToWire(base),
  tax: centsToWire(tax),
});

/** From one snapshot of the books: what lots hold of the month, and what they do not hold yet. */
async function sumsOf(
  tx: Tx,
  { distributorId, month, today }: VatRequest,
): Promise<{ standardRate: number; sums: VatSums }> {
  await exportsRepository.freeze(tx);
  const { rate: standard } = await tx.one<{ rate: number }>(
    sql`select default_vat_rate_bp as rate from distributor where id = ${distributorId}`,
  );
  const vat = new VatOfMonth({ standard, kept: await ratesOfAdvances(tx, distributorId) });
  const first = civilDate(`${month}-01`);
  const period: ExportPeriod = { from: first, to: endOfMonth(first) };
  const made = await lotsRepository.days(tx, distributorId);
  if (made === null) {
    const data = await exportsRepository.exportData(tx, distributorId, period);
    for (const entry of ledgerEntries(data, NO_LETTERS, period)) vat.add(entry);
  } else {
    const isClosed = period.from >= made.starts && period.to < nextStart(made, today);
    // All that is new goes to open days: a month that was handed over is what its lots hold.
    for await (const entries of lotsRepository.ofPeriod(tx, distributorId, period, new Map()))
      for (const entry of entries) vat.add(entry);
    if (!isClosed) {
      const { entries } = await readProvisional(tx, { distributorId, made, today, period, letters: "none" });
      for (const entry of entries) vat.add(entry);
    }
  }
  return { standardRate: standard, sums: vat.sums() };
}

/** By the keys of the entries that receive advances, give them back and use them. */
async function ratesOfAdvances(tx: Tx, distributorId: number): Promise<Map<string, number>> {
  const rows = await tx.many<{ key: string; rate: number }>(sql`
    with advance as (
      select id, transaction_id, vat_rate_bp as rate from bank_part
      where distributor_id = ${distributorId} and kind = 'advance' and vat_rate_bp is not null
    )
    select 'transaction:' || transaction_id as key, rate from advance
    union all select 'transaction:' || p.transaction_id, a.rate from advance a join bank_part p on p.source_part_id = a.id
    union all select 'use:allocation:' || u.id, a.rate from advance a join allocation u on u.part_id = a.id`);
  return new Map(rows.map(({ key, rate }) => [key, rate]));
}
