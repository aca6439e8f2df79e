import { type NewReminderStop, resumeReminders, stopReminders } from "@bobine/contract/reminders";
import { callApi, invalidateAfter, useAction } from "@bobine/shared-auth";
import { useQueryClient } from "@tanstack/react-query";

/** Stops and resumes the reminders of an invoice (MAIL-7). */
export function useReminderStop(id: number) {
  const client = useQueryClient();
  const stop = useAction({
    mutationFn: (body: NewReminderStop) => callApi(stopReminders, { params: { id }, body }),
    onSuccess: () => void invalidateAfter(client, stopReminders, { id }),
  });
  const resume = useAction({
    mutationFn: () => callApi(resumeReminders, { params: { id } }),
    // Not waited for: with the new answers the notice is gone, and whoever asked from it would not hear that it is done.
    onSuccess: () => void invalidateAfter(client, resumeReminders, { id }),
  });
  return { stop, resume };
}
