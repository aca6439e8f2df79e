import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import type { InvoiceDocument } from "../domain/e-invoicing/invoice-document.ts";
import { drawAll } from "./draw-invoices.ts";

/** Of nineteen: people who wait for a page come first, and on a busy machine the pages are drawn all the same. */
const POLITENESS = 5;

try {
  // On Linux a thread has a priority of its own; elsewhere there is no such link, and all share one.
  setPriority(Number(basename(readlinkSync("/proc/thread-self"))), POLITENESS);
} catch {
  // It draws all the same.
}

parentPort?.on("message", (documents: InvoiceDocument[]) => {
  void drawAll(documents).then((drawings) => parentPort?.postMessage(drawings));
});
