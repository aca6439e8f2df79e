import { parentPort, workerData } from "node:worker_threads";
import { readInvoicesAt } from "./read-invoice-csv.ts";

parentPort?.postMessage(await readInvoicesAt(workerData as string));
