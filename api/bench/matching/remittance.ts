// What a payer's accountant types in the field « motif ».
import type { Chance } from "./chance.ts";
import type { Payment } from "./payment.ts";
import type { Bill } from "./trade.ts";

export interface Remittance {
  readonly text: string;
  /** The numbers as typed; empty when none was. */
  readonly numbers: readonly string[];
  /** Every bill of the truth is typed in full, nothing else is, and no digit is wrong. */
  readonly isFaithful: boolean;
}

const BEFORE_ONE = [
  "",
  "",
  "FACT ",
  "FACTURE ",
  "FACT. ",
  "FAC ",
  "FA ",
  "FACTURE N° ",
  "REGLT FACT ",
  "Reglement facture ",
  "V/FACT ",
  "PAIEMENT FACTURE ",
  "Fact n°",
  "N/REF ",
  "REGLEMENT ",
];
const BEFORE_MANY = [
  "",
  "FACTURES ",
  "FACT ",
  "FACTS ",
  "FACT. ",
  "REGLT FACTURES ",
  "Factures ",
  "FACT N° ",
  "VOS FACTURES ",
];
const BETWEEN = [" ", ", ", " ET ", " + ", "/", " - ", ",", ";"];
const NOTHING = [
  "",
  "REGLEMENT",
  "LOCATION FILMS",
  "LOCATION",
  "VIREMENT",
  "PAIEMENT FOURNISSEUR",
  "SOLDE",
  "FACTURES",
  "RELEVE",
  "LOCATION FILM",
  "REGLT",
  "FILMS",
  "Merci",
];
const MONTHS = [
  "JANVIER",
  "FEVRIER",
  "MARS",
  "AVRIL",
  "MAI",
  "JUIN",
  "JUILLET",
  "AOUT",
  "SEPTEMBRE",
  "OCTOBRE",
  "NOVEMBRE",
  "DECEMBRE",
];

export function writeRemittance(chance: Chance, payment: Payment, digitErrors: number): Remittance {
  const bills = payment.shares.map(({ bill }) => bill);
  const named = payment.shares.length > 0 ? bills : payment.alsoNamed;
  switch (payment.telling) {
    case "numbers":
    case "first":
    case "range":
      return inNumbers(chance, payment, named, digitErrors);
    case "tails":
      return { ...inTails(chance, named), isFaithful: false };
    case "weeks":
      return { text: inWeeks(chance, named), numbers: [], isFaithful: false };
    case "films":
      return { text: inFilms(chance, named), numbers: [], isFaithful: false };
    case "nothing":
      return {
        text: chance.yes(0.2)
          ? `${chance.one(["REGLEMENT", "SOLDE", "RELEVE"])} ${monthOf(named, payment)}`
          : chance.one(NOTHING),
        numbers: [],
        isFaithful: false,
      };
    case "own":
      return { text: ownReference(chance, payment), numbers: [], isFaithful: false };
  }
}

function inNumbers(
  chance: Chance,
  payment: Payment,
  bills: readonly Bill[],
  digitErrors: number,
): Remittance {
  const quoted =
    payment.telling === "first"
      ? bills.slice(0, 1)
      : [...payment.alsoNamed.filter((bill) => !bills.includes(bill)), ...bills];
  const first = quoted[0];
  const last = quoted.at(-1);
  if (!first || !last) return { text: "REGLEMENT", numbers: [], isFaithful: false };
  const spelling = chance.weighted({ printed: 70, bare: 12, spaced: 8, lower: 5, digits: 5 });
  let isWrong = false;
  const spell = (bill: Bill): string => {
    const typed = chance.yes(digitErrors) ? mistyped(chance, bill.number) : bill.number;
    isWrong ||= typed !== bill.number;
    switch (spelling) {
      case "printed":
        return typed;
      case "bare":
        return typed.replaceAll(/[^A-Z0-9]/g, "");
      case "spaced":
        return typed
          .replaceAll(/[-/]/g, " ")
          .replace(/^(F26)/, chance.one(["F26 ", "F 26 ", "F 26", "F26-"]));
      case "lower":
        return typed.toLowerCase();
      case "digits":
        return typed.replaceAll(/\D/g, "");
    }
  };
  const tail = (bill: Bill): string => bill.number.slice(-3);
  if (payment.telling === "range") {
    const text = `${chance.one(BEFORE_MANY)}${spell(first)} ${chance.one(["A", "AU", "à"])} ${spell(last)}`;
    return { text, numbers: [first.number, last.number], isFaithful: !isWrong };
  }
  // « F26000123/124/131 »: the first in full, the ends of the others.
  const isShortList =
    quoted.length > 1 &&
    chance.yes(0.15) &&
    quoted.every((bill) => bill.number.slice(0, -3) === first.number.slice(0, -3));
  const numbers = isShortList ? [spell(first), ...quoted.slice(1).map(tail)] : quoted.map(spell);
  const text = `${chance.one(quoted.length > 1 ? BEFORE_MANY : BEFORE_ONE)}${numbers.join(isShortList ? chance.one(["/", " ", "-", ", "]) : chance.one(BETWEEN))}`;
  const after = {
    week: () => ` S${bills[0]?.week.number ?? 1}`,
    film: () => ` ${bills[0]?.films[0] ?? ""}`,
    date: () =>
      ` DU ${(bills[0]?.date ?? payment.date)
        .split("-")
        .reverse()
        .join(chance.one(["/", "", "."]))}`,
    more: () => " ET SUIVANTES",
    nothing: () => "",
  }[
    payment.telling === "first" && chance.yes(0.5)
      ? "more"
      : chance.weighted({ nothing: 70, week: 12, film: 8, date: 10 })
  ]();
  return {
    text: text + after,
    numbers,
    isFaithful: !isWrong && payment.telling === "numbers" && payment.alsoNamed.length === 0,
  };
}

/** One wrong, one missing, two swapped, one doubled, or the letter O for a zero. */
function mistyped(chance: Chance, number: string): string {
  const at = number.length - chance.whole(1, 4);
  const digit = number[at] ?? "0";
  const head = number.slice(0, at);
  const rest = number.slice(at + 1);
  switch (chance.weighted({ wrong: 4, missing: 2, swapped: 2, doubled: 1, letter: 1 })) {
    case "wrong":
      return head + String((Number(digit) + chance.whole(1, 9)) % 10 || 1) + rest;
    case "missing":
      return head + rest;
    case "swapped":
      return number.slice(0, at - 1) + digit + (number[at - 1] ?? "") + rest;
    case "doubled":
      return head + digit + digit + rest;
    case "letter":
      return number.replace("0", "O");
  }
}

function inTails(chance: Chance, bills: readonly Bill[]): Pick<Remittance, "text" | "numbers"> {
  const short = chance.whole(3, 5);
  const keepsZeros = chance.yes(0.5);
  const numbers = bills.map((bill) => {
    const end = bill.number.slice(-short);
    return keepsZeros ? end : end.replace(/^0+/, "") || "0";
  });
  const before = chance.one(["FACT ", "FACTURE ", "FAC ", "FA ", "F ", "N ", "N°", "FACT N° ", "", "REGLT "]);
  return { text: `${before}${numbers.join(chance.one(BETWEEN))}`, numbers };
}

function inWeeks(chance: Chance, bills: readonly Bill[]): string {
  const weeks = [...new Set(bills.map((bill) => bill.week.number))].sort((a, b) => a - b);
  const [first, last] = [weeks[0] ?? 1, weeks.at(-1) ?? 1];
  if (weeks.length > 2 && last - first === weeks.length - 1 && chance.yes(0.6))
    return `${chance.one(["LOCATION FILMS S", "SEM ", "SEMAINES "])}${first} A ${last}`;
  const word = chance.one(["S", "SEM ", "SEM", "SEMAINE ", "LOCATION FILM S", "REDEVANCE SEM ", "CINE S"]);
  const between = chance.one([" ", " S", " ET ", ", ", "/", "-"]);
  return word + weeks.join(word.endsWith("S") ? chance.one([" S", " ET S", "/S"]) : between);
}

function inFilms(chance: Chance, bills: readonly Bill[]): string {
  const films = [...new Set(bills.map((bill) => bill.films[0] ?? ""))];
  const cut = chance.yes(0.3) ? 12 : 40;
  return `${chance.one(["LOCATION ", "FILM ", "", "REGLT FILM "])}${films.map((film) => film.slice(0, cut).trim()).join(chance.one([" ", ", ", " + "]))}`;
}

const monthOf = (bills: readonly Bill[], payment: Payment): string =>
  MONTHS[Number((bills[0]?.date ?? payment.date).slice(5, 7)) - 1] ?? "";

/** Numbers of the payer's own books, some of which look like dates, amounts or invoices. */
function ownReference(chance: Chance, payment: Payment): string {
  const date = payment.date.split("-").reverse();
  return chance.one([
    `REG ${chance.digits(6)}`,
    `PIECE ${chance.digits(4)} JAL BQ`,
    `FRS 401BOB ${chance.digits(5)}`,
    `VIRT ${date.join("")} LOT ${chance.digits(2)}`,
    `ECH ${date.slice(0, 2).join("")} ${(payment.amount / 100).toFixed(2).replace(".", ",")}`,
    `OV${chance.digits(7)}`,
    `MDT ${chance.digits(4)} BORD ${chance.digits(2)}`,
    `CPTE ${chance.digits(8)}`,
    `BAP ${payment.date.slice(0, 4)}-${chance.digits(4)}`,
    `${date.slice(0, 2).join("/")} LOCATION`,
  ]);
}
