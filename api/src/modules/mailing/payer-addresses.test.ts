import { expect, test } from "vitest";
import { cinemaAsInvoiced, clientOf } from "../invoices/parties.ts";
import { isFormer } from "../banking/payer-of-document.ts";

const SIREN = "123456789";

/** Whether the invoice that a card makes today is one of a company before. */
function isOwnInvoiceFormer(card: { siren?: string; siret?: string; invoicing_siren?: string }): boolean {
  const invoiced = {
    ...cinemaAsInvoiced({ cinema_id: 1, cinema_name: "Le Beffroi", client: {}, client_account: "" }),
    legal_name: "SARL Beffroi",
    ...card,
  };
  const { siren, name } = clientOf(invoiced);
  const cinema = {
    ...invoiced,
    is_linked: true,
    default_invoice_emails: [],
    default_reminder_emails: [],
    additional_invoice_emails: [],
    invoice_email_override: false,
    additional_reminder_emails: [],
    reminder_email_override: false,
  };
  const invoice = {
    id: 1,
    cinema_id: 1,
    cinema_name: "Le Beffroi",
    client_name: name,
    invoiced_name: name,
    invoiced_siren: siren,
  };
  return isFormer(invoice, new Map([[1, cinema]]));
}

test.each([
  { siren: SIREN },
  { siren: "123 456 789" },
  { siren: `${SIREN}00012` },
  { siren: "123\u00a0456\u00a0789\u00a000012" },
  { siret: "123 456 789 00012" },
  { siren: "987654321", invoicing_siren: `${SIREN}00012` },
  { siren: "987654321", invoicing_siren: "123 456 789 00012" },
])("MAIL-2: the card %j, on which CIN-2 keeps what it had, is of the company that it invoices", (card) => {
  expect(isOwnInvoiceFormer(card)).toBe(false);
});
