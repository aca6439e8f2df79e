// What an accountant types and a bank prints, for a payment that is already decided.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { Chance } from "../chance.ts";
import type { Bill } from "../trade.ts";
import type { Sender, Transfer } from "./conduct.ts";
import { plain } from "./market.ts";

const STYLES = {
  numbers: 40,
  spaced: 6,
  digits: 6,
  tails: 10,
  weeks: 7,
  films: 4,
  dates: 5,
  month: 5,
  own: 8,
  bare: 14,
};
type Style = keyof typeof STYLES;
const BANKS = [
  "tags",
  "colons",
  "plain",
  "long id",
  "instant",
  "favour",
  "postal",
  "short",
  "neat",
  "cfonb",
] as const;
type Bank = (typeof BANKS)[number];

/** The habits of one sender: always the same bank, nearly always the same words. */
export interface Voice {
  readonly style: Style;
  readonly bank: Bank;
  readonly lead: string;
  readonly joint: string;
}

export const voiceOf = (chance: Chance): Voice => ({
  style: chance.weighted(STYLES),
  bank: chance.one(BANKS),
  lead: chance.one([
    "FACT ",
    "FACTURE ",
    "FAC. ",
    "F. ",
    "N° ",
    "REGLT FACT ",
    "",
    "",
    "VOS FACTURES ",
    "PAIEMENT ",
  ]),
  joint: chance.one([" ", " ", ", ", " ET ", "/", " + ", " - "]),
});

export interface Wording {
  readonly label: string;
  readonly bank: string;
  readonly isNumbered: boolean;
  readonly isNamed: boolean;
}

export function word(chance: Chance, voice: Voice, transfer: Transfer): Wording {
  const style = chance.yes(0.9) ? voice.style : "bare";
  const { bills, name } = {
    bills: transfer.shares.map(({ bill }) => bill),
    name: nameOf(chance, transfer.sender),
  };
  const written = tell(chance, voice, style, bills, transfer.date);
  const label = print(chance, voice.bank, name, written.text, transfer.date);
  const seen = label.toUpperCase();
  const isNumbered = written.numbers.length > 0 && written.numbers.every((number) => hasToken(seen, number));
  const isNamed =
    !isNumbered &&
    style !== "numbers" &&
    seen.includes(plain(transfer.sender.companies[0]?.name ?? "?")) &&
    !transfer.sender.isHeadOffice;
  return { label, bank: voice.bank, isNumbered, isNamed };
}

const hasToken = (label: string, number: string): boolean => {
  const at = label.indexOf(number);
  return at >= 0 && !/[0-9]/.test(label[at + number.length] ?? " ");
};

function nameOf(chance: Chance, { name }: Sender): string {
  const printed = plain(name).replaceAll(/['.]/g, " ").replaceAll(/\s+/g, " ");
  return chance.yes(0.05) ? printed.slice(0, 18).trimEnd() : printed;
}

const MONTHS = "JANV,FEVRIER,MARS,AVRIL,MAI,JUIN,JUILLET,AOUT,SEPT,OCTOBRE,NOV,DEC".split(",");
const short = (date: CivilDate): string => date.slice(8) + date.slice(5, 7) + date.slice(2, 4);
const slashed = (date: CivilDate): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;

function tell(
  chance: Chance,
  { lead, joint }: Voice,
  style: Style,
  bills: readonly Bill[],
  date: CivilDate,
): { readonly text: string; readonly numbers: readonly string[] } {
  const silent = (text: string) => ({ text, numbers: [] });
  const [first] = bills;
  const last = bills.at(-1);
  if (!first || !last) return silent(chance.one(["", "REGLEMENT", `FACT ${short(date)}`]));
  const numbers = bills.map(({ number }) => {
    const slip = chance.yes(0.015) ? chance.whole(number.length - 4, number.length - 1) : -1;
    return slip < 0 ? number : `${number.slice(0, slip)}${chance.whole(0, 9)}${number.slice(slip + 1)}`;
  });
  switch (style) {
    case "numbers":
      if (bills.length > 8) return silent(`${lead}${numbers[0]} A ${numbers.at(-1)}`);
      return { text: `${lead}${numbers.join(joint)}`, numbers: bills.map(({ number }) => number) };
    case "spaced": {
      const cut = numbers.map((number) => number.replace(/^(\D*\d{2,4}?)\W?(?=\d)/, "$1 "));
      return { text: `${lead}${cut.join(" ")}`, numbers: cut };
    }
    case "digits":
      return {
        text: `${lead}${numbers.map((number) => number.replaceAll(/\D/g, "")).join(joint)}`,
        numbers: bills.map(({ number }) => number.replaceAll(/\D/g, "")),
      };
    case "tails":
      return silent(
        `${lead || "FACT "}${numbers.map((number) => String(Number(number.replaceAll(/\D/g, "").slice(-5)))).join(joint)}`,
      );
    case "weeks": {
      const weeks = [...new Set(bills.map(({ week }) => week.number))];
      const [low, high] = [Math.min(...weeks), Math.max(...weeks)];
      return silent(
        chance.yes(0.5)
          ? `LOCATION ${weeks
              .slice(0, 6)
              .map((week) => `S${week}`)
              .join(" ")}`
          : low === high
            ? `SEMAINE ${low}`
            : `SEM ${low} A ${high}`,
      );
    }
    case "films":
      return silent(plain(first.films[0] ?? ""));
    case "dates":
      return silent(chance.yes(0.5) ? `FACTURE DU ${slashed(first.date)}` : `ECHEANCE ${short(last.due)}`);
    case "month":
      return silent(
        chance.yes(0.6)
          ? `RELEVE ${MONTHS[Number(last.date.slice(5, 7)) - 1]} ${last.date.slice(0, 4)}`
          : `SOLDE AU ${short(addDays(date, -chance.whole(0, 9)))}`,
      );
    case "own":
      return silent(
        chance.one([
          `VIR${date.slice(0, 4)}${chance.digits(4)}`,
          `DOSSIER ${chance.digits(5)}`,
          `PIECE ${date.slice(2, 4)}${chance.digits(6)}`,
          `MDT ${chance.digits(4)} BORD ${chance.digits(2)}`,
          `CLT 411${chance.digits(4)}`,
        ]),
      );
    case "bare":
      return silent(
        chance.one([
          "",
          "",
          "LOCATION FILMS",
          "REGLEMENT FOURNISSEUR",
          "VIREMENT",
          "FILMS",
          "SALAIRE ET FOURNISSEURS",
          "DISTRIBUTEUR",
        ]),
      );
  }
}

const cut = (text: string, length: number): string => text.slice(0, length).trimEnd();

function print(chance: Chance, bank: Bank, name: string, text: string, date: CivilDate): string {
  const clean = text.replaceAll("°", chance.yes(0.5) ? " " : "O ");
  switch (bank) {
    case "tags":
      return `VIR SEPA RECU /DE ${name} /MOTIF ${clean || "NOTPROVIDED"} /REF ${chance.yes(0.5) ? "NOTPROVIDED" : `${name.slice(0, 3).trim()}-${date}`}`;
    case "colons":
      return `VIR RECU ${chance.digits(10)}S DE: ${name} MOTIF: ${clean} REF: ${chance.digits(8)}`;
    case "plain":
      return `VIREMENT SEPA ${name} ${clean}`.trimEnd();
    case "long id":
      return `VIR ${name} ${chance.digits(19)} ${clean}`.trimEnd();
    case "instant":
      return `VIR INST ${name} ${clean}`.trimEnd();
    case "favour":
      return `VIREMENT EN VOTRE FAVEUR ${cut(name, 32)} ${clean} ${short(date)}${chance.digits(6)}`;
    case "postal":
      return `VIREMENT DE ${name} ${clean} REFERENCE : ${chance.digits(12)}`;
    case "short":
      return cut(`VIR ${name} ${clean}`, 48);
    case "neat":
      return `${name} ${clean}`.trimEnd();
    case "cfonb":
      return `${cut(`VIR RECU ${name}`, 31)} ${cut(clean, 70)}`.trimEnd();
  }
}
