import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import { cutText, ownText } from "../cut-text.ts";
import type { LineEvidence } from "../../line-evidence.ts";
import { machineAmount } from "../french-number.ts";
import { remembered } from "../remembered.ts";
import { lineEvidence, saysNothing } from "../line-evidence.ts";
import { joinLabels } from "../statement-label.ts";
import type { UnmarkedLine } from "./format-reading.ts";
import { boundedCents, currencyCode } from "./format-values.ts";
import { labelOfReversal } from "./reversal-label.ts";
import { childrenOf, elementAt, textAt, textAtOneOf, textsAt, type XmlElement } from "./xml-tree.ts";

const NBSP = "\u00a0";

export interface CamtAccount {
  readonly number: string;
  readonly currency: string;
}

export type EntryReading =
  | { readonly kind: "lines"; readonly lines: UnmarkedLine[]; readonly note?: string }
  | { readonly kind: "ignored" }
  | { readonly kind: "error"; readonly message: string };

/** An entry of a CAMT file: its lines when it is booked (BANK-18), those of its details when they are its sum (BANK-19). */
export function readEntry(entry: XmlElement, account: CamtAccount): EntryReading {
  const error = (message: string): EntryReading => ({
    kind: "error",
    message: `Ligne ${entry.line}${NBSP}: ${message}`,
  });
  const status = textAt(entry, "Sts/Cd", "Sts/Prtry", "Sts");
  if (status !== "" && status !== "BOOK") return { kind: "ignored" };
  const amount = signedAmount(entry, ["Amt"], textAt(entry, "CdtDbtInd"));
  if (amount === undefined)
    return error(`montant illisible («${NBSP}${cutText(textAt(entry, "Amt"), 40)}${NBSP}»).`);
  const date = dateAt(entry, "BookgDt") ?? dateAt(entry, "ValDt");
  if (date === undefined)
    return error(
      `date illisible («${NBSP}${cutText(textAt(entry, "BookgDt/Dt", "BookgDt/DtTm"), 40)}${NBSP}»).`,
    );
  if (amount === 0) return { kind: "ignored" };
  const details = childrenOf(entry, "NtryDtls").flatMap((one) => childrenOf(one, "TxDtls"));
  const common = {
    bank_account: cutText(account.number, 50),
    transaction_date: date,
    value_date: dateAt(entry, "ValDt") ?? null,
    currency_code: currencyCode(elementAt(entry, "Amt")?.currency || account.currency),
  };
  const line = (of: XmlElement, amount: Cents, ...own: readonly string[]): UnmarkedLine => {
    const side = sideOf(amount);
    const label = labelOf(entry, of, side, own);
    const told = { ...common, amount, label, bank_reference: referenceOf(entry, details), fingerprint: "" };
    const other = isReversal(entry) ? otherSideOf(of, side) : undefined;
    if (!other) return { ...told, evidence: evidenceOf(entry, of, side) };
    return { ...told, evidence: evidenceOf(entry, of, other), labelInstead: labelOf(entry, of, other, own) };
  };
  const [only, second] = details;
  const additional = textAt(entry, "AddtlNtryInf");
  if (!only || !second) return { kind: "lines", lines: [line(only ?? entry, amount, additional)] };
  const amounts = details.map((detail) => detailAmount(detail, entry, common.currency_code));
  const sum = amounts.reduce<number>((total, one) => total + (one ?? Infinity), 0);
  if (sum === amount && amounts.every((one) => one !== 0))
    return {
      kind: "lines",
      lines: details.flatMap((detail, index) => {
        const own = amounts[index];
        return own === undefined ? [] : [line(detail, own)];
      }),
    };
  const isSilent = details.every((detail) => !AMOUNTS.some((way) => elementAt(detail, way)));
  return {
    kind: "lines",
    lines: [inOneLine(line(entry, amount, additional), details)],
    note: `Ligne ${entry.line}${NBSP}: le détail d’une opération groupée ${isSilent ? "ne dit pas ses montants" : "ne fait pas son montant"}, elle est importée en une seule ligne.`,
  };
}

/** A group that stays one line quotes what its details quote, and is called what they say where the bank says nothing of it (BANK-19). */
function inOneLine(line: UnmarkedLine, details: readonly XmlElement[]): UnmarkedLine {
  const { label, amount, evidence } = line;
  const party = PARTIES[sideOf(amount)];
  const [name, ...others] = new Set(details.map((detail) => textAtOneOf(detail, party.name)));
  const told = lineEvidence({
    names: name === undefined || others.length > 0 ? [] : [name],
    references: details.flatMap(quotedIn),
    more: details.map((detail) => textsAt(detail, "RmtInf/Ustrd").join(" ")),
    paymentTypes: [evidence?.payment_type ?? ""],
  });
  const labelInstead =
    label === "" ? joinLabels(details.flatMap((detail) => partsOf(detail, sideOf(amount)))) : "";
  return { ...line, evidence: told, ...(labelInstead === "" ? {} : { labelInstead }) };
}

const quotedIn = (detail: XmlElement): string[] => [
  ...textsAt(detail, "RmtInf/Strd/CdtrRefInf/Ref"),
  ...textsAt(detail, "RmtInf/Strd/RfrdDocInf/Nb"),
];

/** Above zero: received. An entry that takes another back says in its indicator which way the money goes now. */
export function signedAmount(
  element: XmlElement,
  ways: readonly string[],
  indicator: string,
): Cents | undefined {
  const text = textAtOneOf(element, ways);
  const sign = indicator === "CRDT" ? 1 : indicator === "DBIT" ? -1 : undefined;
  const plain = text.includes(",") || text.startsWith("-") ? undefined : machineAmount(text);
  if (plain !== undefined && sign !== undefined) return boundedCents(plain === 0 ? 0 : sign * plain);
  const [, euros, decimals] = /^\+?(\d{1,15})(?:\.(\d{1,2})0*)?\.?$/.exec(text) ?? [];
  if (euros === undefined || sign === undefined) return undefined;
  const value = Number(euros) * 100 + Number((decimals ?? "").padEnd(2, "0"));
  return boundedCents(value === 0 ? 0 : sign * value);
}

/** Ways to what an entry has hundreds of: whole texts, which are looked up faster than those that are put together. */
const DAYS = {
  BookgDt: ["BookgDt/Dt", "BookgDt/DtTm"],
  ValDt: ["ValDt/Dt", "ValDt/DtTm"],
  Dt: ["Dt/Dt", "Dt/DtTm"],
} as const;
const PARTIES = {
  Dbtr: {
    name: ["RltdPties/Dbtr/Pty/Nm", "RltdPties/Dbtr/Nm"],
    ultimate: ["RltdPties/UltmtDbtr/Pty/Nm", "RltdPties/UltmtDbtr/Nm"],
    iban: "RltdPties/DbtrAcct/Id/IBAN",
  },
  Cdtr: {
    name: ["RltdPties/Cdtr/Pty/Nm", "RltdPties/Cdtr/Nm"],
    ultimate: ["RltdPties/UltmtCdtr/Pty/Nm", "RltdPties/UltmtCdtr/Nm"],
    iban: "RltdPties/CdtrAcct/Id/IBAN",
  },
} as const;
type Side = keyof typeof PARTIES;
/** Who is not the holder of the account. */
const sideOf = (amount: Cents): Side => (amount > 0 ? "Dbtr" : "Cdtr");
const isReversal = (entry: XmlElement): boolean => /^(?:true|1)$/.test(textAt(entry, "RvslInd"));

/**
 * What takes a payment back may tell its parties as that payment did: who paid then is paid now. Where the side that its sign asks for tells
 * nobody it is the other one, in the label without its fingerprint.
 */
function otherSideOf(of: XmlElement, side: Side): Side | undefined {
  const other = side === "Dbtr" ? "Cdtr" : "Dbtr";
  const isTold = ({ name, ultimate, iban }: (typeof PARTIES)[Side]): boolean =>
    [...name, ...ultimate, iban].some((way) => !saysNothing(textAt(of, way)));
  return !isTold(PARTIES[side]) && isTold(PARTIES[other]) ? other : undefined;
}

const DOMAIN_CODES = ["BkTxCd/Domn/Cd", "BkTxCd/Domn/Fmly/Cd", "BkTxCd/Domn/Fmly/SubFmlyCd"] as const;

/** The day as it is written: an instant with its zone names the day of the bank. */
export function dateAt(element: XmlElement, way: keyof typeof DAYS): CivilDate | undefined {
  return dayOf(textAtOneOf(element, DAYS[way]).slice(0, 10));
}

const dayOf = remembered((day): CivilDate | undefined =>
  day.startsWith("20") && isCivilDate(day) ? day : undefined,
);

const AMOUNTS = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"];

/** What a detail is worth in the currency of its account; undefined when it does not say. */
function detailAmount(detail: XmlElement, entry: XmlElement, currency: string): Cents | undefined {
  const way = AMOUNTS.find((one) => elementAt(detail, one) !== undefined);
  if (way === undefined) return undefined;
  const told = elementAt(detail, way)?.currency;
  if (told !== undefined && told !== "" && currencyCode(told) !== currency) return undefined;
  return signedAmount(detail, [way], textAt(detail, "CdtDbtInd") || textAt(entry, "CdtDbtInd"));
}

/** What the bank prints, then who it is and why (BANK-9). */
function labelOf(entry: XmlElement, of: XmlElement, side: Side, own: readonly string[]): string {
  const parts = [
    ...own.filter((text) => !saysNothing(text)),
    ...(of.name === "TxDtls" ? partsOf(of, side) : []),
  ];
  const label =
    joinLabels(parts) ||
    joinLabels([textAt(entry, "AddtlNtryInf"), textAt(entry, "BkTxCd/Prtry/Cd"), domainCode(entry)]);
  return isReversal(entry) ? labelOfReversal(label) : label;
}

/** Who it is and why. */
function partsOf(detail: XmlElement, side: Side): string[] {
  const party = PARTIES[side];
  return [
    textAt(detail, "AddtlTxInf"),
    textAtOneOf(detail, party.name),
    textAtOneOf(detail, party.ultimate),
    textsAt(detail, "RmtInf/Ustrd").join(" "),
    ...quotedIn(detail),
    ...textsAt(detail, "RmtInf/Strd/AddtlRmtInf"),
  ].filter((text) => !saysNothing(text));
}

/** The fields of their own of a transfer (BANK-29); of a group that stays one line, how it was paid. */
function evidenceOf(entry: XmlElement, of: XmlElement, side: Side): LineEvidence | undefined {
  const party = PARTIES[side];
  const paymentTypes = [bankCode(of), bankCode(entry)];
  if (of.name !== "TxDtls") return lineEvidence({ paymentTypes });
  return lineEvidence({
    names: [...party.name, ...party.ultimate].map((way) => textAt(of, way)),
    ibans: [textAt(of, party.iban)],
    endToEndIds: [textAt(of, "Refs/EndToEndId")],
    references: quotedIn(of),
    paymentTypes,
  });
}

/** Which kind of operation it is: `PMNT RCDT ESCT`, else the code of this bank. */
const bankCode = (of: XmlElement): string => domainCode(of).trim() || textAt(of, "BkTxCd/Prtry/Cd");
const domainCode = (of: XmlElement): string =>
  elementAt(of, "BkTxCd") ? DOMAIN_CODES.map((way) => textAt(of, way)).join(" ") : "";

/** That of the entry, also for each of its details: another message on the same money has it, too (BANK-20). */
function referenceOf(entry: XmlElement, [only, second]: readonly XmlElement[]): string {
  const own = only && !second ? textAt(only, "Refs/AcctSvcrRef") : "";
  const reference = textAt(entry, "AcctSvcrRef") || own;
  return saysNothing(reference) ? "" : ownText(cutText(reference, 100));
}
