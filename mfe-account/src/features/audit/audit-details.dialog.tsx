import type { AuditEntry } from "@bobine/contract/audit";
import { Dialog } from "@bobine/shared-ui";
import { Button, Group, Table } from "@mantine/core";
import { TEXTS } from "./audit.texts.ts";
import { detailLabel, detailValue } from "./audit-details.ts";

/** Every detail of an entry, a line each (UI-18). */
export function AuditDetailsDialog({ entry, close }: { entry: AuditEntry; close: () => void }) {
  return (
    <Dialog opened onClose={close} size="lg" title={TEXTS.details}>
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {Object.entries(entry.action_details).map(([key, value]) => (
            <Table.Tr key={key}>
              <Table.Th w="40%" scope="row" bg="none">
                {detailLabel(key)}
              </Table.Th>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{detailValue(key, value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Fermer
        </Button>
      </Group>
    </Dialog>
  );
}
