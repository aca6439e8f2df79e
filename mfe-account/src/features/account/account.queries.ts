import { updateUser } from "@bobine/contract/auth";
import { ownDistributor, updateOwnDistributor } from "@bobine/contract/distributors";
import { getSubscription } from "@bobine/contract/subscriptions";
import {
  callApi,
  dropDraft,
  invalidateAfter,
  routeKey,
  updateProfile,
  useDistributorScope,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ACCOUNT_DRAFT, type CompanyField, type UserField } from "./account-fields.ts";

/** Null when there is none (API-7: 204). */
export function useSubscribedPlan() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: routeKey(getSubscription),
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
  const isHalfSaved = useRef(false);
  const save = useAction({
    mutationFn: async ({ ofUser, ofCompany }: AccountChanges): Promise<void> => {
      isHalfSaved.current = false;
      if (ofUser) {
        await updateProfile(ofUser);
        isHalfSaved.current = true;
        void invalidateAfter(client, updateUser);
      }
      if (!ofCompany) return;
      client.setQueryData(routeKey(ownDistributor), await callApi(updateOwnDistributor, { body: ofCompany }));
      // Invoices may have waited for a number that is given now, and the file of a company that is not validated for a field.
      await invalidateAfter(client, updateOwnDistributor);
    },
    // Also when the form has gone meanwhile.
    onSuccess: () => dropDraft(ACCOUNT_DRAFT),
  });
  return { ...save, /** Of a save that failed: the person's fields are saved all the same. */ isHalfSaved };
}
