import {
  changeUserRole,
  disableUser,
  enableUser,
  endOtherSessions,
  endSession,
  endUserSessions,
  listOwnSessions,
  listUsers,
  listUserSessions,
} from "@bobine/contract/people";
import type { RouteContract } from "@bobine/contract/route";
import type { DistributorRole } from "@bobine/contract/policy/people";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** The people of a distributor that a super admin names or, without a name, of one's own, and how many its plan comprises (SUB-3). */
export function useUsers(distributor: number | undefined) {
  return useQuery({
    ...routeQuery(listUsers, { query: { distributor } }),
    ...(distributor === undefined ? {} : { meta: KEPT_ACROSS_DISTRIBUTORS }),
  });
}

/** After a refusal too: somebody else may have been faster. */
function useAfter(route: RouteContract): () => void {
  const client = useQueryClient();
  return () => void invalidateAfter(client, route);
}

export function useDisableUser() {
  const onSettled = useAfter(disableUser);
  return useAction({
    mutationFn: (id: number) => callApi(disableUser, { params: { id } }),
    onSettled,
  });
}

export function useEnableUser() {
  const onSettled = useAfter(enableUser);
  return useAction({ mutationFn: (id: number) => callApi(enableUser, { params: { id } }), onSettled });
}

export function useChangeRole() {
  const onSettled = useAfter(changeUserRole);
  return useAction({
    mutationFn: ({ id, role }: { id: number; role: DistributorRole }) =>
      callApi(changeUserRole, { params: { id }, body: { role } }),
    onSettled,
  });
}

/** Somebody's open sessions, or one's own. */
export function useSessions(userId: number | undefined) {
  return useQuery({
    ...(userId === undefined
      ? routeQuery(listOwnSessions)
      : routeQuery(listUserSessions, { params: { id: userId } })),
    select: ({ results }) => results,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useEndSession() {
  const onSettled = useAfter(endSession);
  return useAction({
    mutationFn: (session: string) => callApi(endSession, { params: { session } }),
    onSettled,
  });
}

/** All sessions of somebody, or one's own others. */
export function useEndSessions(userId: number | undefined) {
  const onSettled = useAfter(userId === undefined ? endOtherSessions : endUserSessions);
  return useAction({
    mutationFn: () =>
      userId === undefined
        ? callApi(endOtherSessions, {})
        : callApi(endUserSessions, { params: { id: userId } }),
    onSettled,
  });
}
