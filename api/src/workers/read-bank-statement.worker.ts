import { parentPort, workerData } from "node:worker_threads";
import { type ReadInput, readFileOf } from "./read-bank-statement.ts";

parentPort?.postMessage(await readFileOf(workerData as ReadInput));
