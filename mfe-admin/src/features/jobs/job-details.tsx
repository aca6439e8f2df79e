import type { OperatedJob } from "@bobine/contract/operations";
import { formatDateTime } from "@bobine/shared-ui";
import { Stack, Text } from "@mantine/core";
import { TEXTS } from "./jobs.texts.ts";

/** The opened row: why the last try failed, when it ran, and the id that the log names. */
export function JobDetails({ job }: { job: OperatedJob }) {
  const facts: [string, string][] = [
    [TEXTS.detail.started, job.started_at ? formatDateTime(job.started_at) : TEXTS.notStarted],
    ...(job.cancel_requested_at
      ? [[TEXTS.detail.cancelRequested, formatDateTime(job.cancel_requested_at)] as [string, string]]
      : []),
    ...(job.ended_at ? [[TEXTS.detail.ended, formatDateTime(job.ended_at)] as [string, string]] : []),
    ...(job.next_try_at ? [[TEXTS.nextTry, formatDateTime(job.next_try_at)] as [string, string]] : []),
    [TEXTS.detail.id, job.id],
  ];
  return (
    <Stack gap="sm">
      {job.failure ? (
        <div>
          <Text size="xs" fw={600} c="dimmed">
            {TEXTS.detail.failure}
          </Text>
          <Text size="sm" ff="monospace" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {job.failure}
          </Text>
        </div>
      ) : null}
      {facts.map(([label, value]) => (
        <Text key={label} size="sm">
          <Text span c="dimmed">
            {label}&nbsp;:{" "}
          </Text>
          {value}
        </Text>
      ))}
    </Stack>
  );
}
