import { parentPort, workerData } from "node:worker_threads";
import { type LetteringInput, planFor } from "./plan-lettering.ts";

parentPort?.postMessage(planFor(workerData as LetteringInput));
