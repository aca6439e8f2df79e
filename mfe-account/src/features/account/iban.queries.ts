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
import { type DistributorProfile, ownDistributor } from "@bobine/contract/distributors";
import {
  callApi,
  describeError,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeKey,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { notifyFailure } from "@bobine/shared-ui";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { PENDING } from "./iban.texts.ts";

/** Reads the company again after a failure, which is told here where no change waits any more: its dialog goes then. */
async function readAgain(client: QueryClient, error: Error, failed: string): Promise<void> {
  const queryKey = routeKey(ownDistributor);
  await client.invalidateQueries({ queryKey });
  const company = client.getQueryData<DistributorProfile>(queryKey);
  if (company && !company.pending_bank_details) notifyFailure(failed, describeError(error, failed).reason);
}

/** Shows the profile that a call has answered at once, and has all that it changed read again. */
function showAnswered(
  client: QueryClient,
  route: typeof resendBankDetailsMail | typeof withdrawBankDetails | typeof confirmBankDetailsByCode,
  company: DistributorProfile,
): void {
  client.setQueryData(routeKey(ownDistributor), company);
  void invalidateAfter(client, route);
}

/** Sends the mails of the waiting change again, or gives it up; either answers the profile. */
export function usePendingIban() {
  const client = useQueryClient();
  const run = (route: typeof resendBankDetailsMail | typeof withdrawBankDetails) => async () =>
    showAnswered(client, route, await callApi(route));
  return {
    resend: useAction({
      mutationFn: run(resendBankDetailsMail),
      // Somebody settled it meanwhile.
      onError: () => void client.invalidateQueries({ queryKey: routeKey(ownDistributor) }),
    }),
    withdraw: useAction({
      mutationFn: run(withdrawBankDetails),
      onError: (error) => void readAgain(client, error, PENDING.withdrawFailed),
    }),
  };
}

/** Confirms the waiting change at once, by a code of one's second factor: the one that was `seen`, and no other. */
export function useConfirmIbanByCode(seen: SeenChange) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      showAnswered(
        client,
        confirmBankDetailsByCode,
        await callApi(confirmBankDetailsByCode, { body: { totp_code, seen } }),
      ),
    // Another one may wait by now, or none.
    onError: (error) => void readAgain(client, error, PENDING.byCodeFailed),
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
      void invalidateAfter(client, route);
    },
    // The page then says what became of it.
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
  return {
    confirm: useAction(options(confirmBankDetails)),
    refuse: useAction(options(refuseBankDetails)),
  };
}
