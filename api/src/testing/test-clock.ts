import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";

export interface TestClock {
  now(): Date;
  today(): CivilDate;
  /** An ISO instant, or a civil date (noon in Paris). */
  set(to: string): void;
  advance(milliseconds: number): void;
}

export function testClock(start: string): TestClock {
  let now: Date;
  const set = (to: string): void => {
    now = new Date(to.length === 10 ? `${to}T11:00:00Z` : to);
  };
  set(start);
  return {
    now: () => new Date(now),
    today: () => civilDateInParis(now),
    set,
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
}
