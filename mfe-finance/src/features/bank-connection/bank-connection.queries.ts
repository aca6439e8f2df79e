import {
  type BankConnection,
  connectionStatus,
  disconnectBank,
  startBankConnection,
  syncTransactions,
} from "@bobine/contract/bank-connection";
import { callApi, invalidateAfter, routeQuery, useAction } from "@bobine/shared-auth";
import { providerPage } from "@bobine/shared-features/provider-page";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

const POLL_MS = 1_500;
/** While the person is at the bank's own page, in another tab. */
const WAIT_POLL_MS = 4_000;

export const isSyncing = ({ sync }: BankConnection): boolean =>
  sync.state === "queued" || sync.state === "running";

/** The connection, followed while it synchronises, or while `waiting` for the person to come back from the bank. */
export function useBankConnection(waiting: boolean) {
  const client = useQueryClient();
  const connection = useQuery({
    ...routeQuery(connectionStatus),
    // Whoever comes back from the bank's tab sees how it ended.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data && isSyncing(data)) return POLL_MS;
      return waiting && data?.status !== "connected" ? WAIT_POLL_MS : false;
    },
  });
  const syncing = connection.data !== undefined && isSyncing(connection.data);
  const wasSyncing = useRef(syncing);
  useEffect(() => {
    if (wasSyncing.current && !syncing) void invalidateAfter(client, syncTransactions);
    wasSyncing.current = syncing;
  }, [syncing, client]);
  return connection;
}

/** Opens a session with the aggregator. @returns the address of its page */
export function useStartConnection() {
  return useAction({
    mutationFn: async () => providerPage("bank", (await callApi(startBankConnection)).redirect_url),
  });
}

export function useSynchronise() {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => callApi(syncTransactions),
    onSettled: () => invalidateAfter(client, syncTransactions),
  });
}

export function useDisconnect() {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => callApi(disconnectBank),
    onSuccess: () => invalidateAfter(client, disconnectBank),
  });
}
