import type { AuditEntry } from "@bobine/contract/audit";
import { Dialog } from "@bobine/shared-ui";
import { Anchor, Button, Group, Table, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router-dom";
import { TEXTS } from "./audit.texts.ts";
import { type AuditRow, auditRows } from "./audit-rows.ts";

/** An entry in order: when, who, what, before → after, about what (with a link), then every other detail (UI-18). */
export function AuditDetailsDialog({ entry, close }: { entry: AuditEntry; close: () => void }) {
  return (
    <Dialog opened onClose={close} size="lg" title={TEXTS.details}>
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {auditRows(entry).map((row, place) => (
            <Table.Tr key={`${place} ${row.label}`}>
              <Table.Th w="40%" scope="row" bg="none">
                {row.label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                <Value row={row} />
              </Table.Td>
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

function Value({ row: { value, before, to } }: { row: AuditRow }) {
  if (to !== undefined)
    return (
      <Anchor component={Link} to={to} inherit>
        {value}
      </Anchor>
    );
  if (before === undefined) return value;
  return (
    <>
      <VisuallyHidden>{TEXTS.before} </VisuallyHidden>
      {before} <span aria-hidden>→</span> <VisuallyHidden>{TEXTS.after} </VisuallyHidden>
      <strong>{value}</strong>
    </>
  );
}
