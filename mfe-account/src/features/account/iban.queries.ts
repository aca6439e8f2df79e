import {
  type BankDetailsLink,
  confirmBankDetails,
  confirmBankDetailsByCode,
  readBankDetailsLink,
  refuseBankDetails,
  resendBankDetailsMail,
  withdrawBankDetails,
} from "@bobine/contract/bank-details";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, useAction } from "@bobine/shared-auth";
import { OWN_DISTRIBUTOR } from "@bobine/shared-features/own-distributor";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** Sends the mails of the waiting change again, or gives it up; either answers the profile. */
export function usePendingIban() {
  const client = useQueryClient();
  const options = (route: typeof resendBankDetailsMail | typeof withdrawBankDetails) => ({
    mutationFn: async () => client.setQueryData(OWN_DISTRIBUTOR, await callApi(route)),
    // Somebody settled it meanwhile.
    onError: () => client.invalidateQueries({ queryKey: OWN_DISTRIBUTOR }),
  });
  return {
    resend: useAction(options(resendBankDetailsMail)),
    withdraw: useAction(options(withdrawBankDetails)),
  };
}

/** Confirms the waiting change at once, by a code of one's second factor. */
export function useConfirmIbanByCode() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      client.setQueryData(OWN_DISTRIBUTOR, await callApi(confirmBankDetailsByCode, { body: { totp_code } })),
  });
}

/** What a mailed link is about; reading it changes nothing. */
export function useIbanLink(token: string) {
  return useQuery({
    queryKey: ["bank-details-link", token],
    queryFn: ({ signal }) => callApi(readBankDetailsLink, { body: { token }, signal }),
    enabled: token !== "",
    staleTime: 0,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useDecideIban(token: string) {
  const client = useQueryClient();
  const key = ["bank-details-link", token];
  const options = (route: typeof confirmBankDetails | typeof refuseBankDetails) => ({
    mutationFn: () => callApi(route, { body: { token } }),
    onSuccess: (link: BankDetailsLink) => {
      client.setQueryData(key, link);
      void client.invalidateQueries({ queryKey: OWN_DISTRIBUTOR });
    },
    // The page then says what became of it.
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
  return {
    confirm: useAction(options(confirmBankDetails)),
    refuse: useAction(options(refuseBankDetails)),
  };
}
