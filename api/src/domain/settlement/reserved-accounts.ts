const NBSP = "\u00a0";

/** Accounts that only what they are of may move, and what to do instead. */
const RESERVED: readonly (readonly [RegExp, string])[] = [
  [
    /^41[16]/,
    `est celui de vos clients${NBSP}: affectez l’opération à une facture, à un trop-perçu ou à un remboursement.`,
  ],
  [
    /^419/,
    `est celui des avances de vos clients${NBSP}: affectez l’opération à une avance ou à un remboursement.`,
  ],
  [
    /^512/,
    `est celui d’un compte bancaire${NBSP}: affectez l’opération à un compte de virements internes, par exemple 580000.`,
  ],
];
const VAT = `est celui de la TVA de vos factures${NBSP}: affectez la TVA payée ou remboursée à un autre compte, par exemple 445510.`;

/** A program that fills accounts with zeros takes 44574 and 445740 for one. */
const unfilled = (code: string): string => code.replace(/0+$/, "");

/** Whether two numbers are one account of the books. */
export const isSameAccount = (one: string, other: string): boolean => unfilled(one) === unfilled(other);

/**
 * Why no bank line is entered on an account by choice (LET-20): the product keeps it itself, and what is put on it otherwise is of no client, of no
 * bank account, or VAT without a document. Undefined of any other account.
 * @param vatAccounts of the distributor's documents
 */
export function reservedAccountRefusal(code: string, vatAccounts: readonly string[]): string | undefined {
  const why =
    RESERVED.find(([codes]) => codes.test(code))?.[1] ??
    (vatAccounts.some((account) => isSameAccount(account, code)) ? VAT : undefined);
  return why === undefined ? undefined : `Le compte ${code} ${why}`;
}
