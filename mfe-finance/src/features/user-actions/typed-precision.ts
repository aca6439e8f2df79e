import { MIN_SAMPLE, PRECISION_LINE_BP } from "@bobine/contract/lettering";

/** A precision as people type it: `99,5`, `99.5 %`. In hundredths of a percent; undefined when it is none that may be set. */
export function precisionTyped(text: string): number | undefined {
  const plain = text.replaceAll(/[\s%]/g, "").replace(",", ".");
  if (!/^\d{1,3}(?:\.\d{0,2})?$/.test(plain)) return undefined;
  return within(Math.round(Number(plain) * 100), PRECISION_LINE_BP);
}

/** A number of letterings as people type it: `600`, `1 000`. Undefined when it is none that may be set. */
export function sampleTyped(text: string): number | undefined {
  const plain = text.replaceAll(/\s/g, "");
  return /^\d{1,6}$/.test(plain) ? within(Number(plain), MIN_SAMPLE) : undefined;
}

const within = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
  value >= min && value <= max ? value : undefined;
