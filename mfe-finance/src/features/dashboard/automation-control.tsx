import { distributorsPolicy, mayIssue } from "@bobine/contract/policy/distributors";
import { Allowed, describeError, useAction } from "@bobine/shared-auth";
import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import { lazyPage, notifyError, StatusBadge } from "@bobine/shared-ui";
import { Button, Group, Text } from "@mantine/core";
import { Suspense, useState } from "react";
import type { AutomationBacklogDialogProps, SeenBacklog } from "./automation-backlog.dialog.tsx";
import { useSwitchAutomation } from "./dashboard.queries.ts";
import { TEXTS } from "./dashboard.texts.ts";

const loadDialog = () => import("./automation-backlog.dialog.tsx");
const BacklogDialog = lazyPage<AutomationBacklogDialogProps>(
  async () => (await loadDialog()).AutomationBacklogDialog,
);
const failureText = (error: Error) => describeError(error, TEXTS.automationFailed).message;
const onError = (error: Error) => notifyError(failureText(error));

/** Where it stands on the page. */
export const AUTOMATION_CONTROL = "automation-control";

/** Whether reports are invoiced by themselves, and the button that changes it (UI-7). */
export function AutomationControl() {
  const company = useOwnDistributor();
  const change = useSwitchAutomation();
  const count = useAction({ mutationFn: async () => (await loadDialog()).loadBacklog() });
  const [backlog, setBacklog] = useState<SeenBacklog>();
  if (!company.data) {
    if (!company.isError) return null;
    return (
      <Group gap="sm">
        <Text size="sm">{TEXTS.automationUnknown}</Text>
        <Button
          variant="default"
          size="xs"
          loading={company.isFetching}
          onClick={() => void company.refetch()}
        >
          {TEXTS.retry}
        </Button>
      </Group>
    );
  }
  const { automation_on, validation_status } = company.data;
  // It could only be refused: the notice above says why, and what to do.
  if (!mayIssue(company.data))
    return (
      <Group gap="sm">
        <Text size="sm">{TEXTS.automation}</Text>
        <StatusBadge color={validation_status === "refused" ? "red" : "yellow"}>
          {TEXTS.validation[validation_status]}
        </StatusBadge>
      </Group>
    );
  const activate = () =>
    count.mutate(undefined, {
      onSuccess: (found) =>
        found.invoices + found.credit_notes > 0
          ? setBacklog(found)
          : change.mutate({ isOn: true }, { onError }),
      onError,
    });
  return (
    <Group gap="sm" id={AUTOMATION_CONTROL}>
      <Text size="sm">{TEXTS.automation}</Text>
      <StatusBadge color={automation_on ? "green" : "gray"}>
        {automation_on ? TEXTS.automationOn : TEXTS.automationOff}
      </StatusBadge>
      <Allowed access={distributorsPolicy.switchAutomation}>
        <Button
          variant="default"
          size="xs"
          loading={count.isPending || change.isPending}
          onClick={({ detail }) => {
            // The second click of a double click meets the button that the first one changed.
            if (detail > 1) return;
            if (automation_on) change.mutate({ isOn: false }, { onError });
            else activate();
          }}
        >
          {automation_on ? TEXTS.pause : TEXTS.activate}
        </Button>
      </Allowed>
      {backlog ? (
        <Suspense fallback={null}>
          <BacklogDialog
            backlog={backlog}
            pending={change.isPending}
            error={change.error ? failureText(change.error) : undefined}
            onConfirm={() =>
              change.mutate({ isOn: true, isAwaited: true }, { onSuccess: () => setBacklog(undefined) })
            }
            close={() => {
              change.reset();
              setBacklog(undefined);
            }}
          />
        </Suspense>
      ) : null}
    </Group>
  );
}
