import { reportAmount, frenchInteger } from "./french-number.ts";
import { normaliseName } from "./normalise-name.ts";

/** Sums of the details of a declaration (Seance, Jour, Tarif), compared with its totals. */
export interface DetailSum {
  admissions: number;
  /** In cents. */
  gross: number;
}

/** What of a detail is summed: its admissions or its takings. */
type DetailPart = "admissions" | "gross" | "other";
const DETAIL_PARTS: ReadonlyMap<string, DetailPart> = new Map([
  ["entrees", "admissions"],
  ["nbentrees", "admissions"],
  ["spectateurs", "admissions"],
  ["recettettc", "gross"],
  ["recette", "gross"],
]);
const detailParts = new Map<string, DetailPart>();

function detailPartOf(name: string): DetailPart {
  let part = detailParts.get(name);
  if (part === undefined) {
    part = DETAIL_PARTS.get(normaliseName(name)) ?? "other";
    // A hostile file may bring a new name with each element.
    if (detailParts.size < 500) detailParts.set(name, part);
  }
  return part;
}

/** Whether a value of this name in a detail is ever looked at. */
export const countsInDetail = (name: string): boolean => detailPartOf(name) !== "other";

/** Makes each sum that it is added to not a number either. */
const UNREADABLE = Number.NaN;

/** Takes what one value of a detail counts. */
export function readDetail(detail: DetailSum, name: string, value: string): void {
  const part = detailPartOf(name);
  if (part === "admissions") detail.admissions = frenchInteger(value) ?? UNREADABLE;
  else if (part === "gross") detail.gross = reportAmount(value) ?? UNREADABLE;
}

/** Adds a detail to the sum of its kind. @param parent the element that holds it */
export function addDetail(
  parent: { details: Map<string, DetailSum> | undefined },
  name: string,
  detail: DetailSum,
): void {
  parent.details ??= new Map();
  const sum = parent.details.get(name);
  if (!sum) parent.details.set(name, { ...detail });
  else {
    sum.admissions += detail.admissions;
    sum.gross += detail.gross;
  }
}
