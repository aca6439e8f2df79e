// Box office and invoices on a real database: what their integration tests share.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import sql from "sql-template-tag";
import { vi } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { mountInvoices } from "../invoices/invoices.routes.ts";
import { mountBoxOffice } from "./box-office.routes.ts";

export const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

/** Box office and invoices, without the rest of the product. */
export async function openBoxOffice(): Promise<TestApp> {
  // A folder for temporary files of its own: what others leave in the common one is not ours to judge.
  const folder = mkdtempSync(join(tmpdir(), "bobine-module-"));
  vi.stubEnv("TMPDIR", folder);
  const app = await createTestApp({ only: [mountBoxOffice, mountInvoices] });
  return {
    ...app,
    close: async () => {
      await app.close();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs what imports have queued, and nothing that follows from it. */
export async function issueInvoices(app: TestApp): Promise<void> {
  await app.drainJobs("issue-invoices");
  await app.forgetJobs();
}

export interface TestDistributor {
  readonly id: number;
  readonly user: { readonly id: number };
  /** Headers of that user. */
  readonly headers: Record<string, string>;
}

let serial = 0;

/** A complete distributor, by default Lumen of the samples with automation on, and a signed-in user. */
export async function aSignedInDistributor(
  app: TestApp,
  changes: Partial<Record<"name" | "siren" | "iban", string>> & { automation_on?: boolean } = {},
): Promise<TestDistributor> {
  serial += 1;
  const {
    name = "Lumen Films Distribution",
    siren = String(100_000_000 + serial),
    iban = "FR7699999000010001234567809",
  } = changes;
  const { id, user } = await app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into distributor (name, legal_mention, rcs_city, address, post_code, city, siren, prefix_vat, iban, automation_on, validation_status)
      values (${name}, 'SAS au capital de 40 000 €', 'Paris', '14 rue des Ormes-Bleus', '75010', 'Paris', ${siren}, 'FR39', ${iban},
        ${changes.automation_on ?? true}, 'validated') returning id`);
    const user = await tx.one<{ id: number }>(sql`
      insert into app_user (distributor_id, email, first_name, company, role) values (${id}, ${`user-${serial}@lumen.example`}, 'Anne', 'Lumen', 'accountant')
      returning id`);
    return { id, user };
  });
  return { id, user, headers: await app.bearerOf(user) };
}

/** The multipart body of an upload. */
export function multipart(
  content: string | Uint8Array,
  { name = "rapport.xml", type = "text/xml", field = "xml_file" } = {},
): { headers: { "content-type": string }; payload: Buffer } {
  const boundary = "----bobine";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

export async function upload(
  { app }: TestApp,
  distributor: TestDistributor,
  content: string | Uint8Array,
  options?: Parameters<typeof multipart>[1],
): Promise<LightMyRequestResponse> {
  const { headers, payload } = multipart(content, options);
  return await app.inject({
    method: "POST",
    url: "/api/v1/box-office/upload-cnc-xml/",
    headers: { ...headers, ...distributor.headers },
    payload,
  });
}
