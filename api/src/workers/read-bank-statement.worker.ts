import { parentPort, workerData } from "node:worker_threads";
import { readStatementAt } from "./read-bank-statement.ts";

parentPort?.postMessage(await readStatementAt(workerData as Parameters<typeof readStatementAt>[0]));
