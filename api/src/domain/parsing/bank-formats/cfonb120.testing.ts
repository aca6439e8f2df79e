// Records of CFONB 120 as banks write them. Tests and the benchmark use them.

const SIGNS = { credit: "{ABCDEFGHI", debit: "}JKLMNOPQR" } as const;

function amountZone(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(14, "0");
  return digits.slice(0, 13) + (cents < 0 ? SIGNS.debit : SIGNS.credit).charAt(Number(digits.slice(13)));
}

const ACCOUNT = "00054321000";
const start = (kind: string, code: string, operation: string, day: string): string =>
  `${kind}30003${code.padEnd(4)}00020EUR2 ${ACCOUNT}${operation.padEnd(2)}${day}`;

/** @param day JJMMAA */
export const balance = (kind: "01" | "07", day: string, cents: number): string =>
  (start(kind, "", "", day).padEnd(90) + amountZone(cents)).padEnd(120);

export const movement = (day: string, label: string, cents: number): string =>
  (
    `${start("04", "A051", "05", day)}  ${day}${label.slice(0, 31).padEnd(31)}  0000000  `.padEnd(90) +
    amountZone(cents)
  ).padEnd(120);

export const complement = (qualifier: string, text: string, day = "281226"): string =>
  `${start("05", "A051", "05", day)}     ${qualifier}${text}`.padEnd(120);
