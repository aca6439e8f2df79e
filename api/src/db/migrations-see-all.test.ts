// OPS-3: the policies hold for an owner of the database that is no superuser too, who sees and writes no row of a distributor unless it says so.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MIGRATIONS } from "./migrate.ts";

const SCHEMA = readFileSync(join(MIGRATIONS, "../schema.sql"), "utf8");
const GUARDED = new Set(
  [...SCHEMA.matchAll(/^alter table (\w+) force row level security;$/gm)].map(([, table]) => table),
);

/** They are released, or have run, and stay as they are; none of them is worth a migration that repairs it. */
const KNOWN: Readonly<Record<string, string>> = {
  "043-lists-at-size.sql": "of before the first release: there was no database with rows and such an owner",
  "064-queue-tally.sql": "as 043",
  "121-ignored-credits.sql": "as 043",
  "124-roles.sql": "as 043; where people have no role of its list, it fails",
  "132-second-factor-of-sessions.sql":
    "super admins of 0.1.0 sign in once more, which is safer than to say later that they gave a code",
};

const SEES_ALL =
  /^(select set_config\('app\.all_distributors', 'on', true\)|set local app\.all_distributors = 'on')$/;

/** Without comments, and without the bodies of functions, which run later. */
function statementsOf(text: string): string[] {
  const now = text
    .replace(/--.*$/gm, "")
    .replace(/(create (?:or replace )?(?:function|procedure)\b[^;]*?)\$(\w*)\$[\s\S]*?\$\2\$/g, "$1");
  return (now.match(/(?:\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|[^;])+/g) ?? []).map((one) => one.trim());
}

/** The tables of distributors whose rows a migration reads or writes before it says that it sees all. */
function unseenBy(text: string): string[] {
  const statements = statementsOf(text);
  const said = statements.findIndex((one) => SEES_ALL.test(one));
  const before = said === -1 ? statements : statements.slice(0, said);
  return before
    .filter((one) => /^(update|insert|delete|with|select|merge|do)\b/.test(one))
    .flatMap((one) => [...one.matchAll(/\b(?:from|join|into|update(?: only)?|using)\s+(\w+)/g)])
    .flatMap(([, table]) => (table !== undefined && GUARDED.has(table) ? [table] : []));
}

test("the tables that policies guard are known", () => {
  expect(GUARDED.size).toBeGreaterThan(80);
});

test("each migration that reads or writes rows of distributors says first that it sees those of all", () => {
  const blind = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .filter((name) => unseenBy(readFileSync(join(MIGRATIONS, name), "utf8")).length > 0);
  expect(blind.toSorted()).toEqual(Object.keys(KNOWN));
});

describe("what a migration does unseen", () => {
  const all = "select set_config('app.all_distributors', 'on', true);";
  test.each([
    ["writes invoices", "update invoice set notes = '';", ["invoice"]],
    ["reads them for another table", "insert into plan (name) select notes from invoice;", ["invoice"]],
    ["does it in a block", "do $$ begin delete from mail; end $$;", ["mail"]],
    ["says it too late", `update mail set error = 'a; b';\n${all}`, ["mail"]],
    ["says it first", `${all}\nupdate mail set error = '';`, []],
    [
      "makes a function that will",
      "create function f() returns void language sql as $$ update mail set error = '' $$;",
      [],
    ],
    ["only changes a table", "alter table mail add column more text; create index on mail (more);", []],
    ["only speaks of them", "-- update mail set error = '';", []],
  ])("when it %s", (_, text, tables) => {
    expect(unseenBy(text)).toEqual(tables);
  });
});
