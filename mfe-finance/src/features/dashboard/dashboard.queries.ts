import { dashboardStats } from "@bobine/contract/dashboard";
import { ownDistributor, switchAutomation } from "@bobine/contract/distributors";
import {
  answersOf,
  callApi,
  invalidateAfter,
  routeKey,
  routeQuery,
  useDistributorScope,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

export function useDashboard() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(dashboardStats),
    enabled: hasAccess,
  });
}

/** A job issues what waited: some invoices within seconds, thousands within minutes. */
const LOOK_MS = 3_000;
const LOOKS = 40;

interface AutomationSwitch {
  readonly isOn: boolean;
  /** Something waited to be issued when it was asked. */
  readonly isAwaited?: boolean;
}

export function useSwitchAutomation() {
  const client = useQueryClient();
  const [isLooking, setIsLooking] = useState(false);
  // What the job did shows without anybody reloading.
  useEffect(() => {
    if (!isLooking) return undefined;
    let looksLeft = LOOKS;
    let isOver = false;
    let timer = setTimeout(() => void look(), LOOK_MS);
    async function look() {
      if (!document.hidden) {
        looksLeft -= 1;
        // To their end: the next look cancels what it asks for again.
        await Promise.all([
          invalidateAfter(client, switchAutomation),
          client.invalidateQueries(answersOf(ownDistributor)),
        ]);
      }
      if (isOver) return;
      if (looksLeft === 0) setIsLooking(false);
      else timer = setTimeout(() => void look(), LOOK_MS);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, isLooking]);
  return useAction({
    mutationFn: ({ isOn }: AutomationSwitch) => callApi(switchAutomation, { body: { automation_on: isOn } }),
    onSuccess: async (company, { isAwaited = false }) => {
      client.setQueryData(routeKey(ownDistributor), company);
      setIsLooking(false);
      await invalidateAfter(client, switchAutomation);
      setIsLooking(company.automation_on && isAwaited);
    },
  });
}
