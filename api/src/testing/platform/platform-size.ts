// How large a platform is, and whose ids are which.

export interface PlatformSize {
  readonly distributors: number;
  /** Behind each distributor; 100 are 2,000 invoices, 10,000 bank lines and 50,000 entries of the audit log. */
  readonly weeks: number;
  /** Of a distributor, each week; at least 24. */
  readonly transactions?: number;
  readonly auditEntries?: number;
  /** Ids of a part of the audit log; without it is one table, as long as it is not much larger. */
  readonly auditPart?: number;
  /** The last day. */
  readonly today: string;
}

/** Of a distributor, each week; the latter two where a size does not say otherwise. */
export const EACH_WEEK = { invoices: 20, transactions: 100, auditEntries: 500 } as const;
/** So long bank lines and invoices wait for a person. */
export const BACKLOG_WEEKS = 10;
/** Cinemas of the country, and those that a distributor works with. */
export const CINEMAS = { all: 6_000, ofOne: 200 } as const;
export const PEOPLE_OF_ONE = 5;

/** The one who has decided, of the distributor with that id: ids of distributors begin with 1. */
export const personOf = (distributor: number): number => (distributor - 1) * PEOPLE_OF_ONE + 1;
/** A distributor that has nothing yet. */
export const newcomer = ({ distributors }: PlatformSize): number => distributors + 1;
export const superAdmin = (size: PlatformSize): number => personOf(newcomer(size) + 1);
/** In the whole audit log. */
export const auditEntriesOf = ({ distributors, weeks, auditEntries }: PlatformSize): number =>
  distributors * weeks * (auditEntries ?? EACH_WEEK.auditEntries);
