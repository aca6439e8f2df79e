import type { ZoneKind } from "./normalise-label.ts";

/** F0 as printed · F1 other separators · F2 digits · F3 tail with a keyword · F4 member of a list · F5 range. */
export type ReferenceForm = "F0" | "F1" | "F2" | "F3" | "F4" | "F5";

export interface LabelReference {
  /** As the label writes it, for people. */
  readonly written: string;
  readonly form: ReferenceForm;
  /** Open invoices it may designate (one of them; all of them for a range). Empty: it names no open invoice. */
  readonly ranks: readonly number[];
  /** F0–F2, and lists and ranges built on them. */
  readonly strong: boolean;
  /** Might be something else (a bare number after a blank, digits in the bank's own reference). */
  readonly tentative: boolean;
  /** It stands in a field for it, beside the label (LET-40). */
  readonly structured?: boolean;
}

/** A word of a zone, letters and digits only. */
export interface Atom {
  readonly text: string;
  readonly zone: ZoneKind;
  /** What stands between the previous word and this one; undefined at the beginning of a zone. */
  readonly gap: string | undefined;
}
