import { type InvoicingBacklog, invoicingBacklog } from "@bobine/contract/invoicing-backlog";
import { readInvoicingOptions } from "@bobine/contract/invoicing-options";
import { callApi } from "@bobine/shared-auth";
import { ConfirmDialog, Notice } from "@bobine/shared-ui";
import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { backlogLines, mentionsText, missingMentions, TO_MENTIONS } from "./automation-backlog.texts.ts";

/** What would be issued, and the mentions that it would not carry. */
export interface SeenBacklog extends InvoicingBacklog {
  readonly missingMentions: readonly string[];
}

/** Here, and not among the queries of the dashboard: only those who switch automation on load it. */
export async function loadBacklog(): Promise<SeenBacklog> {
  const [backlog, options] = await Promise.all([callApi(invoicingBacklog), callApi(readInvoicingOptions)]);
  return { ...backlog, missingMentions: missingMentions(options) };
}

export interface AutomationBacklogDialogProps {
  backlog: SeenBacklog;
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
        {backlog.missingMentions.length > 0 ? (
          <Notice tone="warning">
            {mentionsText(backlog.missingMentions)}{" "}
            <Anchor component={Link} to={paths.invoicingOptions()} inherit underline="always">
              {TO_MENTIONS}
            </Anchor>
          </Notice>
        ) : null}
      </Stack>
    </ConfirmDialog>
  );
}
