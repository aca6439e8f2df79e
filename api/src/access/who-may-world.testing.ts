// Two distributors with the same kinds of rows, and everybody who may ask about them.
import { randomBytes } from "node:crypto";
import type { DistributorRole } from "@bobine/contract/policy/people";
import sql from "sql-template-tag";
import type { Tx } from "../db/scope.ts";
import { seal } from "../modules/second-factor/sealed-secret.ts";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../testing/builders.ts";
import type { TestApp } from "../testing/test-app.ts";

/** One of the two distributors, with what every cell may need of it. */
export interface Side {
  readonly distributor: BuiltDistributor;
  /** In each name and number of its rows: no answer to anybody else may hold it. */
  readonly mark: string;
  readonly siren: string;
  /** A cinema that it works with, with settings and a screen. */
  readonly cinema: { readonly id: number; readonly name: string };
  readonly staff: { readonly id: number };
}

export interface Identity {
  readonly name: string;
  readonly kind:
    | "nobody"
    | "staff"
    | "viewer"
    | "administrator"
    | "newcomer"
    | "free-admin"
    | "choosing-admin"
    | "admin-of-nothing"
    /** A super admin whose session no code has opened, where one is asked for. */
    | "admin-without-factor";
  readonly mine: Side;
  readonly theirs: Side;
  /** Headers of one request; `anew` opens a session for it alone. */
  readonly headers: (anew?: boolean) => Promise<Record<string, string>>;
}

export interface World {
  readonly a: Side;
  readonly b: Side;
  readonly identities: readonly Identity[];
}

/** An id that no row of any table has. */
export const MISSING = 999_999_999;

let serial = 0;
/** A number that no other row has. */
export const nextSerial = (): number => {
  serial += 1;
  return serial;
};

async function aSide(tx: Tx, mark: string, siren: string): Promise<Side> {
  const distributor = await aDistributor(tx, { name: `Distribution ${mark}`, siren });
  const cinema = await aCinema(tx, distributor, { name: `Rialto ${mark}` });
  await tx.run(sql`
    insert into distributor_cinema_settings (distributor_id, cinema_id) values (${distributor.id}, ${cinema.id})`);
  return {
    distributor,
    mark,
    siren,
    cinema,
    staff: await aStaffUser(tx, distributor, { role: "accountant" }),
  };
}

/** One whose sessions a code has opened (SEC-24). */
async function aProvenSuperAdmin(app: TestApp): Promise<{ readonly id: number }> {
  return app.inDatabase(async (tx) => {
    const admin = await aSuperAdmin(tx);
    const sealed = seal(app.services.config.secretKey, admin.id, randomBytes(20));
    await tx.run(sql`
      insert into second_factor (user_id, sealed_secret, started_at, enabled_at)
      values (${admin.id}, ${sealed}, '2026-01-01', '2026-01-01')`);
    return admin;
  });
}

export async function buildWorld(app: TestApp): Promise<World> {
  const { a, b, newcomer, disabled, left } = await app.inDatabase(async (tx) => {
    const a = await aSide(tx, "marque-alpha", "000100016");
    return {
      a,
      b: await aSide(tx, "marque-beta", "000200014"),
      newcomer: await aStaffUser(tx, a.distributor, { first_name: "", company: "", role: "accountant" }),
      disabled: await aStaffUser(tx, a.distributor),
      left: await aStaffUser(tx, a.distributor),
    };
  });
  // Each has a user of their own, and opens another session after one that may have ended all of them.
  const signedIn = async (user: { readonly id: number }, chosen?: number) => {
    let held: Record<string, string> | undefined = await app.bearerOf(user, chosen);
    return async (anew = false) => {
      if (anew) {
        held = undefined;
        return app.bearerOf(user, chosen);
      }
      held ??= await app.bearerOf(user, chosen);
      return held;
    };
  };
  const anotherOf = ({ distributor }: Side, role: DistributorRole) =>
    app.inDatabase((tx) => aStaffUser(tx, distributor, { role }));
  const anAdmin = () => aProvenSuperAdmin(app);
  const always = (headers: Record<string, string>) => () => Promise.resolve(headers);

  const now = app.clock.now();
  app.clock.advance(-3_600_000);
  const expired = await app.bearerOf(a.staff);
  app.clock.set(now.toISOString());
  const forged = (await app.bearerOf(a.staff))["authorization"] ?? "";
  const isDisabled = await app.bearerOf(disabled);
  await app.inDatabase((tx) =>
    tx.run(sql`update app_user set disabled_at = now() where id = ${disabled.id}`),
  );
  const hasLeft = await app.bearerOf(left);
  await app.inDatabase((tx) =>
    tx.run(sql`update user_session set revoked_at = now() where user_id = ${left.id}`),
  );

  const ofA = { mine: a, theirs: b };
  const ofB = { mine: b, theirs: a };
  const identities: Identity[] = [
    { name: "nobody", kind: "nobody", ...ofA, headers: always({}) },
    { name: "an expired token", kind: "nobody", ...ofA, headers: always(expired) },
    {
      name: "a token that another key signed",
      kind: "nobody",
      ...ofA,
      // The signature is the last part: another one of the same length.
      headers: always({ authorization: forged.replace(/[\w-]{20}$/, "A".repeat(20)) }),
    },
    { name: "a session that logged out", kind: "nobody", ...ofA, headers: always(hasLeft) },
    { name: "a disabled user", kind: "nobody", ...ofA, headers: always(isDisabled) },
    { name: "staff of A", kind: "staff", ...ofA, headers: await signedIn(a.staff) },
    { name: "staff of B", kind: "staff", ...ofB, headers: await signedIn(b.staff) },
    {
      name: "staff of A who send B's X-Distributor-Id",
      kind: "staff",
      ...ofA,
      headers: await signedIn(await anotherOf(a, "accountant"), b.distributor.id),
    },
    {
      name: "a viewer of A",
      kind: "viewer",
      ...ofA,
      headers: await signedIn(await anotherOf(a, "viewer")),
    },
    {
      name: "an administrator of A",
      kind: "administrator",
      ...ofA,
      headers: await signedIn(await anotherOf(a, "admin")),
    },
    {
      name: "staff of A with an incomplete profile",
      kind: "newcomer",
      ...ofA,
      headers: await signedIn(newcomer),
    },
    { name: "a super admin", kind: "free-admin", ...ofA, headers: await signedIn(await anAdmin()) },
    {
      name: "a super admin without a second factor",
      kind: "admin-without-factor",
      ...ofA,
      headers: await signedIn(await app.inDatabase(aSuperAdmin)),
    },
    {
      name: "a super admin for A",
      kind: "choosing-admin",
      ...ofA,
      headers: await signedIn(await anAdmin(), a.distributor.id),
    },
    {
      name: "a super admin for B",
      kind: "choosing-admin",
      ...ofB,
      headers: await signedIn(await anAdmin(), b.distributor.id),
    },
    {
      name: "a super admin for a distributor that does not exist",
      kind: "admin-of-nothing",
      ...ofA,
      headers: await signedIn(await anAdmin(), MISSING),
    },
  ];
  return { a, b, identities };
}

export interface Digest {
  readonly a: string;
  readonly b: string;
}

/** What a refused call leaves, and nothing else of it may stay: that it was refused. @param row names the row in the condition */
const OTHER_ROWS: Readonly<Record<string, (row: string) => string>> = {
  audit_log: (row) => `${row}.action_details ->> 'event' is distinct from 'refused_call'`,
  list_tally: (row) => `${row}.list <> 'audit_log'`,
};

/** Tables without a distributor, of which a part is A's or B's. */
const OF_A_CINEMA = [
  ["cinema", "id"],
  ["screen", "cinema_id"],
] as const;

/**
 * Everything that the database holds of A and of B, as two digests: their rows in each table with a `distributor_id`, themselves,
 * and the cinemas and screens that they work with. A table that is added is in it by itself. Sessions are left out: reading
 * dates them. Triggers note the tables that change: only these are read again.
 */
export async function watchRows({ owner }: TestApp, { a, b }: World): Promise<() => Promise<Digest>> {
  const { rows: found } = await owner.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'distributor_id' order by 1`);
  const tables = found.map(({ name }) => name);
  await owner.query(`
    create unlogged table changed_table (name text);
    create function note_change() returns trigger language plpgsql security definer set search_path = public as
      $$ begin insert into changed_table values (tg_table_name); return null; end $$`);
  for (const name of [...tables, "distributor", ...OF_A_CINEMA.map(([table]) => table)]) {
    const isMeant = OTHER_ROWS[name];
    const when = (...rows: string[]) =>
      isMeant ? `when (${rows.map((row) => isMeant(row)).join(" or ")})` : "";
    await owner.query(`
      create trigger note_insert after insert on "${name}" for each row ${when("new")} execute function note_change();
      create trigger note_update after update on "${name}" for each row ${when("old", "new")} execute function note_change();
      create trigger note_delete after delete on "${name}" for each row ${when("old")} execute function note_change();
      create trigger note_truncate after truncate on "${name}" execute function note_change()`);
  }

  const sides = `(${a.distributor.id}, ${b.distributor.id})`;
  const parts = new Map(
    tables.map((name) => [
      name,
      `select '${name}' as name, distributor_id as owner, md5(string_agg(t::text, '|' order by t::text)) as print
       from "${name}" t where distributor_id in ${sides} and ${OTHER_ROWS[name]?.("t") ?? "true"} group by distributor_id`,
    ]),
  );
  parts.set(
    "distributor",
    `select 'distributor' as name, id as owner, md5(d::text) as print from distributor d where id in ${sides}`,
  );
  for (const [name, key] of OF_A_CINEMA)
    parts.set(
      name,
      `select '${name}' as name, l.distributor_id as owner, md5(string_agg(t::text, '|' order by t::text)) as print
       from cinema_distributor l join ${name} t on t.${key} = l.cinema_id where l.distributor_id in ${sides} group by 2`,
    );

  const prints = { a: new Map<string, string>(), b: new Map<string, string>() };
  const readAgain = async (names: ReadonlySet<string>): Promise<void> => {
    const { rows } = await owner.query<{ name: string; owner: number; print: string }>(
      [...names].flatMap((name) => parts.get(name) ?? []).join(" union all "),
    );
    for (const side of ["a", "b"] as const) {
      for (const name of names) prints[side].delete(name);
      const id = { a, b }[side].distributor.id;
      for (const row of rows) if (Number(row.owner) === id) prints[side].set(row.name, row.print);
    }
  };
  const digestOf = (side: ReadonlyMap<string, string>): string =>
    [...side.entries()]
      .map(([name, print]) => `${name} ${print}`)
      .toSorted()
      .join("\n");
  await readAgain(new Set(parts.keys()));
  return async () => {
    const { rows } = await owner.query<{ name: string }>("delete from changed_table returning name");
    const names = new Set(rows.map(({ name }) => name));
    // Whose cinemas they are is a row of its own.
    if (names.has("cinema_distributor")) for (const [name] of OF_A_CINEMA) names.add(name);
    if (names.size > 0) await readAgain(names);
    return { a: digestOf(prints.a), b: digestOf(prints.b) };
  };
}
