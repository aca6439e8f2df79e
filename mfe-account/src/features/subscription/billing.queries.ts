import {
  cancelSubscription,
  changePaymentMethod,
  changePlan,
  readBilling,
  resumeSubscription,
} from "@bobine/contract/billing";
import type { RouteContract } from "@bobine/contract/route";
import type { Subscription } from "@bobine/contract/subscriptions";
import { callApi, invalidateAfter, routeKey, routeQuery, useAction } from "@bobine/shared-auth";
import { providerPage } from "@bobine/shared-features/provider-page";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/**
 * Bills, card and next bill, as the card provider tells them now. What was told before there was a subscription says nothing about it:
 * it is asked again when one comes.
 * @param subscription null without one, undefined while that is not known
 * @param may only who manages the subscription sees them
 */
export const useBilling = (subscription: Subscription | null | undefined, may: boolean) =>
  useQuery({
    ...routeQuery(readBilling),
    queryKey: [...routeKey(readBilling), subscription?.created_at],
    enabled: may && subscription !== undefined,
  });

/** After a refusal too: somebody else may have been faster. */
function useAfter(route: RouteContract): () => void {
  const client = useQueryClient();
  return () => void invalidateAfter(client, route);
}

export function useChangePlan() {
  const onSettled = useAfter(changePlan);
  return useAction({
    mutationFn: (plan_id: number) => callApi(changePlan, { body: { plan_id } }),
    onSettled,
  });
}

export function useCancelSubscription() {
  const onSettled = useAfter(cancelSubscription);
  return useAction({ mutationFn: () => callApi(cancelSubscription), onSettled });
}

export function useResumeSubscription() {
  const onSettled = useAfter(resumeSubscription);
  return useAction({ mutationFn: () => callApi(resumeSubscription), onSettled });
}

/** @returns the address of the provider's page where another card is given */
export const useChangePaymentMethod = () =>
  useAction({
    mutationFn: async () => providerPage("card", (await callApi(changePaymentMethod)).page_url),
  });
