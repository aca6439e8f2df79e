import type { AgedBalance } from "@bobine/contract/client-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { agedByGroup } from "../../domain/client-account/group-clients.ts";
import { agedToWire } from "./aged-to-wire.ts";
import { clientAccountsRepository as accounts } from "./client-accounts.repository.ts";
import { paperRepository } from "./paper.repository.ts";

/** What all clients owe on a day, by how late it is and by group (CLI-3, CLI-4). */
export async function readAgedBalance(tx: Tx, distributorId: number, on: CivilDate): Promise<AgedBalance> {
  const open = await accounts.openOn(tx, { distributorId, on });
  const owing = [...new Set(open.map((one) => one.client_account))];
  const names = await paperRepository.names(tx, distributorId, owing);
  const { amounts, groups, client_count } = agedByGroup(open, names, on);
  return {
    on,
    amounts: agedToWire(amounts),
    client_count,
    groups: groups.map((group) => ({
      group: group.group,
      amounts: agedToWire(group.amounts),
      clients: group.clients.map((client) => ({
        client_account: client.client_account,
        client_name: client.client_name,
        amounts: agedToWire(client.amounts),
      })),
    })),
  };
}
