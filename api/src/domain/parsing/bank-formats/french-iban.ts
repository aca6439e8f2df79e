const BRANCH_ACCOUNT = /^\d{5}$/;
const ACCOUNT = /^[0-9A-Z]{11}$/;
/** A 1, B 2 … I 9, J 1 … R 9, S 2 … Z 9. */
const ribDigits = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => {
    const place = letter.charCodeAt(0) - 65;
    return String(place < 18 ? (place % 9) + 1 : place - 16);
  });

/** The remainder of a long number, digit by digit. */
function remainderOf97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

/**
 * The IBAN of a French account from the bank, the branch and the number that CFONB files write, whose key they leave out
 * (ISO 13616; the key of a RIB). Undefined when they are none of these.
 */
export function frenchIban(bank: string, branch: string, account: string): string | undefined {
  if (!BRANCH_ACCOUNT.test(bank) || !BRANCH_ACCOUNT.test(branch) || !ACCOUNT.test(account)) return undefined;
  const key = 97 - remainderOf97(`${ribDigits(bank + branch + account)}00`);
  const bban = `${bank}${branch}${account}${String(key).padStart(2, "0")}`;
  // F 15, R 27, and 00 in the place of the check digits.
  const expanded = bban.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98 - remainderOf97(`${expanded}152700`);
  return `FR${String(check).padStart(2, "0")}${bban}`;
}
