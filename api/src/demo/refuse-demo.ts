import type { Pool } from "pg";
import sql from "sql-template-tag";
import { type Config, ConfigError } from "../config.ts";
import { inTransaction } from "../db/scope.ts";
import { DEMO_DISTRIBUTORS } from "./distributors.ts";

/** Who the demo lets in besides its distributors' people. */
const DEMO_ADMIN = "admin@bobine.example";
const EMAILS = [DEMO_ADMIN, ...DEMO_DISTRIBUTORS.flatMap(({ users }) => users.map(({ email }) => email))];
const SIRENS = DEMO_DISTRIBUTORS.map(({ siren }) => siren);

const ALONE =
  "Where only this machine reaches it, say so: PUBLIC_URL=http://localhost, with the port that people open.";

/**
 * Refuses to serve the public with the people of the demo, whose addresses everybody can read. A prospect that names a SIREN of the demo is
 * no distributor of it: anybody may register, and would keep production from starting again.
 * @throws {ConfigError} with what the operator must do
 */
export async function refuseDemoInPublic(
  config: Pick<Config, "isProduction" | "reachedBecause" | "demo">,
  pool: Pool,
): Promise<void> {
  const { isProduction, reachedBecause, demo } = config;
  if (!isProduction || reachedBecause === null) return;
  if (demo)
    throw new ConfigError(
      `${reachedBecause}: the demo data must not be where others reach them. Start with DEMO=0 on an empty database (another DATA_DIR, or another DATABASE_URL). ${ALONE}`,
    );
  const { people, distributors } = await inTransaction(pool, { kind: "all" }, (tx) =>
    tx.one<{ people: number; distributors: number }>(sql`
      select (select count(*) from app_user where email = any(${EMAILS}) and disabled_at is null) as people,
        (select count(*) from distributor where siren = any(${SIRENS}) and validation_status = 'validated') as distributors`),
  );
  if (people === 0 && distributors === 0) return;
  throw new ConfigError(
    `The database holds the demo (${people} of its people may sign in, ${distributors} of its distributors), and ${reachedBecause}.
Start with DEMO=0 on an empty database (another DATA_DIR, or another DATABASE_URL): what was tried in the demo is not to be kept. ${ALONE}`,
  );
}
