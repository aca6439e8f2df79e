import { parentPort, workerData } from "node:worker_threads";
import { type PackedInput, packedPlanFor } from "./plan-lettering.ts";

parentPort?.postMessage(packedPlanFor(workerData as PackedInput));
