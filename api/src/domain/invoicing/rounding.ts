import { type Cents, cents } from "@bobine/contract/money";

/**
 * `amount × numerator ÷ denominator`, rounded half-up to the cent; a negative amount rounds like its opposite, so that a
 * credit note mirrors its invoice (BILL-3). Exact in integers: the whole multiples of the denominator are taken out
 * first, so that the product stays small.
 *
 * @param amount cents
 * @throws RangeError when the result is beyond the integers that a number holds exactly
 */
export function proportionHalfUp(amount: Cents, numerator: number, denominator: number): Cents {
  const size = Math.abs(amount);
  const rest = size % denominator;
  const whole = (size - rest) / denominator;
  const product = rest * numerator;
  const productRest = product % denominator;
  const rounded =
    whole * numerator + (product - productRest) / denominator + (2 * productRest >= denominator ? 1 : 0);
  return cents(amount < 0 ? -rounded : rounded);
}

/** `amount × rate_millionths`, a rate in millionths of a percent (50 % = 50 000 000), half-up. */
export const atExactRate = (amount: Cents, rate_millionths: number): Cents =>
  proportionHalfUp(amount, rate_millionths, 100_000_000);

/** `amount × rate_bp`, a rate in hundredths of a percent (50 % = 5000), half-up. */
export const atRate = (amount: Cents, rate_bp: number): Cents => proportionHalfUp(amount, rate_bp, 10_000);
