import type { LineEvidence } from "../line-evidence.ts";
import { withoutKey } from "./creditor-reference.ts";
import {
  type NormalisedLabel,
  normaliseLabel,
  type OperationType,
  plainText,
  type Zone,
} from "./normalise-label.ts";

/** A label with what the bank told beside it in fields of their own (LET-40). */
export interface LabelWithEvidence extends NormalisedLabel {
  /** The payer's name stands in a field for it. */
  readonly isPayerGiven: boolean;
  /** The label has no word for its operation, a column has. */
  readonly isTypeGiven: boolean;
}

/** What banks write in a column for the kind of operation, and the codes of camt, MT940 and OFX. */
const KINDS: readonly (readonly [OperationType, RegExp])[] = [
  ["returned_item", /\b(?:REJETS?|RETOURS?|IMPAYES?|RRTN|RETURN)\b/],
  ["cheque_deposit", /\b(?:CHE?Q(?:UE)?S?|CHECK|ESPECES|CASH|VERSEMENTS?|RCHQ|CCHQ|NCHK|NCHQ|DEP)\b/],
  ["own_direct_debit", /\bREM(?:ISES?)? (?:DE )?(?:PRLV|PRELEVEMENTS?|SDD|LCR|TIP)\b|\bIDDT\b/],
  ["not_receivable", /\b(?:CARTES?|CB|CARD|CCRD|MCRD|POS|FRAIS|COMMISSIONS?|INTERETS?|AGIOS|FEE|INT)\b/],
  ["direct_debit", /\b(?:PRLV|PRELEVEMENTS?|RDDT|DIRECTDEBIT)\b/],
  [
    "incoming_transfer",
    /\b(?:VIREMENTS?|VIR|VRT|VIRT|TRANSFERS?|TRANSFERTS?|RCDT|ICDT|RRCT|ESCT|NTRF|FTRF|TRF|XFER|CREDIT|DIRECTDEP|ENCAISSEMENTS?|SCT|INST)\b/,
  ],
];

const zoneOf = (kind: Zone["kind"], text: string): Zone[] => {
  const plain = plainText(text);
  return plain === "" ? [] : [{ kind, text: plain }];
};

/**
 * Reads a label beside what the bank told in fields of their own: the payer's name is the payer's zone, what was quoted in a field
 * for it a zone of its own, the payer's identifier one more bank's reference. A column for the kind of operation counts where the
 * label has no word for it, or where it says a cheque.
 */
export function readLabel(label: string, evidence: LineEvidence | null | undefined): LabelWithEvidence {
  const read = normaliseLabel(label);
  if (!evidence) return { ...read, isPayerGiven: false, isTypeGiven: false };
  const told = evidence.payment_type === undefined ? undefined : kindOf(evidence.payment_type);
  const isTypeGiven = told !== undefined && (read.type === "other" || told === "cheque_deposit");
  const payer = zoneOf("payer", evidence.party_name ?? "");
  const own =
    payer.length > 0 ? read.zones.filter(({ kind }) => kind !== "payer").map(asRemittance) : read.zones;
  return {
    ...read,
    type: isTypeGiven ? told : read.type,
    zones: [
      ...payer,
      ...own,
      // « RF260001 » may be a number itself.
      ...(evidence.references ?? []).flatMap((reference) =>
        [...new Set([withoutKey(reference), reference])].flatMap((one) => zoneOf("structured", one)),
      ),
      ...zoneOf("bank_reference", evidence.end_to_end_id ?? ""),
    ],
    isPayerGiven: payer.length > 0,
    isTypeGiven: isTypeGiven && read.type === "other",
  };
}

const asRemittance = (zone: Zone): Zone =>
  zone.kind === "free" || zone.kind === "head" ? { kind: "remittance", text: zone.text } : zone;

function kindOf(type: string): OperationType | undefined {
  const plain = plainText(type);
  return KINDS.find(([, pattern]) => pattern.test(plain))?.[0];
}
