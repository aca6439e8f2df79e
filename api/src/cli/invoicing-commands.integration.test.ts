import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, type BuiltDistributor, LUMEN } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { UsageError } from "./area.ts";
import { invoicingCommand } from "./invoicing-commands.ts";

let app: TestApp;
let lumen: BuiltDistributor;
beforeAll(async () => {
  app = await createTestApp();
  lumen = await app.inDatabase((tx) => aDistributor(tx, LUMEN));
});
afterAll(() => app.close());

const siren = async () =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ siren: string }>(sql`select siren from distributor where id = ${lumen.id}`),
    )
  ).siren;
const invoicing = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await invoicingCommand(app.owner, args, (line) => lines.push(line));
  return lines;
};
const audits = () =>
  app.inDatabase((tx) =>
    tx.many<{ action_details: Record<string, unknown> }>(
      sql`select action_details from audit_log where distributor_id = ${lumen.id} and action_type = 'other' order by id`,
    ),
  );

test("how a distributor invoices is changed, listed as it would be set, and audited", async () => {
  const options = {
    "legal-mention": "SAS au capital de 40 000 €",
    "rcs-city": "Paris",
    "payment-terms": "45fdm",
    "vat-rate": "5,5",
    "sacem-deducted": "yes",
    "factor-name": "Factor Nord",
    "factor-iban": "FR76 3000 6000 0112 3456 7890 189",
    "reminder-before-due": "yes",
    "mailing-from": "2027-01-01",
  };
  const written = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const lines = await invoicing("set", await siren(), ...written);
  expect(lines.slice(1)).toEqual([
    '  --legal-mention "SAS au capital de 40\u202f000\u00a0€"',
    '  --rcs-city "Paris"',
    "  --payment-terms 45fdm",
    "  --vat-rate 5.5",
    "  --sacem-deducted yes",
    '  --factor-name "Factor Nord"',
    '  --factor-iban "FR7630006000011234567890189"',
    "  --reminder-before-due yes",
    "  --mailing-from 2027-01-01",
    "  --write-off-limit 1.00",
  ]);
  await invoicing("set", await siren(), "--payment-terms", "60", "--rcs-city", "Paris");
  expect((await audits()).at(-1)?.action_details).toMatchObject({
    changed_fields: ["payment_terms"],
    old_value: ["45fdm"],
    new_value: ["60"],
  });
  const before = await audits();
  await invoicing("set", await siren(), "--payment-terms", "60");
  expect(await audits()).toHaveLength(before.length);
  expect((await invoicing())[0]).toContain("Lumen");
});

test("a factor is set with its name and its IBAN, and put away with both", async () => {
  const half = invoicing("set", await siren(), "--factor-name", "");
  await expect(half).rejects.toThrow(/nom du factor/);
  await invoicing("set", await siren(), "--factor-name", "", "--factor-iban", "");
});

test("a change of the rate has what waited for it issued, and one of the factor is mailed, as on the screen (BILL-20)", async () => {
  await app.forgetJobs();
  await invoicing("set", await siren(), "--vat-rate", "0");
  expect(await app.queuedJobs()).toEqual([{ name: "issue-invoices", data: { distributor_id: lumen.id } }]);
  await app.forgetJobs();
  await invoicing(
    "set",
    await siren(),
    "--factor-name",
    "Factor Sud",
    "--factor-iban",
    "FR7630006000011234567890189",
  );
  expect(await app.queuedJobs()).toMatchObject([
    { name: "send-security-notice", data: { distributor_id: lumen.id } },
  ]);
});

test("a SIREN that no distributor has is said to be so", async () => {
  await expect(invoicing("set", "123456789", "--rcs-city", "Paris")).rejects.toThrow(
    "No validated distributor has the SIREN 123456789.",
  );
});

test("an amount is written with a comma or a point", async () => {
  expect(await invoicing("set", await siren(), "--write-off-limit", "1,50")).toContain(
    "  --write-off-limit 1.50",
  );
});

test.each([
  [["set"]],
  [["set", "100000000"]],
  [["set", "100000000", "--rcs-city", "Paris"]],
  [["set", "SIREN", "--payment-terms", "90"]],
  [["set", "SIREN", "--vat-rate", "19.6"]],
  [["set", "SIREN", "--sacem-deducted", "oui"]],
  [["set", "SIREN", "--factor-iban", "FR7630006000011234567890188"]],
  [["set", "SIREN", "--mailing-from", "2027-02-30"]],
  [["set", "SIREN", "--legal-mention", "a\nb"]],
  [["set", "SIREN", "--legal-mention", "SAS"]],
  [["set", "SIREN", "--legal-mention", "SA au capital de 10 000 €"]],
  [["set", "SIREN", "--write-off-limit", "200.00"]],
  [["set", "SIREN", "--colour", "red"]],
  [["list", "SIREN"]],
  [["remove", "SIREN"]],
])("%j is refused with a line that helps", async (args) => {
  const own = await siren();
  await expect(invoicing(...args.map((one) => (one === "SIREN" ? own : one)))).rejects.toBeInstanceOf(
    UsageError,
  );
});
