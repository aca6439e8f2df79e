import { personName } from "./person-name.ts";

interface Named {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** A part of a text that names somebody: from its « @ » to the end of the name. */
export interface MentionOf<Person> {
  readonly start: number;
  readonly end: number;
  /** All who have that name. */
  readonly people: readonly Person[];
}

const IN_A_WORD = /[\p{L}\p{N}_]/u;
const folded = (text: string): string => text.toLocaleLowerCase("fr");

/** « @Hugo Rousseau », as it is written. */
export const mentionOf = (person: Named): string => `@${personName(person)}`;

/**
 * Who is mentioned in a text (COM-4): « @ » at the start of a word, then a whole name as the product writes it, in capitals or not. Where
 * several begin so, the longest is meant; of two who have one name, both.
 */
export function mentionsIn<Person extends Named>(
  text: string,
  people: readonly Person[],
): MentionOf<Person>[] {
  const byLength = people.toSorted((a, b) => mentionOf(b).length - mentionOf(a).length);
  const found: MentionOf<Person>[] = [];
  for (let start = text.indexOf("@"); start !== -1; start = text.indexOf("@", start + 1)) {
    if (start > 0 && IN_A_WORD.test(text[start - 1] ?? "")) continue;
    const isThere = (person: Person): boolean => {
      const end = start + mentionOf(person).length;
      return folded(text.slice(start, end)) === folded(mentionOf(person)) && !IN_A_WORD.test(text[end] ?? "");
    };
    const first = byLength.find(isThere);
    if (!first) continue;
    const end = start + mentionOf(first).length;
    const named = folded(mentionOf(first));
    found.push({ start, end, people: people.filter((one) => folded(mentionOf(one)) === named) });
  }
  return found;
}
