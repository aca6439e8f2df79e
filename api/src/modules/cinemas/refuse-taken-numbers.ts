import sql, { empty, type Sql } from "sql-template-tag";
import { lockCinemaNumbers } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { isSameNumber } from "../../domain/parsing/same-number.ts";
import { matchNumbers } from "../box-office/match-numbers.ts";
import { NumberTaken } from "./taken-as-field-error.ts";

/** The numbers that a change gives; those that a cinema or screen has already are not among them. */
export interface GivenNumbers {
  readonly cnc: string;
  /** Those of its screens. */
  readonly screens: readonly string[];
  /** Screens whose own number goes with this change. */
  readonly leaving: readonly number[];
}

/**
 * Refuses a number that another shared cinema or screen has, however it is written (BOX-7). An index would refuse the upgrade of a database
 * that has such doubles: what is found free stays free by a lock.
 * @throws `NumberTaken`
 */
export async function refuseTakenNumbers(
  tx: Tx,
  cinemaId: number,
  { cnc, screens, leaving }: GivenNumbers,
): Promise<void> {
  const numbers = screens.filter((number) => number !== "");
  if (cnc === "" && numbers.length === 0) return;
  await lockCinemaNumbers(tx);
  if (cnc !== "" && (await isTaken(tx, cinemasBut(cinemaId, cnc), [cnc])))
    throw new NumberTaken("cinema_cnc_authorization");
  const isTwice = numbers.some((number, at) =>
    numbers.slice(at + 1).some((other) => isSameNumber(number, other)),
  );
  if (isTwice || (numbers.length > 0 && (await isTaken(tx, screensBut(leaving, numbers), numbers))))
    throw new NumberTaken("screen_authorization");
}

const cinemasBut = (id: number, cnc: string): Sql => sql`
  select cnc_authorization as number from cinema
  where sandbox_distributor_id is null and id <> ${id} and ${matchNumbers("cnc_authorization", [cnc])}`;

const screensBut = (ids: readonly number[], numbers: readonly string[]): Sql => sql`
  select authorization_number as number from screen
  where sandbox_distributor_id is null and ${matchNumbers("authorization_number", numbers)}
    ${ids.length === 0 ? empty : sql`and not id = any(${ids}::bigint[])`}`;

async function isTaken(tx: Tx, others: Sql, numbers: readonly string[]): Promise<boolean> {
  const known = await tx.many<{ number: string }>(others);
  return known.some((one) => numbers.some((number) => isSameNumber(one.number, number)));
}

/** As a cinema of a sandbox joins the shared list. @throws `NumberTaken` */
export async function refuseSharedNumbers(tx: Tx, cinemaId: number): Promise<void> {
  const { cnc, screens } = await tx.one<{ cnc: string; screens: string[] }>(sql`
    select cnc_authorization as cnc,
      array(select authorization_number from screen where cinema_id = c.id and authorization_number <> '') as screens
    from cinema c where id = ${cinemaId}`);
  await refuseTakenNumbers(tx, cinemaId, { cnc, screens, leaving: [] });
}
