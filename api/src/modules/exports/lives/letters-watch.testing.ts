// What letters must be from one step of a life to the next.
import type { Facts } from "./facts.testing.ts";
import type { OwnGroup } from "./own-groups.testing.ts";
import type { OwnLedger } from "./own-ledger.testing.ts";

const isOlder = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length);

const partsOf = ({ links, documents }: OwnGroup): string[] => [
  ...links,
  ...documents.map((one) => `document ${one.id}`),
];

/** Follows the letters of one distributor's groups, and complains when a rule is broken. */
export class LettersWatch {
  /** Of the step before: each group by its links. */
  #before: { group: OwnGroup; letters: string }[] = [];
  /** All that were ever shown, by account. */
  readonly #shown = new Map<string, Set<string>>();
  /** All that a link, and a document, was ever shown with. */
  readonly #ofPart = new Map<string, Set<string>>();

  /** @returns what is wrong, in words */
  look(facts: Facts, ledger: OwnLedger): string[] {
    const wrong: string[] = [];
    const now: { group: OwnGroup; letters: string }[] = [];
    for (const document of facts.documents)
      if (document.letters !== null && !ledger.groupOf(document))
        wrong.push(`${document.number} has the letters ${document.letters}, and nothing settles it`);
    for (const group of ledger.groups) {
      const [letters = "", ...others] = new Set(group.documents.map((one) => one.letters ?? "none"));
      const numbers = group.documents.map((one) => one.number).join(" + ");
      if (others.length > 0)
        wrong.push(`${numbers} are one group with ${[letters, ...others].join(" and ")}`);
      else if (!/^[A-Z]{3,}$/.test(letters)) wrong.push(`${numbers} are settled and have ${letters}`);
      const twin = now.find((one) => one.group.account === group.account && one.letters === letters);
      if (twin)
        wrong.push(
          `${numbers} and ${twin.group.documents.map((one) => one.number).join(" + ")} share ${letters}`,
        );
      wrong.push(...this.#changesOf(group, letters, numbers));
      now.push({ group, letters });
    }
    for (const { group, letters } of now) {
      this.#shown.set(group.account, (this.#shown.get(group.account) ?? new Set()).add(letters));
      for (const part of partsOf(group))
        this.#ofPart.set(part, (this.#ofPart.get(part) ?? new Set()).add(letters));
    }
    this.#before = now;
    return wrong;
  }

  #changesOf(group: OwnGroup, letters: string, numbers: string): string[] {
    const links = new Set(group.links);
    const ancestors = this.#before.filter((one) => one.group.links.some((link) => links.has(link)));
    // It has all that its ancestors had: it grew, or they met.
    if (ancestors.length > 0 && ancestors.every((one) => one.group.links.every((link) => links.has(link)))) {
      const oldest = ancestors.map((one) => one.letters).reduce((a, b) => (isOlder(a, b) ? a : b));
      return letters === oldest ? [] : [`${numbers} only grew, and went from ${oldest} to ${letters}`];
    }
    // Of many undone at once, one may bring a credit note back to its invoice before the next one takes the last payment off.
    const ids = new Set(group.documents.map((one) => one.id));
    const family = this.#before.filter((one) => one.group.documents.some(({ id }) => ids.has(id)));
    const own =
      // A link that met other groups as it was made was never shown with its letters, those of the document that it settled.
      partsOf(group).some((part) => this.#ofPart.get(part)?.has(letters)) ||
      family.some((one) => one.letters === letters);
    if (own || !this.#shown.get(group.account)?.has(letters)) return [];
    return [`${numbers} took ${letters}, which were another group's`];
  }
}
