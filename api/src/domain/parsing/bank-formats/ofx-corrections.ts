import type { CorrectedLine, UnmarkedLine } from "./format-reading.ts";
import { quoted, tidyText } from "./format-values.ts";

const NBSP = "\u00a0";

/** What an operation says of another one of its account (`CORRECTFITID`). */
interface Correction {
  readonly line: number;
  readonly account: string;
  readonly reference: string;
  /** The one that stands instead; undefined: there is none, the other one is taken out. */
  readonly instead: UnmarkedLine | undefined;
}

/** Operations that a bank replaces or takes out by others of the same file (BANK-27): counted both, their money would be there twice. */
export function ofxCorrections(): {
  add(correction: Correction): void;
  /** Those that count no more, and what is to be told of the others. */
  of(lines: readonly UnmarkedLine[]): {
    readonly gone: ReadonlySet<UnmarkedLine>;
    readonly notes: readonly string[];
    readonly corrected: readonly CorrectedLine[];
  };
} {
  const corrections: Correction[] = [];
  return {
    add(correction) {
      corrections.push(correction);
    },
    of(lines) {
      const gone = new Set<UnmarkedLine>();
      const notes: string[] = [];
      const corrected: (CorrectedLine & Pick<Correction, "instead">)[] = [];
      if (corrections.length === 0) return { gone, notes, corrected };
      const known = Map.groupBy(lines, ({ bank_account, bank_reference }) =>
        keyOf(bank_account, bank_reference),
      );
      for (const { line, account, reference, instead } of corrections) {
        const found = known.get(keyOf(account, tidyText(reference))) ?? [];
        const others = found.filter((one) => one !== instead);
        const [only, second] = others.filter((one) => !gone.has(one));
        const note = (why: string): string => noteOf(line, reference, instead !== undefined, why);
        // Where several have one reference, it names none of them.
        if (second) notes.push(note(SEVERAL));
        else if (only) {
          gone.add(only);
          corrected.push({ line: only, instead, note: note(IN_OTHER_FILE) });
        } else notes.push(note(others.length > 0 ? CORRECTED : NOT_HERE));
      }
      const left = new Set(lines.filter((line) => !gone.has(line)));
      return {
        gone,
        notes,
        corrected: corrected.map((one) => ({
          ...one,
          instead: one.instead && left.has(one.instead) ? one.instead : undefined,
        })),
      };
    },
  };
}

/** What there is to do of the operation that a correction names. */
const NOT_HERE = `que ce fichier ne donne pas${NBSP}: si elle est déjà importée, écartez-la.`;
const SEVERAL = `que ce fichier donne plusieurs fois${NBSP}: écartez celle qui ne compte plus.`;
const CORRECTED = `que ce fichier a déjà remplacée ou supprimée${NBSP}: vérifiez qu’une seule des deux compte.`;
const IN_OTHER_FILE = `importée par un autre fichier${NBSP}: écartez-la.`;

const keyOf = (account: string, reference: string): string => `${account}\n${reference}`;

const noteOf = (line: number, reference: string, isReplaced: boolean, why: string): string =>
  `Ligne ${line}${NBSP}: la banque ${isReplaced ? "remplace par cette opération" : "supprime"} celle de référence ${quoted(reference)}, ${why}`;
