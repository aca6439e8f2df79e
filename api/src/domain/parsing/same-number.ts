const PLAIN = /^[1-9][0-9]*$/;

/**
 * A number of the CNC without what one program writes and another does not (BOX-7): blanks, signs, zeros before its digits, case.
 * What it is compared by, never what is shown.
 */
export function normaliseNumber(number: string): string {
  if (PLAIN.test(number)) return number;
  return number
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toUpperCase()
    .replace(/^0+(?=\d)/, "");
}

const partsOf = (number: string): string[] =>
  number
    .replace(/\s+/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");

/** Whether two numbers are one. Where both have signs, `12-11` is not `121-1`. */
export function isSameNumber(left: string, right: string): boolean {
  if (left === right) return true;
  const form = normaliseNumber(left);
  if (form === "" || form !== normaliseNumber(right)) return false;
  const [own, other] = [partsOf(left), partsOf(right)];
  if (own.length < 2 || other.length < 2) return true;
  return own.slice(1).join("-").toUpperCase() === other.slice(1).join("-").toUpperCase();
}
