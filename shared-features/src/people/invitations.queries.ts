import {
  inviteUser,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from "@bobine/contract/invitations";
import type { BodyOf } from "@bobine/contract/route";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** Who was invited and has not come yet, of a distributor that a super admin names or of one's own. */
export function useInvitations(distributor: number | undefined) {
  return useQuery({
    ...routeQuery(listInvitations, { query: { distributor } }),
    select: ({ results }) => results,
    ...(distributor === undefined ? {} : { meta: KEPT_ACROSS_DISTRIBUTORS }),
  });
}

export function useInvite(distributor: number | undefined) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: BodyOf<typeof inviteUser>) => callApi(inviteUser, { query: { distributor }, body }),
    onSettled: () => void invalidateAfter(client, inviteUser),
  });
}

export function useResendInvitation() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(resendInvitation, { params: { id } }),
    onSettled: () => void invalidateAfter(client, resendInvitation),
  });
}

export function useWithdrawInvitation() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(withdrawInvitation, { params: { id } }),
    onSettled: () => void invalidateAfter(client, withdrawInvitation),
  });
}
