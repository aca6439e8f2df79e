// norm_v2 (LET-5). The raw label is kept by the caller; everything here is derived from it and can be made again.

export const NORM_VERSION = "norm_v2";

export type OperationType =
  | "incoming_transfer"
  | "cheque_deposit"
  | "own_direct_debit"
  | "direct_debit"
  | "returned_item"
  | "not_receivable"
  | "other";

/**
 * `free` is a label without markers: payer and remittance are one text. `head` stands before a marked payer, `structured` in a field
 * of its own beside the label.
 */
export type ZoneKind = "head" | "payer" | "remittance" | "bank_reference" | "free" | "structured";

export interface Zone {
  readonly kind: ZoneKind;
  readonly text: string;
}

export interface NormalisedLabel {
  readonly version: typeof NORM_VERSION;
  /** Upper case, no accents, plain quotes and dashes, single spaces. */
  readonly text: string;
  readonly type: OperationType;
  /** In the order of the text, without the words of the operation. */
  readonly zones: readonly Zone[];
  /** Those that had days or hours, with them: the number of an invoice may be a day. */
  readonly dated: readonly Zone[];
  /** The bank cut the text: the last word may be the beginning of a longer one. */
  readonly truncated: boolean;
  /** The credit is not a client's payment (BANK-13, « Noise »). */
  readonly noise: boolean;
}

/** NFKD, accents off, upper case, one kind of quote, dash and blank. Also the form in which names are compared. */
export function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/Œ/g, "OE")
    .replace(/Æ/g, "AE")
    .replace(/[‘’‛´`ʼ′]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/°/g, " ")
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
}

/** First match wins; the order matters: « REMISE PRLV » is not « PRLV », « VERSEMENT » is not « VERSEMENT RETOURNE ». */
const OPERATIONS: readonly (readonly [OperationType, RegExp])[] = [
  ["returned_item", /^(?:REJET|REJ|RETOUR|IMPAYES?|IMP|ANN|ANNUL|ANNULATION|REPRESENTATION|EXTOURNE)\b/],
  // « VIR RETOUR A SEOUL » may be a film; that it is worded so counts against it anyway (LET-37).
  [
    "returned_item",
    /^(?:VIR|VIRT|VRT|VIREMENT|PRLV|PRELEVEMENT)(?:[ .]+(?:SEPA|INST|INSTANTANE|RECU|EMIS))*[ .]+(?:REJETE?|RETOUR(?! (?:A|AUX?|CHEZ|D|EN|SUR|VERS)\b)|RETOURNE?|IMPAYE|ANNULE)\b/,
  ],
  ["own_direct_debit", /^REM(?:ISES?)? (?:DE )?(?:PRLV|PRELEVEMENTS?|SDD|LCR|TIP)\b/],
  ["not_receivable", /^REM(?:ISES?)? (?:DE )?(?:CB|CARTES?)\b/],
  [
    "cheque_deposit",
    /^(?:(?:REM(?:ISES?)?|BORD(?:EREAUX?)?|BDX|ENC(?:AISSEMENT)?S?|VERST|VERS)[ .]*(?:N[O.]? ?)?(?:(?:\d+|DE) )*CHE?Q(?:UE)?S?|RCHQ|CHQ ?REM(?:ISE)?|VRST|VERST|VERSEMENTS?|DEPOT|CHEQUES?|CHQS?)\b/,
  ],
  ["direct_debit", /^(?:PRLV|PRELEVEMENTS?|PLT|TIP|TELEREGLEMENT|TLR)\b/],
  [
    "not_receivable",
    /^(?:CB|CARTE|REM(?:ISES?)? (?:DE )?(?:CB|CARTES?)|FACT(?:URE)?S? CARTE|RET(?:RAIT)?(?: DAB)?|DAB|COM|COMMISSIONS?|FRAIS|AGIOS|COTIS|COTISATIONS?|INTERETS?|ECHEANCE|ABONNEMENT)\b/,
  ],
  [
    "incoming_transfer",
    /^(?:(?:PAYMENT|TRANSFER) FROM\b|TRF(?= \/)|(?:VIREMENTS?|VIR|VIRT|VRT|VT|VP|EVI)\b)(?:[ .]*(?:SEPA|INST|INSTANTANE|RECUS?|FAVEUR|TIERS|PERMANENT|PERIODIQUE|EUROPEEN|EMIS PAR|O\/|FRM(?= )|EN VOTRE FAVEUR))*/,
  ],
];

/** Behind a word that no bank's operation is known by; « CHEQUES-CINE » are tickets. */
const BEGINS_WITH_CHEQUES = /^(?:[^ ]+ ){1,2}(?:\d+ )?(?:CHQS?|CHEQUES?)(?![A-Z0-9]|[ -]CINE)/;

const NOISE: readonly RegExp[] = [
  /\b(?:VIR|VIREMENT)(?: SEPA)?(?: RECU)? (?:INTERNE|DE COMPTE A COMPTE|COMPTE A COMPTE)\b/,
  /\bCNC\b.*\b(?:SOUTIEN|AIDE|SUBVENTION)|\b(?:SOUTIEN|AIDE|SUBVENTION)\b.*\bCNC\b/,
  /\b(?:REMB|REMBT|REMBOURSEMENT)\b.*\b(?:TVA|IMPOTS?|URSSAF|CPAM)\b/,
  /\bCREDIT (?:DE )?TVA\b/,
  /\bURSSAF\b/,
];

const MARKER =
  /\/(DE|FRM|MOTIF|MOT|REF|EREF|RNF|LIB|NPY|ID|EID|ORDP|ORD|NAME|REMI|USTD|REFDO|REFBEN)\b ?:?\/?|(?<![A-Z0-9])(NPY|LCC|LCS|RCN|REFDO) (?=\S)|(?<![A-Z0-9])(DE|MOTIF|REFERENCE|REF|EMETTEUR|LIBELLE|LIB) ?:|(?<![A-Z0-9])(EMETTEUR|MOTIF) (?=\S)|(?<![A-Z0-9])(REF) (?=[A-Z]*\d)/g;

const ZONE_OF_MARKER: Readonly<Record<string, ZoneKind>> = {
  DE: "payer",
  FRM: "payer",
  EMETTEUR: "payer",
  NPY: "payer",
  ORD: "payer",
  ORDP: "payer",
  NAME: "payer",
  MOTIF: "remittance",
  LIB: "remittance",
  LIBELLE: "remittance",
  RNF: "remittance",
  MOT: "remittance",
  REMI: "remittance",
  USTD: "remittance",
  // CFONB 240, second lines of an operation.
  LCC: "remittance",
  LCS: "remittance",
  REF: "bank_reference",
  EREF: "bank_reference",
  REFERENCE: "bank_reference",
  ID: "bank_reference",
  EID: "bank_reference",
  REFDO: "bank_reference",
  REFBEN: "bank_reference",
  RCN: "bank_reference",
};

/** What a bank adds for itself: never a name, never an invoice. */
const BANK_NOISE: readonly RegExp[] = [
  /\b(?:NOT ?PROVIDED|NON ?REF(?:ERENCE)?|NONE|SANS REFERENCE)\b/g,
  /\bFR\d{2}(?: ?[A-Z0-9]{4}){5} ?[A-Z0-9]{3}\b/g,
  /\b(?:IBAN|RIB) ?:? ?(?=[A-Z]*\d)[A-Z0-9]+/g,
  /\bBIC ?:? ?[A-Z]{6}[A-Z0-9]{2,5}\b/g,
  /\b(?:\d{4}[X*]{4,}\d{2,4}|X{4,}\d{2,4})\b/g,
  // Long bank ids stay: an invoice number may have ten digits. One that is no known number means nothing.
];

/** One kind of separator: « 2026-05/12 » is no day. */
const CIVIL_DATES: readonly RegExp[] = [
  /(?<![A-Z0-9])(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:(?:19|20)\d{2}|\d{2})(?![A-Z0-9])/g,
  /(?<![A-Z0-9])(?:19|20)\d{2}([/.-])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?![A-Z0-9])/g,
  /(?<![A-Z0-9])(?:[01]?\d|2[0-3])(?:H|:)[0-5]\d(?![A-Z0-9])/g,
];

/**
 * Reads a bank's label: its kind of operation and its zones, cleaned of dates and bank identifiers (LET-5).
 * @param label as the bank wrote it, on one line or several
 */
export function normaliseLabel(label: string): NormalisedLabel {
  const text = plainText(label);
  let type: OperationType = "other";
  let rest = text;
  for (const [candidate, pattern] of OPERATIONS) {
    const match = pattern.exec(text);
    if (!match) continue;
    type = candidate;
    rest = text.slice(match[0].length);
    break;
  }
  if (type === "other" && BEGINS_WITH_CHEQUES.test(text)) type = "cheque_deposit";
  return {
    version: NORM_VERSION,
    text,
    type,
    ...zonesOf(withWholeMarkers(rest)),
    truncated: isCut(text.length),
    noise: NOISE.some((pattern) => pattern.test(text)),
  };
}

/** CFONB carries 31 characters a line, other exports 32 to 35, SEPA 140 (LET-5, BANK-13). */
export const isCut = (length: number): boolean =>
  (length >= 27 && length <= 35) || length === 70 || length === 140;

/** The end of a bank's line may stand inside a marker: « /REM I/PARTICIPATION ». */
const withWholeMarkers = (text: string): string =>
  text.replace(/\/([A-Z ]{2,8})\//g, (cut, letters: string) => {
    const whole = letters.replaceAll(" ", "");
    return whole in ZONE_OF_MARKER ? `/${whole}/` : cut;
  });

function zonesOf(text: string): Pick<NormalisedLabel, "zones" | "dated"> {
  const marks = [...text.matchAll(MARKER)];
  const zones: Zone[] = [];
  const dated: Zone[] = [];
  const push = (kind: ZoneKind, part: string): void => {
    const said = without(BANK_NOISE, part);
    const cleaned = without(CIVIL_DATES, said);
    if (cleaned !== said) dated.push({ kind, text: said });
    if (cleaned !== "") zones.push({ kind, text: cleaned });
  };
  const first = marks[0];
  if (!first) {
    push("free", text);
    return { zones, dated };
  }
  const kinds = marks.map(
    (mark) => ZONE_OF_MARKER[mark.slice(1).find((word) => word !== undefined) ?? ""] ?? "remittance",
  );
  const head = text.slice(0, first.index);
  push(kinds.includes("payer") ? "head" : kinds.includes("remittance") ? "payer" : "free", head);
  marks.forEach((mark, index) => {
    const next = marks[index + 1];
    push(
      kinds[index] ?? "remittance",
      text.slice(mark.index + mark[0].length, next ? next.index : text.length),
    );
  });
  return { zones, dated };
}

function without(patterns: readonly RegExp[], text: string): string {
  let cleaned = text;
  for (const pattern of patterns) cleaned = cleaned.replace(pattern, " ");
  return cleaned
    .replace(/ +/g, " ")
    .replace(/^[/ ]+|[/ ]+$/g, "")
    .trim();
}
