import { getSubscription, listPlans, subscribe } from "@bobine/contract/subscriptions";
import { callApi, invalidateAfter, routeKey, routeQuery, useAction } from "@bobine/shared-auth";
import { providerPage } from "@bobine/shared-features/provider-page";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const POLL_MS = 2_000;
/** The provider's webhook mostly comes before the person does; after this long something is wrong with it. */
const LATE_MS = 60_000;

/** The subscription, null without one. @param expected asked again until it is there, or late: the card has been paid */
export function useSubscription(expected: boolean) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!expected) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [expected]);
  const subscription = useQuery({
    queryKey: routeKey(getSubscription),
    queryFn: async ({ signal }) => (await callApi(getSubscription, { signal })) ?? null,
    refetchInterval: ({ state }) => (expected && !isLate && state.data === null ? POLL_MS : false),
  });
  return { subscription, isLate };
}

export function usePlans(wanted: boolean) {
  return useQuery({
    ...routeQuery(listPlans),
    enabled: wanted,
  });
}

/** Opens the checkout of a plan. @returns the address of the payment page */
export function useSubscribe() {
  const client = useQueryClient();
  return useAction({
    // SUB-2: the page sends 1 as the user.
    mutationFn: async (planId: number) =>
      providerPage(
        "card",
        (await callApi(subscribe, { body: { distributor_user_id: 1, plan_id: planId } })).checkout_url,
      ),
    // Somebody else of the distributor may have subscribed meanwhile.
    onError: () => invalidateAfter(client, subscribe),
  });
}
