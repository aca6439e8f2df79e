import { readClientAccount as readContract } from "@bobine/contract/client-accounts";
import { ACCOUNT_LIST } from "@bobine/contract/lists/client-account";
import type { FastifyInstance } from "fastify";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { clientAccountsRepository as accounts } from "./client-accounts.repository.ts";
import { movementView } from "./movement-view.ts";
import { readClientAccount } from "./read-client-account.ts";
import { statementRows } from "./statement-of-account.ts";

/** The accounts of clients (CLI-1 to CLI-3). */
export function mountClients(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    readContract,
    async ({ query: { account, on = services.clock.today() }, distributorId, transaction }) =>
      await transaction((tx) => readClientAccount(tx, { distributorId, account, on })),
    { readsAtOnce: () => true },
  );

  mountList(app, services, ACCOUNT_LIST, {
    readsAtOnce: true,
    page: async (tx, { query, distributorId }, page, size) => {
      const period = { ...query, distributorId };
      const { count, ...sums } = await accounts.sums(tx, period);
      const rows = await accounts.page(tx, period, page, size);
      return { rows: rows.map(movementView), count, more: sums };
    },
    csv: (tx, { query, distributorId }) => statementRows(tx, { ...query, distributorId }),
    csvEvent: "client_account_export",
  });
}
