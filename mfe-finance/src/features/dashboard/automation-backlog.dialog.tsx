import { type InvoicingBacklog, invoicingBacklog } from "@bobine/contract/invoicing-backlog";
import { callApi } from "@bobine/shared-auth";
import { ConfirmDialog } from "@bobine/shared-ui";
import { Stack, Text } from "@mantine/core";
import { backlogLines } from "./automation-backlog.texts.ts";

/** Here, and not among the queries of the dashboard: only those who switch automation on load it. */
export const loadBacklog = (): Promise<InvoicingBacklog> => callApi(invoicingBacklog);

export interface AutomationBacklogDialogProps {
  backlog: InvoicingBacklog;
  pending: boolean;
  error: string | undefined;
  onConfirm: () => void;
  close: () => void;
}

/** Asks before what was declared while automation was off is issued. */
export function AutomationBacklogDialog({ backlog, ...dialog }: AutomationBacklogDialogProps) {
  const [issued, ...details] = backlogLines(backlog);
  return (
    <ConfirmDialog opened title="Activer la facturation automatique" confirmLabel="Activer" {...dialog}>
      <Stack gap="xs">
        <Text fw={600}>{issued}</Text>
        {details.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
