/** An amount of euros in integer cents. Money is never a float: it is made here, at the edges, and nowhere else. */
export type Cents = number & { readonly __unit: "cents" };

/** How it is written. */
export const WIRE_MONEY = /^-?(0|[1-9]\d{0,12})\.\d{2}$/;

/** Money on the wire: a string with two decimals, `"2897.31"`. */
export type Money = string;

/** Brands an integer number of cents. Throws on anything that is not a safe integer: a float here is a bug. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** `"2897.31"` → 289731. Only the wire form is read; a bank's or a report's own notation is the parsers' business. */
export function centsFromWire(text: Money): Cents {
  if (!WIRE_MONEY.test(text)) throw new RangeError(`not a wire amount: ${text}`);
  return cents(Number(text.replace(".", "")));
}

/** 289731 → `"2897.31"`. */
export function centsToWire(value: Cents): Money {
  const digits = String(Math.abs(value)).padStart(3, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const sumCents = (values: Iterable<Cents>): Cents => {
  let sum = 0;
  for (const value of values) sum += value;
  return cents(sum);
};
