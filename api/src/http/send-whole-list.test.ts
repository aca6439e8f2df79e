import { PassThrough } from "node:stream";
import { INVOICE_LIST } from "@bobine/contract/lists/invoices";
import { expect, test } from "vitest";
import type { Tx } from "../db/scope.ts";
import { BUFFERED_BYTES } from "./stream-body.ts";
import { sendCsvList, sendJsonList } from "./send-whole-list.ts";

/** A reader of one distributor, and when the database was asked for its list. */
function aReader(distributorId: number) {
  const body = Promise.withResolvers<PassThrough>();
  const reply = {
    type: () => reply,
    header: () => reply,
    send: (sent: PassThrough) => {
      body.resolve(sent);
      return reply;
    },
  };
  const asked = Promise.withResolvers<"asked">();
  const transaction = (work: (tx: Tx) => Promise<void>) => {
    asked.resolve("asked");
    // The audit entry of a list that is taken.
    return work({ run: () => Promise.resolve(1) } as unknown as Tx);
  };
  const context = {
    reply: Object.assign(reply, { raw: new PassThrough() }),
    distributorId,
    scope: { kind: "distributor", distributorId },
    transaction,
    user: undefined,
    request: { method: "GET", headers: {} },
  };
  return {
    context: context as never,
    transaction: transaction as never,
    asked: asked.promise,
    body: body.promise,
  };
}

test("all lists of a distributor share two places, whatever their form", async () => {
  const gate = Promise.withResolvers<void>();
  async function* rowsAfterGate() {
    yield [{ id: 1, name: "x".repeat(BUFFERED_BYTES) }];
    await gate.promise;
  }
  async function* none() {
    // Nothing is listed.
  }
  const [first, second, third, another] = [aReader(7), aReader(7), aReader(7), aReader(8)];
  await sendJsonList(first.context, first.transaction, rowsAfterGate, false);
  await sendJsonList(second.context, second.transaction, rowsAfterGate, true);
  const file = sendCsvList(third.context, INVOICE_LIST, none);
  await sendCsvList(another.context, INVOICE_LIST, none);
  expect(await another.asked).toBe("asked");
  expect(await Promise.race([third.asked, Promise.resolve("waits")])).toBe("waits");
  for (const { body } of [first, second]) (await body).resume();
  gate.resolve();
  await file;
  expect(await third.asked).toBe("asked");
  for (const { body } of [first, second, third, another]) (await body).destroy();
});
