import { saysNothing } from "./line-evidence.ts";
import { normaliseText } from "./normalise-name.ts";
import { remembered } from "./remembered.ts";

/** Those that a statement may be in; any three letters are one in a column of currencies. */
const CODES = new Set(
  "EUR USD GBP CHF CAD AUD NZD JPY CNY HKD SGD INR KRW THB TWD SEK NOK DKK ISK PLN CZK HUF RON BGN RSD UAH RUB TRY ILS AED SAR QAR EGP MAD TND DZD XOF XAF XPF MUR MGA ZAR BRL MXN ARS CLP COP PEN".split(
    " ",
  ),
);

export const isKnownCurrency = (code: string): boolean => CODES.has(code);

/** Signs, and names as `normaliseText` has them; numbers are those of ISO 4217. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "€": "EUR",
    $: "USD",
    "£": "GBP",
    "¥": "JPY",
    us$: "USD",
    $us: "USD",
    "$ us": "USD",
    ca$: "CAD",
    c$: "CAD",
    $ca: "CAD",
    a$: "AUD",
    e: "EUR",
    euro: "EUR",
    euros: "EUR",
    "978": "EUR",
    dollar: "USD",
    dollars: "USD",
    "us dollar": "USD",
    "us dollars": "USD",
    "dollar us": "USD",
    "dollars us": "USD",
    "dollar americain": "USD",
    "dollars americains": "USD",
    "dollar des etats unis": "USD",
    "840": "USD",
    "dollar canadien": "CAD",
    "dollars canadiens": "CAD",
    "canadian dollar": "CAD",
    "124": "CAD",
    "livre sterling": "GBP",
    "livres sterling": "GBP",
    "pound sterling": "GBP",
    "british pound": "GBP",
    "826": "GBP",
    "franc suisse": "CHF",
    "francs suisses": "CHF",
    "swiss franc": "CHF",
    "756": "CHF",
    yen: "JPY",
    "392": "JPY",
  }),
);

/**
 * What a text of a column of currencies says, as a code of three letters: « $ », « US Dollar », « CHF. », « Euro (EUR) ».
 * @returns an empty text where it says nothing, undefined where it says what is none
 */
export const currencyOf = remembered((text): string | undefined => {
  if (saysNothing(text)) return "";
  const words = normaliseText(text);
  const code = named(text, words) ?? (/^[a-z]{3}$/.test(words) ? words.toUpperCase() : undefined);
  if (code !== undefined) return code;
  const found = new Set(words.split(" ").flatMap((word) => named(word, word) ?? []));
  const [only, other] = found;
  return other === undefined ? only : undefined;
});

function named(text: string, words: string): string | undefined {
  const code = NAMES.get(text.toLowerCase()) ?? NAMES.get(words);
  if (code !== undefined) return code;
  const letters = words.toUpperCase();
  return CODES.has(letters) ? letters : undefined;
}

const SAYS_CURRENCY =
  /^(?:(?:account )?currency(?: of (?:the )?account)?|(?:devise|monnaie)(?: (?:du|de) compte)?|divisa|moneda|wahrung|waehrung)$/;

/** « Devise : USD », « Devise USD »; a name alone has its value beside it. */
const NAME_AND_VALUE = /^([^:]*):\s*(\S.*)$|^(.*\S)\s+(\$|€|£|[A-Z]{3})$/s;
const nameIn = (text: string): string => {
  const [, name, , other] = NAME_AND_VALUE.exec(text) ?? [];
  return name ?? other ?? text;
};
const valueIn = (text: string): string | undefined => {
  const [, , value, , other] = NAME_AND_VALUE.exec(text) ?? [];
  return value ?? other;
};

/** The currency that the rows above the operations name: « Devise : USD », or « Devise » and the cell beside it (BANK-38). */
export function currencyIn(rows: Iterable<{ readonly cells: readonly string[] }>): string | undefined {
  for (const { cells } of rows) {
    const texts = cells.map((cell) => cell.slice(0, 60).trim()).filter((cell) => cell !== "");
    for (const [at, text] of texts.entries()) {
      const value = valueIn(text) ?? texts[at + 1];
      if (value === undefined || !SAYS_CURRENCY.test(normaliseText(nameIn(text)))) continue;
      const code = named(value, normaliseText(value));
      if (code !== undefined) return code;
    }
  }
  return undefined;
}

const IN_NAME = /€|\b(?:euros?|[A-Z]{3})\b/gu;

/** The currency in which the name of a column says that its amounts are: « Montant en EUR », « Débit euros ». */
export function currencyInName(name: string): string | undefined {
  for (const [word] of name.slice(0, 100).matchAll(IN_NAME)) {
    const code = named(word, word.toLowerCase());
    if (code !== undefined) return code;
  }
  return undefined;
}
