import type { BankAccount } from "../../platform/bank-aggregator/bank-aggregator.ts";

const NO_ACCOUNT =
  "La banque ne partage aucun compte courant en euros. Reconnectez votre compte et autorisez sa lecture.";
const WHICH_ACCOUNT =
  "La banque partage plusieurs comptes. Indiquez l’IBAN de votre société dans les informations du compte, puis synchronisez.";

/**
 * The accounts that are read: current, shared by the person, and the company's own in any currency, else one in euros (AGG-2). Among
 * several, only the company's IBAN tells which: nobody's private account is read by chance.
 * @param ibans of the company, in capitals and without spaces
 */
export function chooseAccounts(
  accounts: readonly BankAccount[],
  ibans: readonly string[],
): { readonly accounts: readonly BankAccount[] } | { readonly problem: string } {
  const shared = accounts.filter((account) => account.is_readable && account.type === "checking");
  const own = shared.filter((account) => account.iban !== null && ibans.includes(account.iban));
  if (own.length > 0) return { accounts: own };
  const usable = shared.filter((account) => account.currency_code === "EUR");
  if (usable.length === 0) return { problem: NO_ACCOUNT };
  return usable.length === 1 ? { accounts: usable } : { problem: WHICH_ACCOUNT };
}
