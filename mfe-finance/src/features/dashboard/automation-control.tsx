import { describeError } from "@bobine/shared-auth";
import { notifyError, StatusBadge } from "@bobine/shared-ui";
import { Button, Group, Text } from "@mantine/core";
import { useCompany, useSwitchAutomation } from "./dashboard.queries.ts";
import { TEXTS } from "./dashboard.texts.ts";

/** Whether reports are invoiced by themselves, and the button that changes it (SPEC §2.5). */
export function AutomationControl() {
  const company = useCompany();
  const change = useSwitchAutomation();
  if (!company.data) return null;
  const { automation_on } = company.data;
  return (
    <Group gap="sm">
      <Text size="sm">{TEXTS.automation}</Text>
      <StatusBadge color={automation_on ? "green" : "gray"}>
        {automation_on ? TEXTS.automationOn : TEXTS.automationOff}
      </StatusBadge>
      <Button
        variant="default"
        size="xs"
        loading={change.isPending}
        onClick={() =>
          change.mutate(!automation_on, {
            onError: (error) => notifyError(describeError(error, TEXTS.automationFailed).message),
          })
        }
      >
        {automation_on ? TEXTS.pause : TEXTS.activate}
      </Button>
    </Group>
  );
}
