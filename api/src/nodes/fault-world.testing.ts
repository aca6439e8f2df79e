// A node and all that it needs, each behind a proxy that can make the way there bad.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { prepareDatabase } from "../db/prepare-database.ts";
import { urlFor } from "../db/web-role.ts";
import { must } from "../domain/must.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../modules/mailing/mailing.testing.ts";
import { registryStore } from "../modules/shell/registry-store.ts";
import { aRemoteBuild } from "../modules/shell/remote-build.testing.ts";
import { s3RegistryStorage } from "../modules/shell/s3-registry-storage.ts";
import { deliverBankEvents, deliverCardEvents } from "../simulators/deliver-events.ts";
import { aDistributor, aStaffUser, type BuiltDistributor, LUMEN } from "../testing/builders.ts";
import { WEB_LOGIN } from "../testing/database.ts";
import { startS3Server, TEST_BUCKET } from "../testing/s3-server.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../testing/temporary-postgres.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { bearerForHours, browserAt, formWith, type NodeBrowser } from "./browser.testing.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";
import { aReportedCinema, UPLOAD_REPORT } from "./weekly-reports.testing.ts";

export const DEPENDENCIES = ["postgres", "files", "mail", "bank", "card", "registry"] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

export interface FaultWorld {
  readonly proxies: Readonly<Record<Dependency, FaultProxy>>;
  readonly node: TestNode;
  /** A second node, whose remotes are in a bucket. */
  readonly withBucket: TestNode;
  /** Of the remote there. */
  readonly entry: string;
  readonly smtp: TestSmtpServer;
  /** Writes and reads beneath the nodes, by no proxy. */
  readonly inside: TestApp;
  readonly distributor: BuiltDistributor;
  /** An administrator of it. */
  readonly browser: NodeBrowser;
  /** One that was issued, with its document. */
  readonly invoice: number;
  close(): Promise<void>;
}

const BUILD = "0123456789ab";

export async function startFaultWorld(): Promise<FaultWorld> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const next of closers.toReversed()) await next();
  };
  try {
    return { ...(await build(closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(closers: (() => unknown)[]): Promise<Omit<FaultWorld, "close">> {
  const folder = mkdtempSync(join(tmpdir(), "bobine-faults-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startTemporaryPostgres("faults", { max_connections: "120" });
  closers.push(() => postgres.stop());
  const webUrl = urlFor(WEB_LOGIN, postgres.url);
  await prepareDatabase({ ownerUrl: postgres.url, webUrl });
  const inside = await createTestApp({
    today: new Date().toISOString(),
    database: { url: postgres.url, webUrl, drop: async () => undefined },
  });
  closers.push(() => inside.close());
  const smtp = await startTestSmtpServer();
  closers.push(() => smtp.close());
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const bank = must(inside.bank, "a simulated bank");
  const card = must(inside.card, "a simulated card provider");

  const proxyTo = async (url: string) => {
    const proxy = await startFaultProxy(Number(new URL(url).port));
    closers.push(() => proxy.close());
    return proxy;
  };
  const proxies = {
    postgres: await proxyTo(postgres.url),
    files: await proxyTo(s3.access.endpoint),
    mail: await proxyTo(smtp.url),
    bank: await proxyTo(bank.url),
    card: await proxyTo(card.account.apiUrl),
    registry: await proxyTo(s3.access.endpoint),
  };
  const publicOrigin = new URL(inside.services.config.publicUrl).origin;
  const bucket = {
    AWS_ACCESS_KEY_ID: s3.access.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.access.secretAccessKey,
  };
  const environment = {
    ...bucket,
    SMTP_URL: proxies.mail.through(smtp.url),
    BRIDGE_URL: proxies.bank.through(bank.url),
    BRIDGE_CLIENT_ID: bank.clientId,
    BRIDGE_CLIENT_SECRET: bank.clientSecret,
    BRIDGE_WEBHOOK_SECRET: bank.webhookSecret,
    BRIDGE_CONNECT_ORIGINS: publicOrigin,
    STRIPE_API_URL: proxies.card.through(card.account.apiUrl),
    STRIPE_SECRET_KEY: card.account.secretKey,
    STRIPE_WEBHOOK_SECRET: card.account.webhookSecret,
    STRIPE_CHECKOUT_ORIGINS: publicOrigin,
  };
  const node = await startNode({
    ...environment,
    DATABASE_URL: proxies.postgres.through(webUrl),
    DATA_DIR: join(folder, "one"),
    FILES_URL: `s3://${TEST_BUCKET}/files`,
    S3_ENDPOINT: proxies.files.through(s3.access.endpoint),
  });
  closers.push(() => node.kill());

  const storage = s3RegistryStorage(`s3://${TEST_BUCKET}/remotes`, s3.access);
  const store = registryStore(storage);
  const by = { who: "claire", now: new Date(), reason: "essai" };
  const dist = aRemoteBuild(join(folder, "dist"), { build: BUILD, contract: ">=1.0.0", shared: {} });
  await store.publish(dist, by);
  await store.promote("mfe-finance", BUILD, by);
  // Jobs of the one are not the other's, which keeps documents elsewhere.
  const ownerUrl = urlOfDatabase(postgres.url, "with_bucket");
  await prepareDatabase({ ownerUrl, webUrl: urlFor(WEB_LOGIN, ownerUrl) });
  const withBucket = await startNode({
    ...environment,
    DATABASE_URL: urlFor(WEB_LOGIN, ownerUrl),
    DATA_DIR: join(folder, "two"),
    REGISTRY_URL: `s3://${TEST_BUCKET}/remotes`,
    S3_ENDPOINT: proxies.registry.through(s3.access.endpoint),
  });
  closers.push(() => withBucket.kill());

  const address = { address: "127.0.0.1", port: node.port, family: "IPv4" };
  deliverBankEvents(bank, address);
  deliverCardEvents(card.simulator, address);
  const { distributor, user } = await inside.inDatabase(async (tx) => {
    const cinema = await aReportedCinema(tx);
    const distributor = await aDistributor(tx, { ...LUMEN, iban: "FR7630004000010000000000001" });
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${cinema.id}, ${distributor.id})`,
    );
    return { distributor, user: await aStaffUser(tx, distributor) };
  });
  const browser = browserAt(node.url, await bearerForHours(inside, user));
  const invoice = await anInvoiceOf(browser, inside);
  return {
    proxies,
    node,
    withBucket,
    entry: `/r/mfe-finance/${BUILD}/remoteEntry.js`,
    smtp,
    inside,
    distributor,
    browser,
    invoice,
  };
}

async function anInvoiceOf(browser: NodeBrowser, inside: TestApp): Promise<number> {
  const report = reportOf([
    declaration({ reference: "first", visa: "299999", week: "2026-11-11", end: "2026-11-17" }),
  ]);
  const { status, body } = await browser.send(
    "POST",
    UPLOAD_REPORT,
    formWith("xml_file", "rapport.xml", report),
  );
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  let invoice: number | undefined;
  await until("an invoice is issued, and has its document", async () => {
    const drawn = await inside.inDatabase((tx) =>
      tx.maybe<{ invoice_id: number }>(sql`select invoice_id from invoice_file limit 1`),
    );
    invoice = drawn?.invoice_id;
    return invoice !== undefined;
  });
  return must(invoice, "an invoice");
}
