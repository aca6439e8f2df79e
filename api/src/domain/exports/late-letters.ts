import type { CivilDate } from "@bobine/contract/civil-date";
import type { LedgerLine } from "./ledger-lines.ts";
import type { Letters } from "./lettering.ts";

type LetteredLine = Pick<LedgerLine, "client_account" | "letters">;

/** A group whose letters have a later date than the days of its pieces say. */
export interface LateGroup {
  readonly client_account: string;
  readonly code: string;
  readonly date: CivilDate;
}

/**
 * The date of letters is that of the last entry of their group (EXP-3). Groups are reckoned from the days of their pieces; where lots entered one on
 * the first open day instead (EXP-11), that day counts. What is held is no more than the groups of such entries.
 */
export class LateLetters {
  readonly #groups = new Map<string, LateGroup>();

  /** @param date on which the entry is in the books, whatever the day of its piece */
  add(date: CivilDate, lines: readonly LetteredLine[]): void {
    for (const { client_account, letters } of lines) {
      if (letters === null || letters.date === null || date <= letters.date) continue;
      const key = keyOf(client_account, letters.code);
      const known = this.#groups.get(key);
      if (known === undefined || known.date < date)
        this.#groups.set(key, { client_account, code: letters.code, date });
    }
  }

  groups(): LateGroup[] {
    return [...this.#groups.values()];
  }

  /** The letters of a line, dated once all entries were added. */
  dated({ client_account, letters }: LetteredLine): Letters | null {
    const group = letters?.date ? this.#groups.get(keyOf(client_account, letters.code)) : undefined;
    return letters && group ? { ...letters, date: group.date } : letters;
  }
}

const keyOf = (client_account: string, code: string): string => `${client_account}\n${code}`;
