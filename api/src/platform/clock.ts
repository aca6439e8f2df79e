import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import type { Clock } from "../services.ts";

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date(), today: () => civilDateInParis(new Date()) };

/** A clock that stands at noon of a day in Paris: for data that is made for the past. */
export const clockAt = (date: CivilDate): Clock => ({
  now: () => new Date(`${date}T11:00:00Z`),
  today: () => date,
});
