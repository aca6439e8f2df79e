import { readTies as readTiesRoute, stateBalance } from "@bobine/contract/ties";
import { frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { centsFromWire } from "@bobine/contract/money";
import type { FastifyInstance } from "fastify";
import { lockStatements } from "../../db/locks.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { signalOf } from "../../http/signal-of.ts";
import type { Services } from "../../services.ts";
import { bankAccountsRepository } from "../banking/bank-accounts.repository.ts";
import { bankBalancesRepository } from "../banking/bank-balances.repository.ts";
import { exportsRepository } from "./exports.repository.ts";
import { readTies } from "./read-ties.ts";

/** Whoever looks reads the books of a year, and all of them once lots are made: a few at a time. */
const READERS_AT_ONCE = 2;
const READERS_EACH = 1;

/** Whether bank and books are one sum (EXP-15). */
export function mountTies(app: FastifyInstance, services: Services): void {
  const readers = concurrencyLimiter(READERS_AT_ONCE, READERS_EACH);

  mountRoute(app, services, readTiesRoute, ({ distributorId, query, reply, transaction }) =>
    readers.run(
      () =>
        transaction(async (tx) => {
          await exportsRepository.freeze(tx);
          const today = services.clock.today();
          return await readTies(tx, {
            distributorId,
            year: Number(query.year ?? today.slice(0, 4)),
            today,
          });
        }),
      signalOf(reply),
      distributorId,
    ),
  );

  mountRoute(app, services, stateBalance, async (context) => {
    const { distributorId, body } = context;
    const { account_id, date, balance } = body;
    if (date > services.clock.today())
      throw errors.field("date", "La date du solde ne peut pas être après aujourd’hui.");
    return await context.transaction(async (tx) => {
      await lockStatements(tx, distributorId);
      const accounts = await bankAccountsRepository.list(tx, distributorId);
      if (account_id !== null && !accounts.some((account) => account.id === account_id))
        throw errors.field("account_id", "Ce compte bancaire est introuvable.");
      const account = account_id === null ? accounts[0] : accounts.find(({ id }) => id === account_id);
      if (balance !== null && account && account.currency !== "EUR")
        throw errors.field(
          "balance",
          `Ce compte est en ${account.currency}\u00a0: son solde n’est pas suivi en euros.`,
        );
      const id = account?.id ?? null;
      const before = await bankBalancesRepository.removeTyped(
        tx,
        distributorId,
        { id, isFirst: account === accounts[0] },
        date,
      );
      if (balance !== null)
        await bankBalancesRepository.save(tx, distributorId, {
          bank_account_id: id,
          import_id: null,
          kind: "closing",
          date,
          amount: centsFromWire(balance),
        });
      const isChange = balance === null ? before !== undefined : before !== centsFromWire(balance);
      if (isChange) {
        const of = [...(account ? [account.label, account.number] : []), frenchDate(date)].join(", ");
        await writeAudit(tx, auditSourceOf(context), "other", {
          changed_fields: ["bank_balance"],
          old_value: before === undefined ? null : `${of}\u00a0: ${euros(before)}`,
          new_value: `${of}\u00a0: ${balance === null ? "–" : euros(centsFromWire(balance))}`,
        });
      }
      return { date, balance };
    });
  });
}
