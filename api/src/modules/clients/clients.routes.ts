import {
  agedBalanceFileName,
  exportAgedBalance,
  printAgedBalance,
  printStatementOfAccount,
  readAgedBalance as readAgedContract,
  readClientAccount as readContract,
  statementFileName,
} from "@bobine/contract/client-accounts";
import { ACCOUNT_LIST } from "@bobine/contract/lists/client-account";
import type { QueryOf } from "@bobine/contract/route";
import type { FastifyInstance, FastifyReply } from "fastify";
import { takeSnapshot } from "../../db/take-snapshot.ts";
import { type AuditDetails, auditSourceOf, writeAudit } from "../../http/audit.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { signalOf } from "../../http/signal-of.ts";
import { isHeadRequest } from "../../http/stream-body.ts";
import type { Services } from "../../services.ts";
import { agedBalanceCsv, agedBalancePdf } from "./aged-balance-files.ts";
import { clientAccountsRepository as accounts } from "./client-accounts.repository.ts";
import { movementView } from "./movement-view.ts";
import { paperRepository } from "./paper.repository.ts";
import { printStatement, readStatement, requirePastPeriod } from "./print-statement.ts";
import { readAgedBalance } from "./read-aged-balance.ts";
import { readClientAccount } from "./read-client-account.ts";
import { statementRows } from "./statement-of-account.ts";

/** Whoever prints a long statement, or ages what all clients owe, reads and draws for seconds: a few at a time. */
const READERS_AT_ONCE = 2;
const READERS_EACH = 1;

/** The accounts of clients, and what all of them owe (CLI-1 to CLI-4). */
export function mountClients(app: FastifyInstance, services: Services): void {
  mountAccounts(app, services);
  const readers = concurrencyLimiter(READERS_AT_ONCE, READERS_EACH);
  const { clock } = services;

  mountRoute(app, services, printStatementOfAccount, async (context) => {
    const { query, distributorId, reply, transaction } = context;
    const today = clock.today();
    const period = { ...query, ...requirePastPeriod(query, today), distributorId };
    const file = {
      type: "application/pdf",
      name: statementFileName(query.account, "pdf"),
      told: { event: "client_account_export", ...statementDetails(period) },
    };
    return await sendFile(context, file, () =>
      readers.run(
        async () => {
          const statement = await transaction(async (tx) => {
            await takeSnapshot(tx);
            return await readStatement(tx, period, today);
          });
          return await printStatement(statement);
        },
        signalOf(reply),
        distributorId,
      ),
    );
  });

  const aged = ({ query, distributorId, reply, transaction }: AgedContext) =>
    readers.run(
      () => transaction((tx) => readAgedBalance(tx, distributorId, query.on ?? clock.today())),
      signalOf(reply),
      distributorId,
    );
  mountRoute(app, services, readAgedContract, aged);

  mountRoute(app, services, exportAgedBalance, async (context) => {
    const name = agedBalanceFileName(context.query.on ?? clock.today(), "csv");
    return await sendFile(
      context,
      { type: "text/csv; charset=utf-8", name, told: { event: "aged_balance_export" } },
      async () => agedBalanceCsv(await aged(context)),
    );
  });

  mountRoute(app, services, printAgedBalance, async (context) => {
    const name = agedBalanceFileName(context.query.on ?? clock.today(), "pdf");
    return await sendFile(
      context,
      { type: "application/pdf", name, told: { event: "aged_balance_export" } },
      async () => {
        const company = await context.transaction((tx) => paperRepository.company(tx, context.distributorId));
        return await agedBalancePdf(await aged(context), company);
      },
    );
  });
}

type AgedContext = Pick<
  RequestContext<typeof readAgedContract>,
  "query" | "distributorId" | "reply" | "transaction"
>;

/** Whose account a file tells, and of when: its name says neither wholly. */
const statementDetails = ({ account, from, to }: QueryOf<typeof printStatementOfAccount>): AuditDetails => ({
  client_accounts: [account],
  period_start: from,
  period_end: to,
});

/** A file that is made whole; who took it is in the audit log. */
async function sendFile(
  context: Pick<
    RequestContext<typeof readAgedContract>,
    "request" | "reply" | "transaction" | "user" | "distributorId"
  >,
  { type, name, told }: { readonly type: string; readonly name: string; readonly told: AuditDetails },
  make: () => Promise<Buffer | string>,
): Promise<FastifyReply> {
  const { request, reply, transaction } = context;
  void reply.type(type).header("content-disposition", `attachment; filename="${name}"`);
  if (isHeadRequest(request)) return reply.send("");
  const file = await make();
  await transaction((tx) => writeAudit(tx, auditSourceOf(context), "other", { ...told, file_name: name }));
  return reply.send(file);
}

function mountAccounts(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    readContract,
    async ({ query: { account, on }, distributorId, transaction }) => {
      const today = services.clock.today();
      return await transaction((tx) =>
        readClientAccount(tx, { distributorId, account, on: on ?? today, today }),
      );
    },
    { readsAtOnce: () => true },
  );

  mountList(app, services, ACCOUNT_LIST, {
    readsAtOnce: true,
    page: async (tx, { query, distributorId }, page, size) => {
      const period = { ...query, distributorId };
      const [{ count, ...sums }, rows] = await accounts.page(tx, period, page, size);
      return { rows: rows.map(movementView), count, more: sums };
    },
    csv: (tx, { query, distributorId }) => statementRows(tx, { ...query, distributorId }),
    csvEvent: "client_account_export",
    csvDetails: ({ query }) => statementDetails(query),
  });
}
