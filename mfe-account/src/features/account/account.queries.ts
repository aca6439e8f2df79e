import { updateOwnDistributor } from "@bobine/contract/distributors";
import { getSubscription } from "@bobine/contract/subscriptions";
import { callApi, dropDraft, updateProfile, useDistributorScope, useAction } from "@bobine/shared-auth";
import { OWN_DISTRIBUTOR } from "@bobine/shared-features/own-distributor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { APPLICATION_KEY } from "./application.queries.ts";
import { ACCOUNT_DRAFT, type CompanyField, type UserField } from "./account-fields.ts";

/** Null when there is none (API-7: 204). */
export function useSubscribedPlan() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["subscription"],
    queryFn: async ({ signal }) => (await callApi(getSubscription, { signal })) ?? null,
    enabled: hasAccess,
  });
}

export interface AccountChanges {
  readonly ofUser: Partial<Record<UserField, string>> | undefined;
  readonly ofCompany: Partial<Record<CompanyField, string>> | undefined;
}

/** Saves what changed: the person's fields, then the company's. When the second call fails the first is done; twice is as once. */
export function useSaveAccount() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ ofUser, ofCompany }: AccountChanges): Promise<void> => {
      if (ofUser) await updateProfile(ofUser);
      if (!ofCompany) return;
      client.setQueryData(OWN_DISTRIBUTOR, await callApi(updateOwnDistributor, { body: ofCompany }));
      // What the file of a company that is not validated lacks.
      void client.invalidateQueries({ queryKey: APPLICATION_KEY });
      // Invoices may have waited for a number that is given now.
      await client.invalidateQueries({ queryKey: ["invoices"] });
    },
    // Also when the form has gone meanwhile.
    onSuccess: () => dropDraft(ACCOUNT_DRAFT),
  });
}
