import { type NewReminderStop, resumeReminders, stopReminders } from "@bobine/contract/reminders";
import { callApi, invalidateAfter, useAction } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";

/** Stops and resumes the reminders of an invoice (MAIL-7). */
export function useReminderStop(id: number) {
  const client = useQueryClient();
  const stop = useAction({
    mutationFn: (body: NewReminderStop) => callApi(stopReminders, { params: { id }, body }),
    onSuccess: () => invalidateAfter(client, stopReminders, { id }),
  });
  const resume = useAction({
    mutationFn: () => callApi(resumeReminders, { params: { id } }),
    onSuccess: () => invalidateAfter(client, resumeReminders, { id }),
  });
  return { stop, resume };
}
