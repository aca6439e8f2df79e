import { BANK_FIELD_LABELS } from "@bobine/contract/bank-details";
import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";
import { INVOICING_LABELS } from "@bobine/contract/invoicing-options";
import type { MaskedChange, NotifiedField } from "./masked-changes.ts";

export type NoticeKind =
  | "change_requested"
  | "change_in_effect"
  | "change_refused"
  | "contact_replaced"
  | "administrator_named";

const LABELS: Readonly<Record<NotifiedField, string>> = {
  ...BANK_FIELD_LABELS,
  factor_iban: INVOICING_LABELS.factor_iban,
};

/** What a notice tells. It is kept with the notice, so IBANs are masked in it. */
export interface NoticeFacts {
  readonly changes: readonly MaskedChange<NotifiedField>[];
  /** Who did it, by name. */
  readonly by: string;
  /** An ISO instant. */
  readonly at: string;
  /** Of a new administrator. */
  readonly named?: { readonly name: string; readonly address: string };
}

const moment = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "long",
  timeStyle: "short",
});
/** `22 novembre 2026 à 18:03` */
const frenchMoment = (instant: string): string => moment.format(new Date(instant));

/**
 * A mail about an account's security, as text and as HTML, readable in light and dark. It asks for nothing that is secret and names no
 * whole IBAN: a mailbox is read by more people than a bank account.
 */
export function securityMail(mail: {
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  readonly distributor: string;
  readonly to: string;
  readonly firstName: string;
  /** Where the reader confirms or refuses, or sees the account. */
  readonly link: string;
  /** Until when the link is good; null for a link that only leads to a page. */
  readonly expiresAt: string | null;
  /** Whether the reader may confirm; others are told of it. */
  readonly isDecider: boolean;
}): Mail {
  const { to, firstName, link } = mail;
  const { subject, before, after, button } = TEXTS[mail.kind](mail);
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const rows = mail.facts.changes.map(
    ({ field, old_value, new_value }) => [LABELS[field], old_value || "aucun", new_value || "aucun"] as const,
  );
  const table = rows.map(([label, from, to]) => `${label}\u00a0: ${from} → ${to}`);
  return {
    to,
    subject,
    text: `${[hello, ...before, ...(table.length === 0 ? [] : [table.join("\n")]), `${button}\u00a0:\n${link}`, ...after, "Bobine"].join("\n\n")}\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: [
        paragraph(hello),
        ...before.map(paragraph),
        ...(rows.length === 0 ? [] : [htmlTable(rows)]),
        mailButton(button, link),
        ...after.map(paragraph),
      ].join("\n"),
    }),
  };
}

interface NoticeText {
  readonly subject: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly button: string;
}

type TextOf = (mail: Parameters<typeof securityMail>[0]) => NoticeText;

const ALARM =
  "Si vous n’en savez rien, demandez-le à cette personne de vive voix, sans répondre à un e-mail, puis prévenez l’assistance de Bobine.";

const TOLD_ONLY =
  "Vous êtes prévenu sans avoir à confirmer\u00a0: seuls confirment les personnes qui administrent la société depuis 72\u00a0heures au moins, et Bobine.";

const decidersWords = (expiresAt: string | null): readonly string[] => [
  `Ce lien vous est personnel. Il demande d’être connecté à Bobine${expiresAt === null ? "" : `, ne sert qu’une fois et expire le ${frenchMoment(expiresAt)}`}.`,
  "Ce n’est pas vous, ou vous n’en saviez rien\u202f? Ouvrez le même lien et choisissez «\u00a0Ce n’est pas moi\u00a0»\u00a0: le changement est refusé.",
];

/** Invoices print the main IBAN, or the factor's in its place; never the secondary one. */
const PRINTED: Readonly<Partial<Record<NotifiedField, string>>> = {
  iban: "Les nouvelles factures portent cet IBAN principal\u202f; les e-mails de factures, les relances et les relevés de compte le demandent dès maintenant, aussi pour les factures déjà émises.",
  factor_iban: "Les nouvelles factures des cinémas que le factor garantit portent cet IBAN.",
};

function printedNow(changes: NoticeFacts["changes"]): string[] {
  if (changes.every(({ field }) => PRINTED[field] === undefined))
    return ["L’IBAN que portent les factures n’a pas changé."];
  return changes.flatMap(({ field, new_value }) => (new_value === "" ? [] : (PRINTED[field] ?? [])));
}

const TEXTS: Readonly<Record<NoticeKind, TextOf>> = {
  change_requested: ({ distributor, facts, expiresAt, isDecider }) => ({
    subject: `Un changement d’IBAN attend votre confirmation – ${distributor}`,
    before: [
      `${facts.by} a demandé le ${frenchMoment(facts.at)} de changer les coordonnées bancaires de ${distributor}.`,
    ],
    button: isDecider ? "Vérifier ce changement" : "Voir les informations du compte",
    after: [
      [
        "Tant que personne ne confirme, les nouvelles factures gardent l’IBAN actuel. Les factures déjà émises gardent le leur dans tous les cas.",
        ...(facts.changes.some(({ field }) => field === "iban")
          ? [
              "Une fois le changement confirmé, les e-mails de factures, les relances et les relevés de compte demandent de payer sur le nouvel IBAN principal, aussi pour les factures déjà émises.",
            ]
          : []),
      ].join(" "),
      ...(isDecider ? decidersWords(expiresAt) : [TOLD_ONLY, ALARM]),
    ],
  }),
  change_in_effect: ({ distributor, facts }) => ({
    subject: `L’IBAN a changé – ${distributor}`,
    before: [
      [
        `Les coordonnées bancaires de ${distributor} ont changé le ${frenchMoment(facts.at)}, confirmées par ${facts.by}.`,
        ...printedNow(facts.changes),
      ].join(" "),
    ],
    button: "Voir les informations du compte",
    after: [ALARM],
  }),
  change_refused: ({ distributor, facts }) => ({
    subject: `Le changement d’IBAN est refusé – ${distributor}`,
    before: [
      `${facts.by} a refusé le ${frenchMoment(facts.at)} ce changement des coordonnées bancaires de ${distributor}. L’IBAN des factures n’a pas changé.`,
    ],
    button: "Voir les journaux d’audit",
    after: [
      "Les sessions de la personne qui l’avait demandé sont fermées. Vérifiez avec elle, de vive voix, que sa messagerie n’est utilisée par personne d’autre, et relisez les journaux d’audit.",
    ],
  }),
  administrator_named: ({ distributor, facts: { by, at, named } }) => ({
    subject: `Un nouvel administrateur – ${distributor}`,
    before: [
      `Le ${frenchMoment(at)}, ${by} a donné les droits d’administrateur de ${distributor} à ${named?.name ?? ""} (${named?.address ?? ""}), par une invitation ou sur son compte.`,
    ],
    button: "Voir les informations du compte",
    after: [
      "Cette personne gère les utilisateurs et demande des changements d’IBAN\u202f; pendant 72\u00a0heures, elle n’en confirme aucun.",
      ALARM,
    ],
  }),
  contact_replaced: ({ facts }) => ({
    subject: "Votre adresse de connexion à Bobine a été remplacée",
    before: [
      `Le ${frenchMoment(facts.at)}, un administrateur de Bobine a remplacé l’adresse de votre compte. Cette adresse-ci n’ouvre plus de session, et celles qui étaient ouvertes sont fermées.`,
    ],
    button: "Aller à Bobine",
    after: [
      "Si vous l’avez demandé, il n’y a rien à faire. Sinon, appelez sans attendre votre contact chez Bobine ou un collègue qui a un compte, et demandez que l’adresse soit rétablie.",
    ],
  }),
};

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const htmlTable = (rows: readonly (readonly [string, string, string])[]): string => {
  const cell = (tag: "th" | "td", text: string): string =>
    `<${tag} style="padding:6px 12px 6px 0;border-bottom:1px solid;text-align:left;font-variant-numeric:tabular-nums">${escapeHtml(text)}</${tag}>`;
  const row = (tag: "th" | "td", line: readonly string[]): string =>
    `<tr>${line.map((text) => cell(tag, text)).join("")}</tr>`;
  return `<div style="overflow-x:auto"><table style="border-collapse:collapse;width:100%;font-size:14px"><thead>${row("th", ["", "Avant", "Après"])}</thead><tbody>${rows.map((line) => row("td", line)).join("")}</tbody></table></div>`;
};
