import { describe, expect, test } from "vitest";
import {
  invoiceRecipients,
  isReminded,
  type MailAddresses,
  reminderRecipients,
  usable,
} from "./recipients.ts";

const NOBODY: MailAddresses = {
  default_invoice_emails: [],
  default_reminder_emails: [],
  additional_invoice_emails: [],
  invoice_email_override: false,
  additional_reminder_emails: [],
  reminder_email_override: false,
};
const [COMPTA, RELANCE, AUTRE, RAPPEL] = [
  "compta@eden.example",
  "relance@eden.example",
  "autre@eden.example",
  "rappel@eden.example",
];

describe("who gets invoices", () => {
  test.each<[string, Partial<MailAddresses>, string[]]>([
    ["the cinema's own", { default_invoice_emails: [COMPTA] }, [COMPTA]],
    [
      "with the distributor's additions",
      { default_invoice_emails: [COMPTA], additional_invoice_emails: [AUTRE] },
      [COMPTA, AUTRE],
    ],
    [
      "the additions alone with the override",
      { default_invoice_emails: [COMPTA], additional_invoice_emails: [AUTRE], invoice_email_override: true },
      [AUTRE],
    ],
    ["nobody with an empty override", { default_invoice_emails: [COMPTA], invoice_email_override: true }, []],
    ["nobody when only reminders have somebody", { default_reminder_emails: [RELANCE] }, []],
    [
      "each address once",
      { default_invoice_emails: [COMPTA, "Compta@Eden.example"], additional_invoice_emails: [COMPTA] },
      [COMPTA],
    ],
  ])("%s", (_, changes, expected) => {
    expect(invoiceRecipients({ ...NOBODY, ...changes })).toEqual(expected);
  });
});

describe("who gets reminders", () => {
  test.each<[string, Partial<MailAddresses>, string[]]>([
    ["the cinema's own", { default_reminder_emails: [RELANCE], default_invoice_emails: [COMPTA] }, [RELANCE]],
    [
      "with the distributor's additions",
      { default_reminder_emails: [RELANCE], additional_reminder_emails: [RAPPEL] },
      [RELANCE, RAPPEL],
    ],
    [
      "the additions alone with the override",
      {
        default_reminder_emails: [RELANCE],
        additional_reminder_emails: [RAPPEL],
        reminder_email_override: true,
      },
      [RAPPEL],
    ],
    [
      "who gets invoices when nobody is named",
      { default_invoice_emails: [COMPTA], additional_invoice_emails: [AUTRE] },
      [COMPTA, AUTRE],
    ],
    [
      "who gets invoices when no named address is one",
      { default_invoice_emails: [COMPTA], default_reminder_emails: ["standard"] },
      [COMPTA],
    ],
    [
      "by the override of invoices when it falls back to them",
      { default_invoice_emails: [COMPTA], additional_invoice_emails: [AUTRE], invoice_email_override: true },
      [AUTRE],
    ],
    [
      "nobody with an empty override, whoever gets invoices",
      { default_invoice_emails: [COMPTA], default_reminder_emails: [RELANCE], reminder_email_override: true },
      [],
    ],
    ["nobody when nobody is known", {}, []],
  ])("%s", (_, changes, expected) => {
    const addresses = { ...NOBODY, ...changes };
    expect(reminderRecipients(addresses)).toEqual(expected);
    expect(isReminded(addresses)).toBe(!addresses.reminder_email_override || expected.length > 0);
  });
});

test("what is no single address, or hides a second one, is left out", () => {
  expect(
    usable([
      ` ${COMPTA} `,
      "standard",
      "",
      "a@eden.example, b@eden.example",
      "a@eden.example\r\nBcc: voleur@ailleurs.example",
      "Eden <a@eden.example>",
      "a b@eden.example",
    ]),
  ).toEqual([COMPTA]);
});

test("no more than fifty addresses are written to", () => {
  expect(usable(Array.from({ length: 80 }, (_, n) => `a${n}@eden.example`))).toHaveLength(50);
});
