// One measurement of the box-office benchmark, in a process of its own so that its memory and its warm-up are its own too.
// argv: bare|read|import|preview, path of the report, and for the last two the database and the distributor.
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { civilDate } from "@bobine/contract/civil-date";
import { createPool } from "../src/db/pool.ts";
import { readBoxOfficeXml } from "../src/domain/parsing/box-office-xml.ts";
import type { Upload } from "../src/http/receive-upload.ts";
import { importBoxOffice } from "../src/modules/box-office/import-box-office.ts";
import { previewReport } from "../src/modules/declarations/preview-report.ts";
import type { Services } from "../src/services.ts";
import { bareSaxPass } from "./box-office-report.ts";

export interface Measurement {
  readonly ms: number;
  /** Declarations read, or kept by the import. */
  readonly declarations: number;
  /** Peak resident memory so far; undefined where the system does not tell it. */
  readonly peak_bytes: number | undefined;
}

/** The week after the report's. */
const TODAY = civilDate("2026-11-21");

/** Linux keeps the highest resident size of each process. */
function peakOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** What the route hands over once the upload is on the disk. */
async function uploadOf(path: string): Promise<Upload> {
  const hash = createHash("sha256");
  let head: Buffer | undefined;
  for await (const chunk of createReadStream(path)) {
    head ??= Buffer.from((chunk as Buffer).subarray(0, 512));
    hash.update(chunk as Buffer);
  }
  return {
    path,
    fileName: basename(path),
    contentType: "text/xml",
    size: (await stat(path)).size,
    sha256: hash.digest(),
    head: head ?? Buffer.alloc(0),
  };
}

async function read(path: string): Promise<Omit<Measurement, "peak_bytes">> {
  const started = performance.now();
  let declarations = 0;
  await readBoxOfficeXml(createReadStream(path, { highWaterMark: 256 * 1024 }), {
    today: TODAY,
    onDeclarations: (batch) => {
      declarations += batch.length;
    },
  });
  return { ms: performance.now() - started, declarations };
}

async function importOnce(
  work: "import" | "preview",
  path: string,
  url: string,
  distributorId: number,
): Promise<Omit<Measurement, "peak_bytes">> {
  const pool = createPool({ url });
  try {
    const upload = await uploadOf(path);
    // The parts of the services that an import uses. Its one job is not kept: that is a single row.
    const services = {
      pool,
      clock: { now: () => new Date(), today: () => TODAY },
      jobs: { enqueue: async () => undefined },
      log: { info: () => undefined },
    } as unknown as Services;
    const importer = {
      distributorId,
      userId: null as unknown as number,
      source: { actorId: null, distributorId, requestId: "bench", uiBuild: "" },
    };
    await pool.query("select 1");
    const started = performance.now();
    const { signal } = new AbortController();
    const stats =
      work === "import"
        ? (await importBoxOffice(services, importer, upload, signal)).preliminary_stats
        : (await previewReport(services, importer, upload, signal)).stats;
    const ms = performance.now() - started;
    if (stats.errors_count > 0) throw new Error(stats.errors[0]);
    return { ms, declarations: stats.imported };
  } finally {
    await pool.end();
  }
}

const [mode, path = "", url = "", distributor = ""] = process.argv.slice(2);
const result =
  mode === "bare"
    ? { ms: await bareSaxPass(path), declarations: 0 }
    : mode === "read"
      ? await read(path)
      : await importOnce(mode === "preview" ? "preview" : "import", path, url, Number(distributor));
process.send?.({ ...result, peak_bytes: peakOf(process.pid) } satisfies Measurement);
await once(process, "disconnect");
