import {
  type BankDetailsLink,
  confirmBankDetails,
  confirmBankDetailsByCode,
  readBankDetailsLink,
  refuseBankDetails,
  resendBankDetailsMail,
  type SeenChange,
  withdrawBankDetails,
} from "@bobine/contract/bank-details";
import { ownDistributor } from "@bobine/contract/distributors";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, routeKey, routeQuery, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** Sends the mails of the waiting change again, or gives it up; either answers the profile. */
export function usePendingIban() {
  const client = useQueryClient();
  const options = (route: typeof resendBankDetailsMail | typeof withdrawBankDetails) => ({
    mutationFn: async () => client.setQueryData(routeKey(ownDistributor), await callApi(route)),
    // Somebody settled it meanwhile.
    onError: () => client.invalidateQueries({ queryKey: routeKey(ownDistributor) }),
  });
  return {
    resend: useAction(options(resendBankDetailsMail)),
    withdraw: useAction(options(withdrawBankDetails)),
  };
}

/** Confirms the waiting change at once, by a code of one's second factor: the one that was `seen`, and no other. */
export function useConfirmIbanByCode(seen: SeenChange) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      client.setQueryData(
        routeKey(ownDistributor),
        await callApi(confirmBankDetailsByCode, { body: { totp_code, seen } }),
      ),
    // Another one may wait by now.
    onError: () => client.invalidateQueries({ queryKey: routeKey(ownDistributor) }),
  });
}

/** What a mailed link is about; reading it changes nothing. */
export function useIbanLink(token: string) {
  return useQuery({
    ...routeQuery(readBankDetailsLink, { body: { token } }),
    enabled: token !== "",
    staleTime: 0,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useDecideIban(token: string) {
  const client = useQueryClient();
  const key = routeKey(readBankDetailsLink, { body: { token } });
  const options = (route: typeof confirmBankDetails | typeof refuseBankDetails) => ({
    mutationFn: () => callApi(route, { body: { token } }),
    onSuccess: (link: BankDetailsLink) => {
      client.setQueryData(key, link);
      void client.invalidateQueries({ queryKey: routeKey(ownDistributor) });
    },
    // The page then says what became of it.
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
  return {
    confirm: useAction(options(confirmBankDetails)),
    refuse: useAction(options(refuseBankDetails)),
  };
}
