import { percent } from "@bobine/contract/french";
import type {
  InvoiceDetail,
  InvoiceLine,
  InvoiceParty,
  InvoicePayment,
} from "@bobine/contract/invoice-detail";
import { FrenchDate, formatDateTime, formatInteger, Money } from "@bobine/shared-ui";
import { Stack, Text } from "@mantine/core";
import { byWhom } from "../../lettering.texts.ts";
import { UndoCreditUse } from "../../client-credits/undo-use.tsx";
import { RevertLettering } from "../../revert-lettering.tsx";
import { InvoiceLink } from "./invoice-link.tsx";
import classes from "./invoices.module.css";
import { DECIDED_TEXTS, KIND_TEXTS, PAYMENT_TEXTS } from "./invoices.texts.ts";

/** What is billed, film by film, down to the total. */
export function Lines({ detail: { lines, vat_breakdown, invoice } }: { detail: InvoiceDetail }) {
  return (
    <div className={classes["scroll"]}>
      <table className={classes["lines"]} aria-label="Lignes de la facture">
        <thead>
          <tr>
            <th scope="col">Film</th>
            <th scope="col" data-align="right">
              Entrées
            </th>
            <th scope="col" data-align="right" data-explains>
              Base film HT
            </th>
            <th scope="col" data-align="right" data-explains>
              Taux
            </th>
            <th scope="col" data-align="right">
              Montant HT
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
        <tfoot>
          {vat_breakdown.map((rate) => (
            <tr key={rate.vat_rate_bp}>
              <td colSpan={2} data-explains>
                {" "}
              </td>
              <th scope="row" colSpan={2}>
                TVA {percent(rate.vat_rate_bp)} sur <Money amount={rate.net_amount} />
              </th>
              <td data-align="right">
                <Money amount={rate.vat_amount} />
              </td>
            </tr>
          ))}
          <tr>
            <td colSpan={2} data-explains>
              {" "}
            </td>
            <th scope="row" colSpan={2}>
              Total TTC
            </th>
            <td data-align="right">
              <Money amount={invoice.total_amount} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Line({ line }: { line: InvoiceLine }) {
  const facts = [
    KIND_TEXTS[line.kind],
    line.version,
    line.run_week === null ? "" : line.run_week < 1 ? "AVP" : `S${line.run_week}`,
    line.screens.join(", "),
  ].filter(Boolean);
  const isCounted = line.kind === "rental" || line.kind === "flat_fee";
  return (
    <tr>
      <td>
        <strong>{line.film_title}</strong>
        <div className={classes["dim"]}>
          {line.kind === "correction" ? line.description : facts.join(" · ")}
        </div>
        {line.kind === "rental" && line.rate_bp !== null ? (
          <div className={`${classes["dim"]} ${classes["narrow"]}`}>
            {percent(line.rate_bp)} de <Money amount={line.base_film_ht} />
          </div>
        ) : null}
      </td>
      <td data-align="right">{isCounted ? formatInteger(line.admissions_paid) : "–"}</td>
      <td data-align="right" data-explains>
        {line.kind === "rental" ? <Money amount={line.base_film_ht} /> : "–"}
      </td>
      <td data-align="right" data-explains>
        {line.rate_bp === null ? "–" : percent(line.rate_bp)}
      </td>
      <td data-align="right">
        <Money amount={line.net_amount} />
      </td>
    </tr>
  );
}

export function Parties({ detail }: { detail: InvoiceDetail }) {
  return (
    <div className={classes["parties"]}>
      <Party title="Client" party={detail.client} account={detail.client_account} />
      {detail.supplier ? <Party title="Émetteur" party={detail.supplier} account="" /> : null}
    </div>
  );
}

function Party({ title, party, account }: { title: string; party: InvoiceParty; account: string }) {
  const lines = [
    party.address,
    party.address_line_2,
    [party.post_code, party.city].filter(Boolean).join(" "),
    party.siren && `SIREN ${party.siren.replace(/(\d{3})(?=\d)/g, "$1 ")}`,
    party.vat_number && `TVA ${party.vat_number}`,
    account && `Compte ${account}`,
  ].filter(Boolean);
  return (
    <address style={{ fontStyle: "normal" }}>
      <div className={classes["dim"]}>{title}</div>
      <strong>{party.name}</strong>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}

/** Which transaction paid, who or what decided it, when and why; and the way back. @param number of the invoice */
export function Payments({ payments, number }: { payments: readonly InvoicePayment[]; number: string }) {
  return (
    <ul className={classes["list"]}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <div>
            {payment.transaction ? (
              <p>
                <FrenchDate date={payment.transaction.transaction_date} /> ·{" "}
                {payment.kind === "payment" ? "" : `${PAYMENT_TEXTS[payment.kind]}\u00a0: `}
                {payment.transaction.label}
              </p>
            ) : (
              <p>{PAYMENT_TEXTS[payment.kind]}</p>
            )}
            {payment.kind === "opening" ? null : (
              <p className={classes["dim"]}>
                {DECIDED_TEXTS[payment.kind]} {byWhom(payment.is_automatic, payment.decided_by)} le{" "}
                <time dateTime={payment.created_at}>{formatDateTime(payment.created_at)}</time>
                {payment.reasons.length > 0 ? `\u00a0: ${payment.reasons.join(", ")}` : ""}
                {payment.lettering_code ? ` · lettre ${payment.lettering_code}` : ""}
              </p>
            )}
            {payment.transaction && payment.transaction.amount !== payment.amount ? (
              <p className={classes["dim"]}>
                sur une opération de <Money amount={payment.transaction.amount} />
              </p>
            ) : null}
          </div>
          <Stack gap={4} align="flex-end">
            <Text fw={600} size="sm">
              <Money amount={payment.amount} />
            </Text>
            <UndoPayment payment={payment} number={number} />
          </Stack>
        </li>
      ))}
    </ul>
  );
}

/** A payment is undone with the bank line that it was decided with; without one, what was put of a credit is taken off again (LET-24). */
function UndoPayment({ payment, number }: { payment: InvoicePayment; number: string }) {
  const { id, kind, transaction, decided_with } = payment;
  if (kind === "part" && decided_with === null)
    return (
      <UndoCreditUse
        use={{ id: `allocation:${id}`, kind: "invoice", invoice_number: number }}
        label={transaction?.label ?? ""}
      />
    );
  const line = decided_with ?? transaction;
  return line ? <RevertLettering transactionId={line.id} label={line.label} /> : null;
}

export function CreditNotes({ credits }: { credits: InvoiceDetail["credit_notes"] }) {
  return (
    <ul className={classes["list"]}>
      {credits.map((credit) => (
        <li key={credit.id}>
          <div>
            <p>
              <InvoiceLink id={credit.id} invoice_number={credit.invoice_number} size="sm" /> du{" "}
              <FrenchDate date={credit.invoice_date} />
            </p>
            <p className={classes["dim"]}>
              Total <Money amount={credit.total_amount} />
            </p>
          </div>
          <Text fw={600} size="sm">
            <Money amount={credit.applied_amount} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
