import type { Colleague } from "@bobine/contract/people";
import { mentionOf } from "@bobine/contract/mentions";
import { personName } from "@bobine/contract/person-name";

const IN_A_WORD = /[\p{L}\p{N}_]/u;
const LONGEST_NAME = 60;
const MOST_OFFERED = 8;

const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLocaleLowerCase("fr");

/** A mention that somebody is typing: from its « @ » to the caret, and who may be meant. */
export interface TypedMention {
  readonly start: number;
  readonly people: readonly Colleague[];
}

/** Undefined where the caret is in no mention, or in one that fits nobody. */
export function typedMention(
  text: string,
  caret: number,
  people: readonly Colleague[],
): TypedMention | undefined {
  const start = text.lastIndexOf("@", caret - 1);
  if (start === -1 || caret - start > LONGEST_NAME || IN_A_WORD.test(text[start - 1] ?? "")) return undefined;
  const typed = folded(text.slice(start + 1, caret));
  const begins = (person: Colleague): boolean =>
    folded(personName(person)).startsWith(typed) ||
    [person.first_name, person.last_name, person.email].some(
      (part) => part !== "" && folded(part).startsWith(typed),
    );
  const fitting = people.filter(begins).slice(0, MOST_OFFERED);
  return fitting.length === 0 ? undefined : { start, people: fitting };
}

/** The text with the mention whole, and the caret behind it. */
export function withMention(
  text: string,
  caret: number,
  start: number,
  person: Colleague,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}${mentionOf(person)}`;
  const after = text.slice(caret);
  const gap = /^\s/.test(after) ? "" : " ";
  return { text: `${before}${gap}${after}`, caret: before.length + 1 };
}
