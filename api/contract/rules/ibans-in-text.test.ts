import { expect, test } from "vitest";
import { isIban } from "./business-numbers.ts";
import { findIbans, hasOtherIban } from "./ibans-in-text.ts";

const OURS = "FR7699999000010001234567809";
const THEIRS = "FR1420041010050500013M02606";

test.each([
  `Nouveau compte : IBAN ${THEIRS}.`,
  "FR14 2004 1010 0505 0001 3M02 606",
  "fr14 2004 1010 0505 0001 3m02 606, merci",
  "FR14\u00a02004\u00a01010\u00a00505\u00a00001\u00a03M02\u00a0606",
  "FR14\u202f2004\u202f1010\u202f0505\u202f0001\u202f3M02\u202f606",
  "FR14-2004-1010-0505-0001-3M02-606",
  "FR14.2004.1010.0505.0001.3M02.606",
  "FR14 20041 01005 0500013M026 06 2026",
  "F R 1 4 2 0 0 4 1 0 1 0 0 5 0 5 0 0 0 1 3 M 0 2 6 0 6",
  "IBANFR14 2004\n1010 – 0505 – 0001 – 3M02 – 606BIC",
  "ＦＲ１４ 2004 1010\u200b0505 0001\u00ad3M02 606",
  `Au 31 12 FR12 ${THEIRS}`,
  // Pages show a run of blanks as one.
  "FR14    2004     1010      0505 0001 3M02 606",
  "FR14\n\n\n\n2004\n1010\r\n\r\n0505\t\t\t\t0001 3M02 606",
  `FR14${" ".repeat(40)}2004 1010 0505 0001 3M02 606`,
  "FR14 : 2004 : 1010 : 0505 : 0001 : 3M02 : 606",
  "FR14, 2004, 1010, 0505, 0001, 3M02, 606",
  "FR14 ; 2004 ; 1010 | 0505 | 0001 ; 3M02 ; 606",
  "(FR14) (2004) (1010) [0505] « 0001 » 3M02 … 606",
  "FR14 -- 2004 -- 1010 ........ 0505 * 0001 * 3M02 * 606",
  "FR14 + 2004 = 1010 ~ 0505 > 0001 < 3M02 ^ 606",
  "FR14 ± 2004 × 1010 ¨ 0505 ` 0001 │ 3M02 ■ 606",
  "FR14, 2004, 1010, 0505, 0001, 3M02, 606, 26, 27",
  // A raised digit is no part of it.
  "¹FR14 2004 1010 0505 0001 3M02 606²",
  // Signs that nobody sees, or that stand under others.
  "FR14\u200b\u200b\u200b\u200b2004\u034f1010\ufe0f0505\u31640001\u28003M02\u0332606",
])("an IBAN is found in %j (SEC-17)", (text) => expect(findIbans(text)).toEqual([THEIRS]));

test.each([
  "AT611904300234573201",
  "BE68539007547034",
  "CH9300762011623852957",
  "DE89370400440532013000",
  "ES9121000418450200051332",
  "GB29NWBK60161331926819",
  "IE29AIBK93115212345678",
  "IT60X0542811101000000123456",
  "LT121000011101001000",
  "LU280019400644750000",
  "MC5811222000010123456789030",
  "MT84MALT011000012345MTLCAST001S",
  "NL91ABNA0417164300",
  "NO9386011117947",
  "PL61109010140000071219812874",
  "PT50000201231234567890154",
  "SE4550000000058398257466",
])("%s is found, alone and in groups", (iban) => {
  expect(isIban(iban)).toBe(true);
  for (const written of [iban, iban.replaceAll(/(.{4})/g, "$1 ")])
    expect(findIbans(`Payer à ${written} sous 30 jours`)).toEqual([iban]);
});

test.each([
  "NO 9386 0111 17947",
  "no 93 8601, 1117, 947",
  "no, 9386, 0111, 17947",
  "No : 93-86-01-11-17-94-7",
  "Nº 93860111 17947",
  "NO 9386011117947, 9386011117948",
  "NO 9386 0111 17947¹",
  "NO 9386 0111 179471\ufe0f\u20e3",
])("of a country that is a word it is found in %j", (text) => {
  expect(findIbans(text)).toEqual(["NO9386011117947"]);
});

test.each([
  (n: number) => `Annulation des factures no ${26_000_000 + n}, ${26_000_001 + n}`,
  (n: number) => `ANNULATION DES FACTURES NO ${26_000_000 + n} ${26_000_001 + n}`,
  (n: number) => `Annulation des factures no ${25_000_000 + 7 * n}, ${26_000_000 + n}`,
  (n: number) => `Avoir sur les factures Nº 2026-${10_000 + n}, 2026-${10_001 + n} et 2026-${10_002 + n}`,
  (n: number) => `Au lieu de ${1000 + n}, ${1001 + n}, ${1002 + n} ; ${1003 + n} & ${1004 + n}.`,
  (n: number) => `Factures № ${260_000 + n}, ${260_001 + n}, ${260_002 + n}`,
])("numbers of documents behind a word that is a country are no IBAN, whichever they are", (write) => {
  expect(Array.from({ length: 1000 }, (_, n) => findIbans(write(n))).flat()).toEqual([]);
});

test("each is found once, of several all", () => {
  expect(findIbans(`${THEIRS} ou BE68 5390 0754 7034, ${THEIRS}`)).toEqual([THEIRS, "BE68539007547034"]);
});

test.each([
  "",
  "SASU",
  "Écrivez {iban} en référence de votre virement.",
  "TVA : FR39 000 100 016 ; SIREN : 000 100 016 ; (75010) Paris",
  "Merci de régler les factures de 1 250,00 €, 980,50 € et 12 000,00 € (F26000001, F26000002, F26000003).",
  "Paiement au plus tard le 31/12/2026 : au-delà, 40,00 € par facture ; taux de 12,15 %.",
  // Its key is wrong.
  "FR14 2004 1010 0505 0001 3M02 607",
  "BE68 5390 0754 7035",
  "TVA FR39 000 100 016 – SIREN 000 100 016 – 75010 Paris",
  "Appel de 01 42 33 44 55 ou 06 12 34 56 78, relance de 15 jours au 31/12/2026.",
  // Too short for France, too long for Belgium, of no country.
  "FR08 5390 0754 7034 0000",
  "ZZ12 0000 0000 0000 0000",
  // A number with an IBAN somewhere in it.
  `1${THEIRS}`,
])("none is found in %j", (text) => expect(findIbans(text)).toEqual([]));

test("words behind a number make no IBAN of it, whichever letters they are of", () => {
  const texts = Array.from({ length: 970 }, (_, n) => `SA ${10_000 + n} euros de capital variable au moins`);
  expect(texts.flatMap(findIbans)).toEqual([]);
});

test("an account is another one unless it is among those that are known, as they are kept or in groups", () => {
  expect(hasOtherIban(`Notre IBAN : ${OURS}`, [OURS])).toBe(false);
  expect(hasOtherIban("FR76 9999 9000 0100 0123 4567 809", ["", "FR76 9999 9000 0100 0123 4567 809"])).toBe(
    false,
  );
  expect(hasOtherIban(`${OURS}, ou ${THEIRS}`, [OURS])).toBe(true);
  expect(hasOtherIban(OURS, [])).toBe(true);
  expect(hasOtherIban("Merci de votre règlement.", [])).toBe(false);
});
