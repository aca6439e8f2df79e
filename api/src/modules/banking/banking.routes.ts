import { listTransactions } from "@bobine/contract/banking";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import { PAGE_SIZE } from "../../http/pages.ts";
import { streamBody, writeJsonRows } from "../../http/stream-body.ts";
import { turnstile } from "../../http/turnstile.ts";
import type { Services } from "../../services.ts";
import { bankingRepository } from "./banking.repository.ts";

const WHOLE_LISTS_AT_ONCE = 4;

/** Bank lines: their import, their lettering by the engine and by people, and its undoing (SPEC §2.8, §2.11, §2.14). */
export function mountBanking(app: FastifyInstance, services: Services): void {
  const door = turnstile(WHOLE_LISTS_AT_ONCE);

  mountRoute(app, services, listTransactions, async ({ query, distributorId, transaction, reply }) => {
    const { page } = query;
    if (page !== undefined) {
      return await transaction((tx) => bankingRepository.transactionPage(tx, distributorId, page, PAGE_SIZE));
    }
    const body = await streamBody(door, transaction, async (tx, write) => {
      await writeJsonRows(write, bankingRepository.allTransactions(tx, distributorId));
    });
    return reply.type("application/json; charset=utf-8").send(body);
  });
}
