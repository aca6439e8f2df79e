// `npm run ops -- people`: what an operator does for somebody who cannot sign in any more (SEC-24).
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { inTransaction } from "../db/scope.ts";
import { systemSource } from "../http/audit.ts";
import { takeFactorAway } from "../modules/people/reset-second-factor.ts";
import { type Area, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `people second-factors          who has a second factor, and the super admins without one
people reset-second-factor <e-mail>  takes it away from somebody who has lost the app and the recovery codes:
                               make sure first that it is them. Their sessions and links end; the audit log tells it`;

export const peopleArea: Area = {
  help: HELP,
  async run(args, say) {
    await withOperatorPool(readOperatorConfig(), (pool) => peopleCommand(pool, args, say), {
      migrates: true,
    });
    return 0;
  },
};

/**
 * Lists second factors, or takes one away.
 * @param pool as the owner of the database
 * @throws {UsageError}
 */
export async function peopleCommand(
  pool: Pool,
  args: readonly string[],
  say: Say,
  now: Date = new Date(),
): Promise<void> {
  const [name = "second-factors", email, ...rest] = args;
  if (rest.length > 0) throw new UsageError(usageOf(HELP));
  if (name === "second-factors" && email === undefined) await listFactors(pool, say);
  else if (name === "reset-second-factor" && email !== undefined) await reset(pool, email, say, now);
  else throw new UsageError(usageOf(HELP));
}

async function listFactors(pool: Pool, say: Say): Promise<void> {
  const rows = await inTransaction(pool, { kind: "all" }, (tx) =>
    tx.many<{ email: string; is_super_admin: boolean; since: string | null }>(sql`
      select u.email, u.system_role = 'super_admin' as is_super_admin, to_char(f.enabled_at, 'YYYY-MM-DD') as since
      from app_user u left join second_factor f on f.user_id = u.id and f.enabled_at is not null
      where u.disabled_at is null and (u.system_role = 'super_admin' or f.user_id is not null)
      order by is_super_admin desc, u.email`),
  );
  for (const { email, is_super_admin, since } of rows)
    say(`${email}${is_super_admin ? ", super admin" : ""}: ${since === null ? "none" : `since ${since}`}`);
  if (rows.length === 0) say("Nobody has a second factor.");
}

async function reset(pool: Pool, written: string, say: Say, now: Date): Promise<void> {
  const email = written.trim().toLowerCase();
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    const person = await tx.maybe<{ id: number; email: string; distributor_id: number | null }>(
      sql`select id, email, distributor_id from app_user where email = ${email} for no key update`,
    );
    if (!person) throw new UsageError(`Nobody signs in with ${email}.`);
    const wasThere = await takeFactorAway(tx, person, now, {
      source: systemSource(person.distributor_id),
      action: "Second facteur retiré par un opérateur",
    });
    say(
      wasThere
        ? `${email} has no second factor any more, and is signed out everywhere.`
        : `${email} had no second factor: nothing changed.`,
    );
  });
}
