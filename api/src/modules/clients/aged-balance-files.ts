import { AGED_COLUMNS } from "@bobine/contract/aged-labels";
import type { AgedAmounts, AgedBalance } from "@bobine/contract/client-accounts";
import { frenchDate } from "@bobine/contract/civil-date";
import { BOM, csvLine, guarded, moneyCell } from "@bobine/contract/csv";
import { counted, frenchAmount } from "@bobine/contract/french";
import { centsFromWire } from "@bobine/contract/money";
import type { InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import { type Report, type ReportRow, renderReportPdf } from "../../pdf/report-pdf.ts";
import { companyLines } from "./company-lines.ts";

const NO_GROUP = "Sans groupe";

/** A line for each client. */
export function agedBalanceCsv({ groups }: AgedBalance): string {
  const lines = groups.flatMap(({ group, clients }) =>
    clients.map(({ client_account, client_name, amounts }) => [
      guarded(group),
      guarded(client_name),
      guarded(client_account),
      ...AGED_COLUMNS.map(({ name }) => moneyCell(amounts[name])),
    ]),
  );
  const header = ["Groupe", "Client", "Compte client", ...AGED_COLUMNS.map(({ label }) => label)];
  return BOM + [header, ...lines].map(csvLine).join("");
}

const AMOUNT_WIDTH = 54;

export function agedBalancePdf(balance: AgedBalance, company: InvoiceSupplier): Promise<Buffer> {
  const report: Report = {
    title: "Balance âgée",
    subtitles: [`Arrêtée au ${frenchDate(balance.on)}`, counted(balance.client_count, "client", "clients")],
    company: companyLines(company),
    recipient: [],
    columns: [
      { title: "Client", width: 137 },
      ...AGED_COLUMNS.map(({ label }) => ({
        title: label.replace("\u00a0jours", "\u00a0j"),
        width: AMOUNT_WIDTH,
        align: "right" as const,
      })),
    ],
    rows: [...balance.groups.flatMap(rowsOfGroup), rowOf("Total", balance.amounts, true)],
    notes: [
      "En euros. «\u00a0À imputer\u00a0»\u00a0: avoirs et trop-perçus qui ne sont encore sur aucune facture.",
    ],
    date: balance.on,
  };
  return renderReportPdf(report);
}

/** A group stands over its clients, with its sums. */
const rowsOfGroup = ({ group, amounts, clients }: AgedBalance["groups"][number]): ReportRow[] => [
  rowOf(group === "" ? NO_GROUP : group, amounts, true),
  ...clients.map((client) =>
    // The end of a long name is cut; the account is written nowhere else.
    rowOf(`${client.client_account} – ${client.client_name}`, client.amounts, false),
  ),
];

const rowOf = (name: string, amounts: AgedAmounts, isStrong: boolean): ReportRow => ({
  cells: [name, ...AGED_COLUMNS.map((column) => frenchAmount(centsFromWire(amounts[column.name])))],
  isStrong,
});
