import {
  type BankConnection,
  type ConnectedBank,
  connectionStatus,
  disconnectBank,
  startBankConnection,
  syncTransactions,
} from "@bobine/contract/bank-connection";
import type { QueryOf } from "@bobine/contract/route";
import { callApi, invalidateAfter, routeQuery, useAction } from "@bobine/shared-auth";
import { providerPage } from "@bobine/shared-features/provider-page";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

const POLL_MS = 1_500;
/** While the person is at the bank's own page, in another tab. */
const WAIT_POLL_MS = 4_000;

export const isSyncing = ({ sync }: Pick<ConnectedBank, "sync">): boolean =>
  sync.state === "queued" || sync.state === "running";

/** What changes when a person has connected a bank. */
const stateOf = ({ banks }: BankConnection): string =>
  banks.map(({ id, is_connected }) => `${id} ${is_connected}`).join();

/**
 * The connection, followed while a bank synchronises, or while the person is expected back from the bank's page.
 * @param before how it stood when that page was opened
 */
export function useBankConnection(before?: BankConnection) {
  const client = useQueryClient();
  const connection = useQuery({
    ...routeQuery(connectionStatus),
    // Whoever comes back from the bank's tab sees how it ended.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data?.banks.some(isSyncing)) return POLL_MS;
      return before && data && stateOf(data) === stateOf(before) ? WAIT_POLL_MS : false;
    },
  });
  const syncing = connection.data?.banks.some(isSyncing) ?? false;
  const wasSyncing = useRef(syncing);
  useEffect(() => {
    if (wasSyncing.current && !syncing) void invalidateAfter(client, syncTransactions);
    wasSyncing.current = syncing;
  }, [syncing, client]);
  return connection;
}

/** Another tab has come back from the bank. */
export function useReadConnectionAgain(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => invalidateAfter(client, disconnectBank), [client]);
}

/** Opens a session with the aggregator. @returns the address of its page */
export function useStartConnection() {
  return useAction({
    mutationFn: async (query: QueryOf<typeof startBankConnection>) =>
      providerPage("bank", (await callApi(startBankConnection, { query })).redirect_url),
  });
}

export function useSynchronise(connection_id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => callApi(syncTransactions, { query: { connection_id } }),
    onSettled: () => invalidateAfter(client, syncTransactions),
  });
}

export function useDisconnect(connection_id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => callApi(disconnectBank, { query: { connection_id } }),
    // Not waited for: with the new answer the bank is gone, and whoever asked from it would not hear that it is done.
    onSuccess: () => void invalidateAfter(client, disconnectBank),
  });
}
