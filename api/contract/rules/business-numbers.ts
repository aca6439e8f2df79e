/** What is said of a number that is wrong (DIST-3). */
export const NUMBER_MESSAGES = {
  siren: "Le SIREN doit comporter 9 chiffres valides.",
  siret: "Le SIRET doit comporter 14 chiffres valides.",
  siretOfAnother: "Le SIRET commence par un autre SIREN.",
  prefixVat: "Le numéro de TVA doit être composé de 2 lettres suivies de 2 chiffres (ex: AB12)",
  vatNumber: "Le numéro de TVA doit commencer par le code du pays (ex\u00a0: FR39000100016).",
  unionVat:
    "Le numéro de TVA doit être celui d’un pays de l’Union européenne (ex\u00a0: FR39000100016, BE0123456749).",
  vatKey: "Le numéro de TVA ne correspond pas au SIREN.",
  vatOfSiren: "Le numéro de TVA doit être celui d’un SIREN\u00a0: FR, une clé de deux signes, puis le SIREN.",
  vatAbroad:
    "Le numéro de TVA d’un autre pays est celui d’un client sans SIREN\u00a0: videz le SIREN, ou retirez ce numéro.",
  iban: "L’IBAN est invalide.",
  postCode: "Le code postal doit comporter 5 chiffres.",
  phone: "Le numéro de téléphone doit comporter 10 chiffres, ou commencer par + et l’indicatif du pays.",
} as const;

function luhnHolds(digits: string): boolean {
  let sum = 0;
  for (const [position, digit] of Array.from(digits).reverse().entries()) {
    const value = Number(digit) * (position % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** @param text digits only */
export const isSiren = (text: string): boolean => /^(?!0{9})\d{9}$/.test(text) && luhnHolds(text);

const LA_POSTE = "356000000";

/** La Poste has more establishments than Luhn leaves room for: theirs may have a digit sum that 5 divides instead. */
const siretKeyHolds = (digits: string): boolean =>
  luhnHolds(digits) ||
  (digits.startsWith(LA_POSTE) &&
    Array.from(digits).reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0);

/** @param text digits only */
export const isSiret = (text: string): boolean =>
  /^\d{14}$/.test(text) && isSiren(text.slice(0, 9)) && siretKeyHolds(text);

/** The two digits after `FR` in the VAT number of a company: (12 + 3 × (SIREN mod 97)) mod 97. */
export const frenchVatKey = (siren: string): string =>
  String((12 + 3 * (Number(siren.slice(0, 9)) % 97)) % 97).padStart(2, "0");

/**
 * Whether the beginning of a VAT number (`FR39`), or all of it, may belong to this SIREN or SIRET: all of it ends in the SIREN. Only a French
 * key of two digits can be told wrong: newer keys have letters, and other countries count otherwise.
 */
export const vatFitsSiren = (vatNumber: string, siren: string): boolean => {
  if (siren === "") return true;
  const [begin, ending] = [vatNumber.slice(0, 4), vatNumber.slice(4)];
  if (ending !== "" && ending !== siren.slice(0, 9)) return false;
  return !/^FR\d\d$/.test(begin) || begin === `FR${frenchVatKey(siren)}`;
};

/** The SIREN that a whole French VAT number ends in; undefined where it is none, or its key is another's. */
export const sirenOfVat = (vatNumber: string): string | undefined => {
  const siren = /^FR[0-9A-HJ-NP-Z]{2}(\d{9})$/.exec(vatNumber)?.[1];
  return siren !== undefined && isSiren(siren) && vatFitsSiren(vatNumber, siren) ? siren : undefined;
};

/**
 * What is wrong with the whole VAT number of a distributor (DIST-3): how it begins is kept, and its SIREN follows.
 * @param siren the one that was given, or that the number ends in
 */
export const wrongVatNumber = (vatNumber: string, siren: string): string | undefined => {
  if (vatNumber === "") return undefined;
  if (siren === "") return NUMBER_MESSAGES.vatOfSiren;
  return vatFitsSiren(vatNumber, siren) ? undefined : NUMBER_MESSAGES.vatKey;
};

/** @param text upper case, without spaces */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d\d[0-9A-Z]{11,30}$/.test(text)) return false;
  if (text.startsWith("FR") && text.length !== 27) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  let remainder = 0;
  for (const sign of turned) {
    const value = parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** An IBAN as logs may show it: `FR76 •••• 809`. */
export const maskedIban = (iban: string): string =>
  iban === "" ? "" : `${iban.slice(0, 4)} •••• ${iban.slice(-3)}`;

/** What somebody typed as SIREN or SIRET, as it is kept: the company's nine digits, and the fourteen of its establishment when they were given. */
export const splitSiret = (digits: string): { readonly siren: string; readonly siret: string } => ({
  siren: digits.slice(0, 9),
  siret: digits.length === 14 ? digits : "",
});
