// Every lock that has a name: what each of them holds still, and in which order they are taken (SEC-10).
//
// A transaction takes them in the order of TRANSACTION_LOCKS, each before the rows that it is about. Rows of the ledger follow in this order: user
// action, bank line, invoices by id, letters by account; the row of the distributor comes after all, when what was done moves its onboarding. Two rows come
// earlier: that of a registration before its address, that of a connection to the bank between statements and ledger. Rows of one table
// are locked by ascending id. Tests refuse another order (`lock-order.testing.ts`); rows that still meet crosswise are a deadlock, which `inTransaction` tries
// again.
import { setTimeout as pause } from "node:timers/promises";
import type { Client, PoolClient } from "pg";
import sql, { type Sql } from "sql-template-tag";
import { prepared } from "./prepared.ts";
import type { Tx } from "./scope.ts";

/** First key of each lock of a transaction, in the order in which one transaction takes them. The second key says of which one. */
export const TRANSACTION_LOCKS = {
  /** All: the demo data are loaded. */
  demo: 720_030,
  /** Of an e-mail address: who it is, or becomes. */
  address: 7304,
  /** Of a distributor: a statement comes in, from its first transaction to its last one, or what a bank brings, and what holds that still. */
  imports: 720_022,
  /** Of a distributor: which bank lines it has. */
  statements: 720_020,
  /** Of a distributor: its declarations, its invoices and their numbers, its links with cinemas. */
  invoicing: 7301,
  /** All: which cinemas there are, with the numbers that name them. */
  cinemas: 7302,
  /** All: which short codes of cinemas are taken. */
  shortCodes: 7303,
  /** All: which numbers of the CNC cinemas and screens have, however they are written. */
  cinemaNumbers: 7305,
  /** Of a distributor: what is lettered. */
  ledger: 720_021,
  /** Of a distributor: which mails are planned, or sent by hand. */
  mailing: 720_023,
} as const;

/** Longer than one import of the largest file takes; an upload waits this long behind another one. */
const IMPORT_WAIT = "100s";
/** A statement that waits for a lock must not be cancelled first. */
const LONGEST_STATEMENT = "120s";
/** Settings of a transaction that imports a report, or waits behind one. */
export const IMPORT_TIMEOUTS = `set local statement_timeout = '${LONGEST_STATEMENT}'; set local lock_timeout = '${IMPORT_WAIT}'`;

/** Longer than what is left of the largest statement takes: the transaction of this lock does nothing itself. */
const LONGEST_LETTERING = "900s";
const ALL = sql`0`;

const take = (tx: Tx, lock: number, of: Sql): Promise<number> =>
  tx.run(prepared(sql`select pg_advisory_xact_lock(${lock}, ${of}::integer)`));

/** One process at a time looks whether the demo data are there, and loads them. */
export const lockDemoData = (tx: Tx): Promise<number> => take(tx, TRANSACTION_LOCKS.demo, ALL);

/** What is decided about one address comes one after the other. */
export const lockAddress = (tx: Tx, email: string): Promise<number> =>
  take(tx, TRANSACTION_LOCKS.address, sql`hashtext(${email})`);

/** One import of a statement at a time for a distributor, however many transactions it takes. */
export async function lockImports(tx: Tx, distributorId: number): Promise<void> {
  await tx.client.query(
    `set local statement_timeout = '${IMPORT_WAIT}'; set local lock_timeout = '${IMPORT_WAIT}'; set local idle_in_transaction_session_timeout = '${LONGEST_LETTERING}'`,
  );
  await take(tx, TRANSACTION_LOCKS.imports, sql`${distributorId}`);
}

/** One statement, or one round of the connection to the bank, at a time for a distributor: two that overlap must see each other's lines. */
export async function lockStatements(tx: Tx, distributorId: number): Promise<void> {
  await tx.client.query(
    `set local statement_timeout = '${IMPORT_WAIT}'; set local lock_timeout = '${IMPORT_WAIT}'; set local idle_in_transaction_session_timeout = '${IMPORT_WAIT}'`,
  );
  await take(tx, TRANSACTION_LOCKS.statements, sql`${distributorId}`);
}

/** One import or issue of invoices at a time decides what is current for a distributor. Waits its turn. */
export async function lockInvoicing(tx: Tx, distributorId: number): Promise<void> {
  await tx.client.query(IMPORT_TIMEOUTS);
  await take(tx, TRANSACTION_LOCKS.invoicing, sql`${distributorId}`);
}

/**
 * One import at a time creates cinemas, so that two distributors' reports do not create the same one. Nobody writes a number or a
 * code by hand meanwhile (`shareCinemas`): what an import finds free stays free until its end.
 */
export const lockCinemas = (tx: Tx): Promise<number> => take(tx, TRANSACTION_LOCKS.cinemas, ALL);

/** People write cinemas beside each other, not beside an import. */
export const shareCinemas = (tx: Tx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock_shared(${TRANSACTION_LOCKS.cinemas}, 0)`);

/** Codes that are found free stay free. */
export const lockShortCodes = (tx: Tx): Promise<number> => take(tx, TRANSACTION_LOCKS.shortCodes, ALL);

/** Numbers that are found free stay free, among people who share the cinemas. */
export const lockCinemaNumbers = (tx: Tx): Promise<number> => take(tx, TRANSACTION_LOCKS.cinemaNumbers, ALL);

/**
 * One decision at a time changes what is lettered of a distributor. Which invoices a decision touches is known
 * only from rows that it has locked already (groups of letters that meet), so row locks alone have no order that holds: with
 * several people and an import they were deadlocks. Whoever decides takes this lock before any row lock; it ends with the
 * transaction, and again in the same one it costs nothing. Row locks follow, against whoever issues or corrects invoices.
 */
export const lockLedger = (tx: Tx, distributorId: number): Promise<number> =>
  take(tx, TRANSACTION_LOCKS.ledger, sql`${distributorId}`);

/**
 * One at a time plans or sends mails of a distributor: the morning and whoever sends by hand would each make the same one. Not by the
 * distributor's row, which comes after the invoices.
 */
export const lockMailing = (tx: Tx, distributorId: number): Promise<number> =>
  take(tx, TRANSACTION_LOCKS.mailing, sql`${distributorId}`);

/**
 * The books of a distributor stand still: no bank line, invoice or lettering changes while a lot is made of them, and lots are made one
 * after the other.
 */
export async function lockBooks(tx: Tx, distributorId: number): Promise<void> {
  await lockImports(tx, distributorId);
  await lockStatements(tx, distributorId);
  await lockInvoicing(tx, distributorId);
  await lockLedger(tx, distributorId);
}

/** The row of a distributor: what changes its subscription, how far its onboarding is, or its words, comes one after the other. */
export const lockDistributorRow = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`select from distributor where id = ${id} for no key update`);

/** Key of each lock of a session, which holds it until it ends. A preparation migrates, so it comes before the migration. */
export const SESSION_LOCKS = {
  /** Shared by the processes that use an embedded PostgreSQL: the last one stops it. */
  embeddedUsers: 2_025_011_500,
  /** Roles, queue and proof of one database. */
  preparation: 2_025_011_502,
  /** The schema of one database. */
  migration: 2_025_011_501,
  /** What the owner does with the audit log of one database: its archives, its parts. */
  auditLog: 2_025_011_503,
} as const;

type SessionLock = (typeof SESSION_LOCKS)[keyof typeof SESSION_LOCKS];
type Session = Pick<Client | PoolClient, "query">;
const ASK_MS = 100;

/** Asks again and again: whoever waits inside a statement has a snapshot, for whose end an index that is built concurrently under this lock would wait. */
export async function lockSession(session: Session, lock: SessionLock): Promise<void> {
  while (!(await tryLockSession(session, lock))) await pause(ASK_MS);
}

/** @returns false when somebody else has it */
export async function tryLockSession(session: Session, lock: SessionLock): Promise<boolean> {
  const { rows } = await session.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [lock]);
  return rows[0]?.free === true;
}

export async function unlockSession(session: Session, lock: SessionLock): Promise<void> {
  await session.query("select pg_advisory_unlock($1)", [lock]);
}

export async function shareSession(session: Session, lock: SessionLock): Promise<void> {
  await session.query("select pg_advisory_lock_shared($1)", [lock]);
}

/** @returns whether nobody else shared the lock, which the session then has alone */
export async function isLastToShare(session: Session, lock: SessionLock): Promise<boolean> {
  await session.query("select pg_advisory_unlock_shared($1)", [lock]);
  return await tryLockSession(session, lock);
}
