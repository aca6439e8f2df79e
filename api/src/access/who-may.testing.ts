// The words in which a row of the matrix says who may make a call, and what everybody else is told.
import type { TestApp } from "../testing/test-app.ts";
import type { Side } from "./who-may-world.testing.ts";

/** Whose row a cell is about. */
export const KINDS = ["own", "foreign", "missing"] as const;
export type Kind = (typeof KINDS)[number];

/** What is answered about one's own row, about another distributor's, and about one that is nobody's. */
export type ByRow = readonly [own: number, foreign: number, missing: number];

/** The statuses of a call for each kind of person. A person who holds no valid session gets 401, save on `open` calls. */
export interface Answers {
  /** Answered alike to everybody, signed in or not. */
  readonly open?: number;
  /** An accountant; a viewer and an administrator too, where nothing else is said of them. */
  readonly staff: ByRow;
  readonly viewer?: ByRow;
  readonly administrator?: ByRow;
  /** A super admin who has chosen no distributor: `own` is then any distributor's. */
  readonly freeAdmin: ByRow;
  /** A super admin who has chosen a distributor: `own` is that one's. */
  readonly choosingAdmin: ByRow;
}

const all = (status: number): ByRow => [status, status, status];
const DISTRIBUTOR_REQUIRED = all(400);
const FORBIDDEN = all(403);

/** Whoever asks, signed in or not, is answered alike. */
export const everybody = (status: number): Answers => ({
  open: status,
  staff: all(status),
  freeAdmin: all(status),
  choosingAdmin: all(status),
});

/** Staff and super admins alike. */
export const everySignedInPerson = (status: number): Answers => ({
  staff: all(status),
  freeAdmin: all(status),
  choosingAdmin: all(status),
});

/** Staff for their distributor, a super admin for the one that is chosen. */
export const staffAndTheChoosingAdmin = (status: number): Answers => ({
  staff: all(status),
  freeAdmin: DISTRIBUTOR_REQUIRED,
  choosingAdmin: all(status),
});

/** The rows of the distributor that the request serves; any other one does not exist. */
export const onlyRowsOfTheDistributor = (status: number, unknown = 404): Answers => ({
  staff: [status, unknown, unknown],
  freeAdmin: DISTRIBUTOR_REQUIRED,
  choosingAdmin: [status, unknown, unknown],
});

/** What no viewer does (SEC-22). */
export const byAccountants = (answers: Answers): Answers => ({ ...answers, viewer: FORBIDDEN });

/** What of staff administrators alone do (SEC-22). */
export const byAdministrators = (answers: Answers): Answers => ({
  ...answers,
  administrator: answers.staff,
  staff: FORBIDDEN,
  viewer: FORBIDDEN,
});

/** Super admins, about no row or any row. */
export const superAdminsAlone = (status: number, unknown = 404): Answers => ({
  staff: FORBIDDEN,
  freeAdmin: [status, status, unknown],
  choosingAdmin: [status, status, unknown],
});

/** People: super admins manage everybody, administrators those of their distributor (SEC-18). */
export const managersAlone = (status: number, unknown = 404): Answers => ({
  ...superAdminsAlone(status, unknown),
  administrator: [status, 404, 404],
});

/** Staff read their distributor's, super admins everybody's, whatever they have chosen. */
export const ownForStaffAnyForSuperAdmins = (status: number, unknown = 404): Answers => ({
  staff: [status, 404, 404],
  freeAdmin: [status, status, unknown],
  choosingAdmin: [status, status, unknown],
});

/** Whoever is signed in, for the pair of a cinema and a distributor that work together. */
export const aPairThatWorksTogether = (status: number): Answers => ({
  staff: [status, 404, 404],
  freeAdmin: [status, 404, 404],
  choosingAdmin: [status, 404, 404],
});

/** An id that the body repeats: any other one than the address's is wrong, whosever it is. */
export const sameAsInThePath = (status: number): Answers => ({
  staff: [status, 400, 400],
  freeAdmin: [status, 400, 400],
  choosingAdmin: [status, 400, 400],
});

export interface Given {
  readonly app: TestApp;
  /** The row of this cell: one's own, another's or nobody's. */
  readonly id: number;
  readonly kind: Kind;
  /** The distributor for which the person asks. */
  readonly mine: Side;
  /** Rows that the request needs beside it, made for this cell. */
  readonly fresh: <T>(work: Promise<T>) => Promise<T>;
}

export interface SentCall {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly content: string | Uint8Array };
}

export interface Row {
  /** `METHOD /path/`, as the contract has it. */
  readonly call: string;
  /** The id that the row is about, by its name in the path, query or body; a call with several has a row for each. */
  readonly id: string | undefined;
  readonly answers: Answers;
  /** Makes a row of `side` and tells its id. */
  readonly target: (app: TestApp, side: Side) => Promise<number>;
  readonly request: (given: Given) => SentCall | Promise<SentCall>;
}

type Request = Row["request"];

/** A call without an id. */
export const row = (call: string, answers: Answers, request: Request = () => ({})): Row => ({
  call,
  id: undefined,
  answers,
  target: () => Promise.resolve(0),
  request,
});

/** A call about the row whose id is in its path. */
export const rowOf = (
  call: string,
  answers: Answers,
  target: Row["target"],
  request: Request = () => ({}),
): Row => ({
  call,
  id: "id",
  answers,
  target,
  request: async (given) => ({ params: { id: String(given.id) }, ...(await request(given)) }),
});

/** A call about the row that its query or body names. */
export const rowNaming = (
  call: string,
  id: string,
  answers: Answers,
  target: Row["target"],
  request: Request,
): Row => ({ call, id, answers, target, request });
