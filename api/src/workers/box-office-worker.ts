// Reads a report in a thread of its own, so that the API answers meanwhile. Batches are acknowledged: nothing piles up.
import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { readBoxOfficeXml, UnreadableReport } from "../domain/parsing/box-office-xml.ts";
import type { BoxOfficeMessage, BoxOfficeTask } from "./read-box-office-file.ts";

const port = parentPort;
if (!port) throw new Error("this file is a worker");
const { path, today, batchSize } = workerData as BoxOfficeTask;
const send = (message: BoxOfficeMessage): void => port.postMessage(message);

/** Batches that are read while the first of them is being written: a short wait of the database does not stop the reading. */
const AHEAD = 4;
let underWay = 0;
let goOn: (() => void) | undefined;
port.on("message", () => {
  underWay -= 1;
  goOn?.();
});
async function untilFewerThan(count: number): Promise<void> {
  while (underWay >= count) {
    await new Promise<void>((done) => {
      goOn = done;
    });
  }
}

try {
  const reading = await readBoxOfficeXml(createReadStream(path), {
    today,
    batchSize,
    onDeclarations: async (declarations) => {
      await untilFewerThan(AHEAD);
      underWay += 1;
      // As text: a structured clone of so many small objects costs five times as much.
      send({ kind: "batch", json: JSON.stringify(declarations) });
    },
  });
  await untilFewerThan(1);
  send({ kind: "done", reading });
} catch (error) {
  if (error instanceof UnreadableReport)
    send({ kind: "unreadable", code: error.code, message: error.message });
  else
    send({
      kind: "failed",
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
}
port.close();
