// The entry point of `npm run migrate`: what the owner of the database does, in a process of its own.
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { readOrMakeSecret } from "../data-dir.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { prepareDatabase } from "../db/prepare-database.ts";
import { describeNoEntry, describeProblem } from "../operator-problem.ts";
import { urlFor, WEB_ROLE } from "../db/web-role.ts";

const USAGE = `Usage: npm run migrate [-- --make-role]

Brings the database to this version, with the rights of its owner:
  DATABASE_OWNER_URL  logs in as the owner
  DATABASE_URL        what the web process logs in with; its role is made when it is not there
Without either, the embedded database of DATA_DIR.
  --make-role         makes the role ${WEB_ROLE} with a new password, and prints the DATABASE_URL of it`;

const say = (line: string): void => console.log(line);
const complain = (line: string): void => console.error(line);
const given = (name: string): string | undefined => process.env[name]?.trim() || undefined;

/** For the web process alone: names a database, makes no role that was not asked for. */
const PREPARE = "--prepare";
const MAKE_ROLE = "--make-role";

const refuse =
  (variable: string) =>
  (error: unknown): never => {
    throw describeNoEntry(variable, error);
  };

async function main(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== PREPARE && arg !== MAKE_ROLE) || args.length > 1) {
    complain(USAGE);
    return 2;
  }
  const ownerUrl = given("DATABASE_OWNER_URL");
  const url = given("DATABASE_URL");
  if (args[0] === MAKE_ROLE) {
    const owner = ownerUrl ?? url;
    if (owner === undefined) {
      complain("DATABASE_OWNER_URL is missing: the embedded database has its roles already.");
      return 2;
    }
    const webUrl = urlFor({ name: WEB_ROLE, password: randomBytes(24).toString("base64url") }, owner);
    await prepareDatabase({ ownerUrl: owner, webUrl, log: say }).catch(
      refuse(ownerUrl === undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL"),
    );
    say(`The web process logs in with:\n\n  DATABASE_URL=${webUrl}\n`);
    say(
      "Keep the owner's address as DATABASE_OWNER_URL for `npm run migrate` and the commands of an operator.",
    );
    return 0;
  }
  if (ownerUrl !== undefined) {
    const ran = await prepareDatabase({ ownerUrl, webUrl: url ?? null, log: say }).catch(
      refuse("DATABASE_OWNER_URL"),
    );
    if (args[0] !== PREPARE && ran.length === 0) say("The database is of this version.");
    return 0;
  }
  if (url !== undefined) {
    complain(
      "DATABASE_OWNER_URL is missing. If DATABASE_URL is the owner's, as in earlier versions: npm run migrate -- --make-role",
    );
    return 2;
  }
  const dataDir = resolve(given("DATA_DIR") ?? "./data");
  const log = { info: () => undefined, warn: complain, error: complain };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  try {
    const webUrl = urlFor(
      { name: WEB_ROLE, password: readOrMakeSecret(dataDir, "web-password") },
      postgres.url,
    );
    const ran = await prepareDatabase({ ownerUrl: postgres.url, webUrl, log: say });
    if (ran.length === 0) say("The database is of this version.");
    return 0;
  } finally {
    await postgres.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const problem = describeProblem(error);
  complain(problem instanceof Error ? problem.message : String(problem));
  process.exitCode = 1;
}
