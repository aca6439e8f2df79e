import { parentPort, workerData } from "node:worker_threads";
import { readCinemasAt } from "./read-cinema-xlsx.ts";

parentPort?.postMessage(await readCinemasAt(workerData as string));
