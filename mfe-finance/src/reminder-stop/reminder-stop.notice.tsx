import type { ReminderStop } from "@bobine/contract/reminders";
import { describeError } from "@bobine/shared-auth";
import { Notice, notifyFailure, notifySuccess } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useDecides } from "../decider.tsx";
import { useReminderStop } from "./reminder-stop.queries.ts";
import { STOP_TEXTS, stopDetail, stopTitle } from "./reminder-stop.texts.ts";

/** What keeps an invoice from being reminded, and the way back (MAIL-7). */
export function ReminderStopNotice({ id, stop }: { id: number; stop: ReminderStop }) {
  const { resume } = useReminderStop(id);
  const decides = useDecides();
  return (
    <Notice tone={stop.is_in_effect ? "info" : "warning"} title={stopTitle(stop)}>
      {stop.comment ? <Text size="sm">{stop.comment}</Text> : null}
      <Text size="sm" c="dimmed">
        {stopDetail(stop)}
      </Text>
      {stop.is_in_effect && decides ? (
        <Button
          mt={8}
          size="xs"
          variant="default"
          loading={resume.isPending}
          onClick={() =>
            resume.mutate(undefined, {
              onSuccess: () => notifySuccess(STOP_TEXTS.resumed),
              onError: (error) =>
                notifyFailure(STOP_TEXTS.resumeFailed, describeError(error, STOP_TEXTS.resumeFailed).reason),
            })
          }
        >
          {STOP_TEXTS.resume}
        </Button>
      ) : null}
    </Notice>
  );
}
