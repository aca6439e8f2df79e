import { describe, expect, test } from "vitest";
import { securityMail } from "./security-mails.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const mail = (changes: Partial<Parameters<typeof securityMail>[0]> = {}) =>
  securityMail({
    kind: "change_requested",
    facts: {
      changes: [
        { field: "iban", old_value: "FR76 •••• 809", new_value: "FR14 •••• 606" },
        { field: "secondary_iban", old_value: "BE68 •••• 034", new_value: "" },
      ],
      by: "Nadia <Rousseau>",
      at: "2026-11-30T11:00:00.000Z",
    },
    distributor: "Lumen & Cie",
    to: "boss@lumen.example",
    firstName: "Camille",
    link: "https://bobine.example/account/iban?token=abc",
    expiresAt: "2026-12-03T11:00:00.000Z",
    isDecider: true,
    ...changes,
  });

describe("the mail of a changed IBAN", () => {
  test("names both IBANs masked, who asked, when, until when, and what to do if nobody did", () => {
    const { subject, text } = mail();
    expect(plain(subject)).toBe("Un changement d’IBAN attend votre confirmation – Lumen & Cie");
    for (const part of [
      "Bonjour Camille,",
      "Nadia <Rousseau> a demandé le 30 novembre 2026 à 12:00",
      "IBAN principal : FR76 •••• 809 → FR14 •••• 606\nIBAN secondaire : BE68 •••• 034 → aucun",
      "https://bobine.example/account/iban?token=abc",
      "expire le 3 décembre 2026 à 12:00",
      "« Ce n’est pas moi »",
    ])
      expect(plain(text)).toContain(part);
  });

  test("of who does not decide asks for nothing and says whom to ask (SEC-17)", () => {
    const text = plain(mail({ isDecider: false, link: "https://bobine.example/account/overview" }).text);
    expect(text).toContain("Vous êtes prévenu sans avoir à confirmer");
    expect(text).toContain("prévenez l’assistance de Bobine");
    expect(text).not.toContain("Ce lien vous est personnel");
  });

  test("says the same in HTML, its texts escaped, for light and dark", () => {
    const html = plain(mail().html);
    for (const part of ["Nadia &lt;Rousseau&gt;", "Lumen &amp; Cie", "FR14 •••• 606", "color-scheme"])
      expect(html).toContain(part);
    expect(html).not.toContain("<Rousseau>");
  });

  test.each([
    [["iban"], "portent cet IBAN principal", "n’a pas changé"],
    [
      ["iban"],
      "les e-mails de factures, les relances et les relevés de compte le demandent dès maintenant",
      "n’a pas changé",
    ],
    [["iban", "secondary_iban"], "portent cet IBAN principal", "n’a pas changé"],
    [["secondary_iban"], "L’IBAN que portent les factures n’a pas changé.", "nouvelles factures"],
    [["factor_iban"], "des cinémas que le factor garantit portent cet IBAN", "IBAN principal"],
  ] as const)("of %j in effect says what invoices print, the secondary IBAN never", (fields, part, not) => {
    const changes = fields.map((field) => ({
      field,
      old_value: "FR76 •••• 809",
      new_value: "FR14 •••• 606",
    }));
    const facts = { changes, by: "Nadia Rousseau", at: "2026-11-30T11:00:00.000Z" };
    const { text } = mail({ kind: "change_in_effect", facts, expiresAt: null });
    expect(plain(text)).toContain(part);
    expect(plain(text)).not.toContain(not);
  });

  test.each([
    ["iban", true],
    ["secondary_iban", false],
  ] as const)("of a change of %s that waits says what reminders would ask for: %s", (field, says) => {
    const changes = [{ field, old_value: "FR76 •••• 809", new_value: "FR14 •••• 606" }];
    const facts = { changes, by: "Nadia Rousseau", at: "2026-11-30T11:00:00.000Z" };
    const text = plain(mail({ kind: "change_requested", facts }).text);
    expect(text.includes("demandent de payer sur le nouvel IBAN principal, aussi pour les factures")).toBe(
      says,
    );
  });

  test("of a removed factor in effect promises nothing of invoices", () => {
    const changes = [{ field: "factor_iban" as const, old_value: "FR76 •••• 809", new_value: "" }];
    const facts = { changes, by: "Nadia Rousseau", at: "2026-11-30T11:00:00.000Z" };
    const { text } = mail({ kind: "change_in_effect", facts, expiresAt: null });
    expect(plain(text)).toContain("IBAN du factor : FR76 •••• 809 → aucun");
    expect(text).not.toContain("facture");
  });

  test.each([
    ["change_in_effect", "L’IBAN a changé – Lumen & Cie", "confirmées par Nadia <Rousseau>"],
    ["change_refused", "Le changement d’IBAN est refusé – Lumen & Cie", "L’IBAN des factures n’a pas changé"],
    [
      "contact_replaced",
      "Votre adresse de connexion à Bobine a été remplacée",
      "demandez que l’adresse soit rétablie",
    ],
  ] as const)("%s has its own subject and says what to do", (kind, subject, part) => {
    const made = mail({ kind, expiresAt: null });
    expect(plain(made.subject)).toBe(subject);
    expect(plain(made.text)).toContain(part);
  });
});
