import {
  disableUser,
  enableUser,
  endOtherSessions,
  endSession,
  endUserSessions,
  listOwnSessions,
  listUsers,
  listUserSessions,
} from "@bobine/contract/people";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

const USERS = ["users"];
const SESSIONS = ["sessions"];

/** The people of a distributor that a super admin names or, without a name, of one's own. */
export function useUsers(distributor: number | undefined) {
  return useQuery({
    queryKey: [...USERS, distributor ?? "own"],
    queryFn: ({ signal }) => callApi(listUsers, { query: { distributor }, signal }),
    select: ({ results }) => results,
    ...(distributor === undefined ? {} : { meta: KEPT_ACROSS_DISTRIBUTORS }),
  });
}

/** After a refusal too: somebody else may have been faster. */
function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: USERS });
    void client.invalidateQueries({ queryKey: SESSIONS });
    // The console counts who may sign in.
    void client.invalidateQueries({ queryKey: ["admin", "distributors"] });
  };
}

export function useDisableUser() {
  const onSettled = useRefresh();
  return useAction({
    mutationFn: (id: number) => callApi(disableUser, { params: { id } }),
    onSettled,
  });
}

export function useEnableUser() {
  const onSettled = useRefresh();
  return useAction({ mutationFn: (id: number) => callApi(enableUser, { params: { id } }), onSettled });
}

/** Somebody's open sessions, or one's own. */
export function useSessions(userId: number | undefined) {
  return useQuery({
    queryKey: [...SESSIONS, userId ?? "own"],
    queryFn: ({ signal }) =>
      userId === undefined
        ? callApi(listOwnSessions, { signal })
        : callApi(listUserSessions, { params: { id: userId }, signal }),
    select: ({ results }) => results,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useEndSession() {
  const onSettled = useRefresh();
  return useAction({
    mutationFn: (session: string) => callApi(endSession, { params: { session } }),
    onSettled,
  });
}

/** All sessions of somebody, or one's own others. */
export function useEndSessions(userId: number | undefined) {
  const onSettled = useRefresh();
  return useAction({
    mutationFn: () =>
      userId === undefined
        ? callApi(endOtherSessions, {})
        : callApi(endUserSessions, { params: { id: userId } }),
    onSettled,
  });
}
