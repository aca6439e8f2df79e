import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsFromWire } from "@bobine/contract/money";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { OTHER_LOGIN, type SimulatedAccountOf } from "./bank-simulator.ts";
import { OTHER_BANK } from "./simulated-bridge.routes.ts";
import type { SimulatedOperation } from "./simulator-state.ts";
import type { Clock } from "../../services.ts";
import type { InvoiceRow } from "../../db/schema.ts";

const IBAN = "FR7699999000010001234567809";
const OTHER_IBAN = "FR7699998000020007654321017";
const COLLEAGUES_IBAN = "FR7699999000010009876543219";
const PAID = 3;

/**
 * What is on the simulated account of a distributor: its own IBAN, its clients' payments of some open invoices, and what every
 * account has besides. Without it the demo's bank would have nothing to letter.
 */
export const simulatedHistory =
  (services: { readonly pool: Pool; readonly clock: Clock }): SimulatedAccountOf =>
  async (externalUserId, bank, login) => {
    const distributorId = Number(/^distributor-(\d{1,15})$/.exec(externalUserId)?.[1] ?? 0);
    const today = services.clock.today();
    if (bank === OTHER_BANK.id) return { iban: OTHER_IBAN, operations: otherOperations(today) };
    if (login === OTHER_LOGIN) return { iban: COLLEAGUES_IBAN, operations: colleaguesOperations(today) };
    return await inTransaction(services.pool, { kind: "distributor", distributorId }, async (tx) => {
      const company = await tx.maybe<{ iban: string }>(
        sql`select iban from distributor where id = ${distributorId}`,
      );
      const open = await tx.many<
        Pick<InvoiceRow, "invoice_number" | "outstanding"> & { readonly payer: string }
      >(sql`
        select i.invoice_number, coalesce(nullif(c.legal_name, ''), c.name) as payer, i.outstanding
        from invoice i join cinema c on c.id = i.cinema_id
        where i.distributor_id = ${distributorId} and i.type = 'invoice' and i.status = 'awaiting_payment'
        order by i.due_date desc, i.id limit ${PAID}`);
      const operations = [
        ...open.map((invoice, index) =>
          operation(
            today,
            -2 - index,
            `VIR SEPA RECU /DE ${invoice.payer.toUpperCase()} /MOTIF ${invoice.invoice_number}`,
            centsFromWire(invoice.outstanding),
          ),
        ),
        operation(today, -3, "PRLV SEPA ELECTRICITE DE DEMONSTRATION", cents(-184_20)),
        operation(today, -5, "COTISATION COMPTE PROFESSIONNEL", cents(-24_90)),
        operation(today, -6, "VIR SEPA EMIS LOYER DEMONSTRATION", cents(-1_450_00)),
      ];
      return { iban: company?.iban.replaceAll(" ", "") || IBAN, operations };
    });
  };

/** What the second bank has: less, so that the two are told apart. */
const otherOperations = (today: CivilDate): SimulatedOperation[] => [
  operation(today, -4, "INTERETS CREDITEURS LIVRET DE DEMONSTRATION", cents(12_40)),
  operation(today, -6, "FRAIS DE TENUE DE COMPTE", cents(-9_90)),
];

/** What a colleague's account at the first bank has. */
const colleaguesOperations = (today: CivilDate): SimulatedOperation[] => [
  operation(today, -4, "VIR SEPA EMIS SALAIRES DEMONSTRATION", cents(-3_200_00)),
  operation(today, -7, "FRAIS DE CARTE DEMONSTRATION", cents(-3_50)),
];

const operation = (today: CivilDate, days: number, label: string, amount: Cents): SimulatedOperation => ({
  date: addDays(today, days),
  label,
  amount,
});
