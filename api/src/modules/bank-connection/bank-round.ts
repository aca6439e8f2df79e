import { type CivilDate, addDays, civilDateInParis } from "@bobine/contract/civil-date";
import { inTransaction } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";
import { PERSON_STATUSES } from "./connection-view.ts";
import { queueSync } from "./request-sync.ts";

/** Hour in Paris from which each bank is asked once: before people come to work, after banks have booked the night's transfers. */
const MORNING_HOUR = 5;

/**
 * The work behind `bank-round`, each hour: synchronises every bank once a day, also when no event of the aggregator came, and tries
 * those again whose last synchronisation failed. Run twice, or on two nodes at once, it asks once.
 */
export async function bankRound(services: Services): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const due = await repository.lockDue(tx, {
      now,
      morning: lastMorning(now),
      personStatuses: PERSON_STATUSES,
    });
    for (const bank of due) await queueSync(tx, services, bank, null);
  });
}

/** The last time that it was five in the morning in Paris. */
export function lastMorning(now: Date): Date {
  const today = civilDateInParis(now);
  const morning = morningOf(today);
  return morning <= now ? morning : morningOf(addDays(today, -1));
}

/** Five o'clock in Paris is one or two hours less in UTC; clocks change at three at the latest. */
function morningOf(day: CivilDate): Date {
  const guess = new Date(`${day}T0${MORNING_HOUR}:00:00Z`);
  const hour = Number(
    new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", hour: "2-digit", hourCycle: "h23" })
      .formatToParts(guess)
      .find((part) => part.type === "hour")?.value,
  );
  return new Date(guess.getTime() - (hour - MORNING_HOUR) * 3_600_000);
}
