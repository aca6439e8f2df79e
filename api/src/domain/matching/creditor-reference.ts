import type { Zone } from "./normalise-label.ts";
import { compactNumber, patternOf, type ReferenceIndex } from "./reference-index.ts";

const SHAPE = /^RF\d{2}[A-Z0-9]{1,21}$/;

/** ISO 11649: « RF18 » and the reference that it guards. */
export const withoutKey = (reference: string): string => reference.replace(/^RF\d{2} ?(?=[A-Z0-9])/i, "");

/** Its key is that of what it guards. */
function isCreditorReference(compact: string): boolean {
  if (!SHAPE.test(compact)) return false;
  const turned = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const digit of turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)))
    rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/**
 * What stands in a field for references, without what is guarded by no key: « RF260001 » is a number where it is open, or where the
 * distributor's numbers look so and the key is none (LET-40).
 * @returns of each zone whether it is to be read
 */
export function readableZones(index: ReferenceIndex, zones: readonly Zone[]): boolean[] {
  const own = zones.flatMap(({ kind, text }) => {
    const [guarded, compact] = [withoutKey(text), compactNumber(text)];
    if (kind !== "structured" || guarded === text) return [];
    const isNumber = index.masks.has(patternOf(compact)) && !isCreditorReference(compact);
    return isNumber || index.compact.has(compact) ? [guarded] : [];
  });
  return zones.map(({ kind, text }) => kind !== "structured" || !own.includes(text));
}
