const LETTERS = 26;
const SHORTEST = 3;

/** 0 → AAA, 25 → AAZ, 26 → ABA, 17575 → ZZZ, 17576 → AAAA (EXP-3). Throws a RangeError below zero. */
export function letteringCode(index: number): string {
  if (!Number.isInteger(index) || index < 0) throw new RangeError(`no lettering code ${index}`);
  let length = SHORTEST;
  let rest = index;
  while (rest >= LETTERS ** length) {
    rest -= LETTERS ** length;
    length += 1;
  }
  let code = "";
  for (let place = 0; place < length; place += 1) {
    code = String.fromCharCode(65 + (rest % LETTERS)) + code;
    rest = Math.floor(rest / LETTERS);
  }
  return code;
}

/** The index of a code in either case; undefined when the text is not one. */
export function letteringIndex(code: string): number | undefined {
  if (!/^[A-Za-z]{3,10}$/.test(code)) return undefined;
  let index = 0;
  for (let length = SHORTEST; length < code.length; length += 1) index += LETTERS ** length;
  let value = 0;
  for (const letter of code.toUpperCase()) value = value * LETTERS + letter.charCodeAt(0) - 65;
  return index + value;
}
