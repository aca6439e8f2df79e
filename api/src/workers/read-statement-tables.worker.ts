import { parentPort, workerData } from "node:worker_threads";
import { readTablesAt } from "./read-statement-tables.ts";

parentPort?.postMessage(await readTablesAt(workerData as Parameters<typeof readTablesAt>[0]));
