import { frenchAmount } from "../units/french.ts";
import { type Cents, cents } from "../units/money.ts";

/** What the law has a company print of itself (art. R. 123-238 of the Code de commerce): its form and, of those that have one, its capital. */
export interface LegalForm {
  readonly legal_form: string;
  /** Null when it has none, or none that is fixed. */
  readonly share_capital: Cents | null;
}

/** The forms that the screen proposes. Another one may be typed: a cooperative, a foreign company. */
export const LEGAL_FORMS = [
  "SAS",
  "SASU",
  "SARL",
  "EURL",
  "SA",
  "SCA",
  "Association",
  "Entreprise individuelle",
] as const;
const WITH_CAPITAL: readonly string[] = ["SAS", "SASU", "SARL", "EURL", "SA", "SCA"];
const WITHOUT_CAPITAL: readonly string[] = ["ASSOCIATION", "ENTREPRISE INDIVIDUELLE", "EI", "FONDATION"];
/** Art. L. 224-2 of the Code de commerce, which art. L. 226-1 applies to an SCA. */
const LEAST_CAPITAL: Readonly<Record<string, Cents>> = { SA: cents(37_000_00), SCA: cents(37_000_00) };

const BETWEEN = " au capital de ";

/** « SAS au capital de 40 000 € » */
export const legalMention = ({ legal_form, share_capital }: LegalForm): string =>
  share_capital === null
    ? legal_form
    : `${legal_form}${BETWEEN}${frenchAmount(share_capital).replace(/,00$/, "")}\u00a0€`;

/** What a mention says, by its own words; one that says its capital otherwise is all form. */
export function readLegalMention(text: string): LegalForm {
  const read = /^(.+?) au capital (?:social )?de (\d[\d\s.]*)(?:,(\d\d))?\s*(?:€|euros)$/iu.exec(text.trim());
  const [, form = "", whole = "", rest = "00"] = read ?? [];
  const amount = Number(`${whole.replace(/[\s.]/g, "")}${rest}`);
  if (!read || !Number.isSafeInteger(amount) || amount === 0)
    return { legal_form: text.trim(), share_capital: null };
  return { legal_form: form, share_capital: cents(amount) };
}

/** What contradicts itself in a form and a capital, by field (BILL-20). */
export function wrongLegalForm({ legal_form, share_capital }: LegalForm): Record<string, string> {
  const form = legal_form.trim().toUpperCase();
  if (share_capital === null)
    return WITH_CAPITAL.includes(form)
      ? { share_capital: `Indiquez le capital\u00a0: la loi le fait figurer sur les factures d’une ${form}.` }
      : {};
  if (form === "") return { legal_form: "Indiquez la forme juridique de la société qui a ce capital." };
  if (WITHOUT_CAPITAL.includes(form))
    return { share_capital: "Cette forme juridique n’a pas de capital social\u00a0: laissez ce champ vide." };
  const least = LEAST_CAPITAL[form];
  if (least !== undefined && share_capital < least)
    return {
      share_capital: `Le capital d’une ${form} est d’au moins ${frenchAmount(least).replace(/,00$/, "")}\u00a0€.`,
    };
  return {};
}
