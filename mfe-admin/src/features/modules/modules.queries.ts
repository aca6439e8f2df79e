import {
  decideRemote,
  listRemoteKeys,
  listRemotes,
  listRemoteTokens,
  makeRemoteToken,
  readRemoteLog,
  registerRemoteKey,
  type RemoteDecision,
  revokeRemoteKey,
  revokeRemoteToken,
} from "@bobine/contract/remotes";
import type { BodyOf } from "@bobine/contract/route";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** The name of the host among the modules. */
export const HOST = "host";

export const useRemotes = () => useQuery({ ...routeQuery(listRemotes), meta: KEPT_ACROSS_DISTRIBUTORS });

export const useRemoteLog = (remote: string) =>
  useQuery({ ...routeQuery(readRemoteLog, { params: { remote } }), meta: KEPT_ACROSS_DISTRIBUTORS });

export function useDecideRemote(remote: string) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: RemoteDecision) => callApi(decideRemote, { params: { remote }, body }),
    // Also when it failed: somebody else may have decided.
    onSettled: () => void invalidateAfter(client, decideRemote),
  });
}

export const useRemoteTokens = () =>
  useQuery({ ...routeQuery(listRemoteTokens), meta: KEPT_ACROSS_DISTRIBUTORS });

export function useMakeToken() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: BodyOf<typeof makeRemoteToken>) => callApi(makeRemoteToken, { body }),
    onSuccess: () => void invalidateAfter(client, makeRemoteToken),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(revokeRemoteToken, { params: { id } }),
    onSettled: () => void invalidateAfter(client, revokeRemoteToken),
  });
}

export const useRemoteKeys = () =>
  useQuery({ ...routeQuery(listRemoteKeys), meta: KEPT_ACROSS_DISTRIBUTORS });

export function useRegisterKey() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: BodyOf<typeof registerRemoteKey>) => callApi(registerRemoteKey, { body }),
    onSuccess: () => void invalidateAfter(client, registerRemoteKey),
  });
}

export function useRevokeKey() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(revokeRemoteKey, { params: { id } }),
    onSettled: () => void invalidateAfter(client, revokeRemoteKey),
  });
}
