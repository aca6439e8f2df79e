import type { AuditEntry } from "@bobine/contract/audit";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { expect, it } from "vitest";
import { type AuditPlaces, auditRows } from "./audit-rows.ts";

const PLACES: AuditPlaces = {
  invoice: (id) => `/invoices/${id}`,
  cinema: (id) => `/cinemas/${id}`,
  userAction: (id) => `/user-actions?action=${id}`,
  clientAccount: (account) => `/clients/${account}`,
  operation: ({ day, amount }) => `/bank-statements?day=${day ?? ""}&amount=${amount ?? ""}`,
};

const rowsOf = (
  action_details: AuditEntry["action_details"],
  changes: Partial<AuditEntry> = {},
  places = PLACES,
) =>
  auditRows(
    {
      id: 1,
      created_at: "2026-11-20T08:00:00.000Z",
      actor: { first_name: "Camille", last_name: "Rousseau", email: "compta@lumen-films.example" },
      action_type: "other",
      action_details,
      ...changes,
    },
    places,
  ).map(({ label, before, value, to }) =>
    plainSpaces(
      `${label}: ${before === undefined ? "" : `${before} → `}${value}${to === undefined ? "" : ` (${to})`}`,
    ),
  );

it("says what was done once, where an entry is called by it", () => {
  const rows = rowsOf(
    { email: "lea@lumen-films.example", action: "Invitation envoyée", role: "Comptable" },
    { action_type: "updated_user" },
  );
  expect(rows.filter((row) => row.includes("Invitation envoyée"))).toEqual(["Quoi: Invitation envoyée"]);
});

it("says when, who and what, then before → after, then about what with its screen, then the rest (UI-18)", () => {
  expect(
    rowsOf({
      invoice_id: 12,
      invoice_number: "F26000123",
      comment: "Convenu au téléphone",
      changed_fields: ["due_date", "notes"],
      old_value: ["2026-12-30", ""],
      new_value: ["2027-01-15", "Accord"],
      cinema_id: 4,
      cinema_name: "Le Beffroi",
    }),
  ).toEqual([
    "Quand: 20/11/2026 09:00",
    "Qui: Camille Rousseau",
    "Quoi: Facture modifiée",
    "Échéance: 30/12/2026 → 15/01/2027",
    "Notes: – → Accord",
    "N° de facture: F26000123 (/invoices/12)",
    "Cinéma: Le Beffroi (/cinemas/4)",
    "Commentaire: Convenu au téléphone",
  ]);
});

it("tells a status before and after, an action by its screen, and what the system did", () => {
  expect(
    rowsOf(
      { user_action_id: 7, previous_status: "PENDING", new_status: "DONE", client_accounts: ["411BEFFROI"] },
      { actor: null, action_type: "manual_reconciliation" },
    ).slice(1),
  ).toEqual([
    "Qui: Système",
    "Quoi: Rapprochement manuel",
    "Statut: En attente → Terminé",
    "Action utilisateur: Voir l’action (/user-actions?action=7)",
    "Comptes clients: 411BEFFROI (/clients/411BEFFROI)",
  ]);
});

it("calls what is of no type of its own by its event (TXT-4)", () => {
  expect(rowsOf({ event: "reminders_stopped" })[2]).toBe("Quoi: Relances arrêtées");
  expect(rowsOf({ event: "Cinéma proposé à Bobine" })[2]).toBe("Quoi: Cinéma proposé à Bobine");
});

const OPERATION = {
  transaction_id: 22,
  transaction_date: "2026-11-19",
  transaction_label: "VIR SEPA RECU",
  transaction_amount: "-821.50",
};
const TO_OPERATION = "Libellé bancaire: VIR SEPA RECU (/bank-statements?day=2026-11-19&amount=821.50)";
const AMOUNTS = ["Date de l’opération: 19/11/2026", "Montant de l’opération: -821,50 €"];

it("says once what happened, and leads to the operation in the place of its number (UI-18)", () => {
  expect(rowsOf({ event: "Commentaire ajouté", ...OPERATION }).slice(2)).toEqual([
    "Quoi: Commentaire ajouté",
    TO_OPERATION,
    ...AMOUNTS,
  ]);
  expect(rowsOf({ transaction_id: 22, transaction_amount: "9.00" })[3]).toBe(
    "Libellé bancaire: Voir l’opération (/bank-statements?day=&amount=9.00)",
  );
  expect(rowsOf({ transaction_id: 22 })[3]).toBe("Identifiant de l’opération: 22");
});

it("names a rejection, its reason and its undoing, without zeros that say nothing (TXT-4)", () => {
  const action = { user_action_id: 7, reason: "Paiement partiel", ...OPERATION };
  const rejected = { ...action, new_status: "REJECTED", comment: "Chèque d’un autre" };
  const rest = ["Action utilisateur: Voir l’action (/user-actions?action=7)", TO_OPERATION];
  expect(rowsOf({ ...rejected, previous_status: "PENDING" }).slice(2)).toEqual([
    "Quoi: Action rejetée",
    "Statut: En attente → Rejeté",
    ...rest,
    "Raison: Paiement partiel",
    ...AMOUNTS,
    "Raison du rejet: Chèque d’un autre",
  ]);
  expect(rowsOf({ ...rejected, previous_status: "REJECTED" }).slice(2, 4)).toEqual([
    "Quoi: Raison d’un rejet donnée",
    rest[0],
  ]);
  expect(
    rowsOf(
      {
        ...action,
        previous_status: "REJECTED",
        new_status: "PENDING",
        surplus_amount: "0.00",
        allocated_amount: "0.00",
        invoice_numbers: [],
      },
      { action_type: "reverted_reconciliation" },
    ).slice(2),
  ).toEqual([
    "Quoi: Rejet annulé",
    "Statut: Rejeté → En attente",
    ...rest,
    "Raison: Paiement partiel",
    ...AMOUNTS,
  ]);
});

it("tells invoicing that is paused or taken up again by these words", () => {
  expect(rowsOf({ automation_on: false, previous_status: "active", new_status: "paused" }).slice(2)).toEqual([
    "Quoi: Facturation mise en pause",
    "Statut: Actif → En pause",
  ]);
  expect(rowsOf({ automation_on: true })[2]).toBe("Quoi: Facturation remise en marche");
});

it.each([
  [["a@x.fr", "b@x.fr"], ["a@x.fr"], "a@x.fr, b@x.fr → a@x.fr"],
  [["a@x.fr"], ["a@x.fr", "b@x.fr"], "a@x.fr → a@x.fr, b@x.fr"],
  [[], ["a@x.fr"], "– → a@x.fr"],
  [["a@x.fr"], [], "a@x.fr → –"],
])("of the only field that was changed tells a list whole: %j, %j (UI-18)", (old_value, new_value, told) => {
  expect(rowsOf({ changed_fields: ["default_invoice_emails"], old_value, new_value }).slice(3)).toEqual([
    `E-mails de facturation: ${told}`,
  ]);
});

it("shows the value of a field as its form does: a rate, an amount, a term, an activity (TXT-5)", () => {
  expect(
    rowsOf({
      changed_fields: [
        "default_vat_rate_bp",
        "write_off_limit",
        "payment_terms",
        "mailing_from",
        "cinema_id",
      ],
      old_value: [550, "100.00", "30", "2026-11-01", 1200],
      new_value: [2000, "1120.00", "45fdm", "2026-12-01", 1201],
    }).slice(3),
  ).toEqual([
    "Taux de TVA des locations: 5,5 % → 20 %",
    "Limite des petits écarts: 100,00 € → 1 120,00 €",
    "Délai de paiement: 30 jours → 45 jours, puis fin de mois",
    "Envois automatiques à partir du: 01/11/2026 → 01/12/2026",
    "Cinéma: 1200 → 1201",
  ]);
});

it.each([
  ["status", "active", "inactive", "Statut: Actif → Inactif"],
  ["minimum_guarantee", null, 99.5, "Minimum garanti: – → 99,50 €"],
  ["minimum_guarantee", "100.00", "120.00", "Minimum garanti: 100,00 € → 120,00 €"],
  ["provision", ["0.00"], ["40.00"], "Provision: 0,00 € → 40,00 €"],
  ["payment_terms", "30", "of a later version", "Délai de paiement: 30 jours → of a later version"],
])(
  "shows the only field, %s, from %j to %j as its form does (TXT-5)",
  (field, old_value, new_value, told) => {
    expect(rowsOf({ changed_fields: [field], old_value, new_value }).slice(3)).toEqual([told]);
  },
);

it.each([
  [{ changed_fields: ["screens"] }, ["Champs modifiés: Salles"]],
  [
    { changed_fields: ["iban", "name"], new_value: "x" },
    ["Champs modifiés: IBAN principal, Nom", "Valeur: x"],
  ],
  [{ invoice_id: 3 }, ["N° de facture: Voir la facture (/invoices/3)"]],
])("of %j says what is known", (details, expected) => {
  expect(rowsOf(details).slice(3)).toEqual(expected);
});

it("says last which builds the screen had that asked for it (FED-10), and nothing of what no screen did", () => {
  expect(rowsOf({}, { ui_build: "host@b6925dfed7df, mfe-finance@b9305913d1bb" }).at(-1)).toBe(
    "Version de l’écran: host@b6925dfed7df, mfe-finance@b9305913d1bb",
  );
  expect(rowsOf({}, { ui_build: "" }).at(-1)).toBe("Quoi: Autre");
});

it("names what it is about without a link, or by its number, where its reader has no screen of it", () => {
  const cinema = { cinema: PLACES.cinema! };
  const details = {
    invoice_id: 12,
    cinema_id: 4,
    cinema_name: "Le Beffroi",
    user_action_id: 7,
    ...OPERATION,
  };
  expect(rowsOf(details, {}, cinema).slice(3)).toEqual([
    "Identifiant de la facture: 12",
    "Cinéma: Le Beffroi (/cinemas/4)",
    "Action utilisateur: 7",
    "Identifiant de l’opération: 22",
    "Date de l’opération: 19/11/2026",
    "Libellé bancaire: VIR SEPA RECU",
    "Montant de l’opération: -821,50 €",
  ]);
  expect(rowsOf({ cinema_id: 4, cinema_name: "Le Beffroi" }, {}, {})[3]).toBe("Cinéma: Le Beffroi");
});
