// deploy/compose.yaml, deploy/systemd and what docs have an operator copy, read as text: what they must hand to a node.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const textOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8");
const nodes = textOf("deploy/compose.yaml").split("x-node:")[1]!.split("services:")[0]!;

test.each(["SECRET_KEY", "PUBLIC_URL", "SMTP_URL"])("a composed node does not start without %s", (name) => {
  expect(nodes).toContain(`    ${name}: \${${name}:?}\n`);
});

test("a composed node does not start while nothing is said of who is its first super admin; empty is nobody", () => {
  expect(nodes).toContain("    SUPER_ADMIN_EMAIL: ${SUPER_ADMIN_EMAIL?");
});

/** Of the image or of compose.yaml alone, the owner's own, and what a node in production is not for. */
const NOT_OF_ENV = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DEMO",
  "DEV_OVERRIDES",
];
const table = textOf("README.md").split("\n## Configuration\n")[1]!.split("\n## ")[0]!;
const named = [...table.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, cell]) => cell!.match(/\w+/g)!);

test("README's table names each variable that the configuration reads, and no other", () => {
  const read = textOf("api/src/config.ts")
    .split("const environment = z\n  .object({")[1]!
    .split("  .superRefine")[0]!;
  const names = [...read.matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!);
  expect([...named].sort()).toEqual(names.filter((name) => name !== "NODE_ENV").sort());
});

test.each(named.filter((name) => !NOT_OF_ENV.includes(name)))(
  "a composed node gets the %s that stands in .env",
  (name) => {
    expect(nodes).toContain(`    ${name}: \${${name}`);
  },
);

test("how the first person gets in without the demo is told where nodes are set up", () => {
  for (const name of ["docs/operations.md", "deploy/systemd/bobine.service", "deploy/compose.yaml"])
    expect(textOf(name)).toContain("SUPER_ADMIN_EMAIL");
});

test("under the unit a node may write in the folders that the configuration gives as examples", () => {
  const writable = /^ReadWritePaths=(.*)$/m.exec(textOf("deploy/systemd/bobine.service"))![1]!.split(" ");
  const examples = [...textOf("api/src/config.ts").matchAll(/place\("file:\/\/(\S+) or /g)].map(
    ([, path]) => path!,
  );
  expect(examples).toHaveLength(2);
  expect(writable).toEqual(expect.arrayContaining(examples.map((path) => `-${path}`)));
});

test("what a mail server is told to run is found without a shell, as the user of the unit, with its settings (MAIL-14)", () => {
  const line = textOf("docs/mail.md").match(/flags=.* argv=.*/)![0];
  const [program, ...args] = line.split(" argv=")[1]!.split(" ");
  const unit = textOf("deploy/systemd/bobine.service");
  expect(line).toContain(` user=${/^User=(.*)$/m.exec(unit)![1]} `);
  expect(unit).toContain(`ExecStart=${program} `);
  const checkout = `${/^WorkingDirectory=(.*)$/m.exec(unit)![1]}/`;
  const [script, ...verbs] = args.filter((arg) => !arg.startsWith("--env-file"));
  expect(existsSync(new URL(`../../../${script!.slice(checkout.length)}`, import.meta.url))).toBe(true);
  expect([script!.startsWith(checkout), verbs, args.length - verbs.length]).toEqual([
    true,
    ["bounces", "record"],
    2,
  ]);
});
