import { isIban } from "./business-numbers.ts";

/** What follows the country and the key in the IBANs of each country (ISO 13616), with those of Africa that banks use beside it: n digits, a letters, c either. */
const BBANS = `
  AD n8c12 AE n19 AL n8c16 AO n21 AT n16 AZ a4c20 BA n16 BE n12 BF c2n22 BG a4n6c8 BH a4c14 BI n23 BJ c2n22 BR n23a1c1 BY c4n4c16 CF n23 CG n23
  CH n5c12 CI c2n22 CM n23 CR n18 CV n21 CY n8c16 CZ n20 DE n18 DJ n23 DK n14 DO c4n20 DZ n22 EE n16 EG n25 ES n20 FI n14 FK a2n12 FO n14
  FR n10c11n2 GA n23 GB a4n14 GE a2n16 GI a4c15 GL n14 GQ n23 GR n7c16 GT c24 GW c2n19 HN a4n20 HR n17 HU n24 IE a4n14 IL n19 IQ a4n15 IR n22
  IS n22 IT a1n10c12 JO a4n4c18 KM n23 KW a4c22 KZ n3c13 LB n4c20 LC a4c24 LI n5c12 LT n16 LU n3c13 LV a4c13 LY n21 MA n24 MC n10c11n2 MD c20
  ME n18 MG n23 MK n3c10n2 ML c2n22 MN n16 MR n23 MT a4n5c18 MU a4n19a3 MZ n21 NE c2n22 NI a4n20 NL a4n10 NO n11 OM n3c16 PK a4c16 PL n24
  PS a4c21 PT n21 QA a4c21 RO a4c16 RS n18 RU n14c15 SA n2c18 SC a4n20a3 SD n14 SE n20 SI n15 SK n20 SM a1n10c12 SN c2n22 SO n19 ST n21 SV a4n20
  TD n23 TG c2n22 TL n19 TN n20 TR n6c16 UA n6c19 VA n18 VG a4n16 XK n16 YE a4n4c18`;
const SIGNS: Readonly<Record<string, string>> = { n: "\\d", a: "[A-Z]", c: "[0-9A-Z]" };
const IBANS = new Map(
  [...BBANS.matchAll(/([A-Z]{2}) (\S+)/g)].map(([, country = "", bban = ""]) => {
    const signs = bban.replaceAll(/([nac])(\d+)/g, (_, kind: string, count) => `${SIGNS[kind]}{${count}}`);
    return [country, new RegExp(`^${country}\\d\\d${signs}`)];
  }),
);

const A_DIGIT = /\p{N}/u;
/**
 * Between two signs of a number that is written for people, however much of it: pages show a run of blanks as one, and some signs not at all.
 * « € » and « ° » say that the number is something else.
 */
const BETWEEN = /(?:[\s\p{Cc}\p{Cf}\p{DI}\p{M}\p{P}\p{Sm}\p{Sk}]|[^\P{So}°])+/gu;
/** A raised digit, or one in a frame, is no digit of the number beside it: « ¹FR14 ». */
const APART = /[^\P{N}0-9]|[0-9](?=\p{M})/gu;
/** « factures no 26000131, 26000132 »: the word is a country as well. */
const NUMBERS = /(?<![\p{L}\p{N}])(?:NO|DE)[^\p{L}\p{N}]+(\d[\d/.-]*(?:[\s,;&+]+\d[\d/.-]*)+)/gu;
/** Looked ahead at: one that is none may have another one in it. */
const CANDIDATE = /(?<=^|[^\p{L}\p{N}]|IBAN)(?=([A-Z] ?[A-Z](?: ?\d){2}(?: ?[0-9A-Z]){11,30}))/gu;

/** The IBANs in a text, of any country, however their signs are grouped; what its key does not prove is none. */
export function findIbans(text: string): string[] {
  const found = new Set<string>();
  // The titles of a long report are looked at one by one.
  if (!A_DIGIT.test(text)) return [];
  const plain = text
    .replaceAll(APART, " $& ")
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(NUMBERS, (whole, numbers: string) => (areInOneSeries(numbers) ? "\uffff" : whole))
    .replaceAll(BETWEEN, " ");
  for (const { index, 1: candidate = "" } of plain.matchAll(CANDIDATE)) {
    const signs = candidate.replaceAll(" ", "");
    const iban = IBANS.get(signs.slice(0, 2))?.exec(signs)?.[0];
    if (iban === undefined || !isIban(iban) || !isMostlyDigits(iban)) continue;
    if (!goesOn(plain.slice(index), iban)) found.add(iban);
  }
  return [...found];
}

/** Behind a word that is a country as well, and with more digits right behind: the first numbers of a list. */
const goesOn = (plain: string, iban: string): boolean =>
  /^(?:NO|DE) /.test(plain) && new RegExp(`^${iban.split("").join(" ?")}\\d`).test(plain);

/** More digits would be the IBAN itself, with a number that is like it behind. */
const LONGEST_OF_A_SERIES = 12;

/** Numbers of one length that differ at their ends only, as those of documents do and the groups of an IBAN do not. */
function areInOneSeries(numbers: string): boolean {
  const all = numbers.split(/[\s,;&+]+/).map((number) => number.replace(/[/.-]+$/, ""));
  const heads = all.map((number) => `${number.slice(0, Math.max(2, number.length - 3))} ${number.length}`);
  return (
    new Set(heads).size === 1 &&
    all.every(({ length }) => length >= 4) &&
    all.every((number) => number.replaceAll(/\D/g, "").length <= LONGEST_OF_A_SERIES)
  );
}

/** Words behind a number are none of it: in one of 97 texts their letters would fit the key. */
const isMostlyDigits = (iban: string): boolean => iban.replaceAll(/\D/g, "").length * 2 >= iban.length;

/** Whether a text that clients read names an account that is none of these (SEC-17). */
export function hasOtherIban(text: string, known: readonly string[]): boolean {
  const found = findIbans(text);
  if (found.length === 0) return false;
  const ours = known.map((iban) => iban.replaceAll(/\s/g, "").toUpperCase());
  return found.some((iban) => !ours.includes(iban));
}

const FOUND = "Ce texte contient un IBAN qui n’est pas celui de votre société\u00a0:";
/** What is said of one, where `{iban}` stands for the company's own (MAIL-10), and elsewhere. */
export const OTHER_IBAN_IN_WORDS = `${FOUND} écrivez {iban} à sa place, ou changez l’IBAN dans INFOS COMPTE.`;
export const OTHER_IBAN_IN_TEXT = `${FOUND} retirez-le, ou changez l’IBAN dans INFOS COMPTE.`;
