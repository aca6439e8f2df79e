import type { ReminderLevel } from "@bobine/contract/mail-values";
import {
  listReminders,
  listReminderTexts,
  type PlannedReminder,
  previewOurReminderText,
  previewReminder,
  previewReminderText,
  readReminderPlan,
  type ReminderWords,
  removeReminderText,
  saveReminderText,
  sendReminder,
} from "@bobine/contract/reminders";
import { callApi, invalidateAfter, routeQuery, useAction, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { untilMailsLeft } from "../../mail-polling.ts";

const PLAN_POLL_MS = 30_000;

export function useReminderPlan() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readReminderPlan, {}),
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.error ? false : PLAN_POLL_MS),
  });
}

export function usePastReminders(page: number) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listReminders, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    refetchInterval: ({ state }) => untilMailsLeft(state.data?.results, state.dataUpdatedAt),
  });
}

const askedOf = ({ level, invoices }: PlannedReminder) => ({
  level,
  invoice_ids: invoices.map(({ id }) => id),
});

/** A reminder as it would leave: made anew each time that it is opened. */
export const useReminderPreview = (reminder: PlannedReminder) =>
  useQuery({ ...routeQuery(previewReminder, { body: askedOf(reminder) }), gcTime: 0 });

export function useSendReminder() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (reminder: PlannedReminder) => callApi(sendReminder, { body: askedOf(reminder) }),
    onSettled: () => invalidateAfter(client, sendReminder),
  });
}

export function useReminderTexts() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listReminderTexts, {}), enabled: hasAccess });
}

const levelParams = (level: ReminderLevel) => ({ level: String(level) as "0" | "1" | "2" | "3" });

/** What Bobine's own text says, by the code that sends it. */
export const useOurTextPreview = (level: ReminderLevel) =>
  useQuery(routeQuery(previewOurReminderText, { params: levelParams(level) }));

/** What a text would say, while it is typed; the answer before stays until the next one. */
export const useTextPreview = (level: ReminderLevel, words: ReminderWords, isReadable: boolean) =>
  useQuery({
    ...routeQuery(previewReminderText, { body: { level, ...words } }),
    placeholderData: keepPreviousData,
    enabled: isReadable,
    retry: false,
  });

export function useReminderTextActions(level: ReminderLevel) {
  const client = useQueryClient();
  const params = levelParams(level);
  const save = useAction({
    mutationFn: ({ words, known }: { words: ReminderWords; known: ReminderWords | null }) =>
      callApi(saveReminderText, { params, body: { ...words, known_text: known } }),
    onSuccess: () => invalidateAfter(client, saveReminderText),
  });
  const remove = useAction({
    mutationFn: () => callApi(removeReminderText, { params }),
    // Not waited for: with the new list the form is gone, and whoever asked from it would not hear that it is done.
    onSuccess: () => void invalidateAfter(client, removeReminderText),
  });
  return { save, remove };
}
