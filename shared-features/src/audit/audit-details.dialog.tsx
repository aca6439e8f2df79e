import type { AuditEntry } from "@bobine/contract/audit";
import { Dialog } from "@bobine/shared-ui";
import { Anchor, Button, Group, Table, VisuallyHidden } from "@mantine/core";
import type { FunctionComponent, ReactNode } from "react";
import { TEXTS } from "./audit.texts.ts";
import { type AuditPlaces, type AuditRow, auditRows } from "./audit-rows.ts";

/** Where entries lead, and by which link: the router is its host's. */
export interface AuditLinks {
  readonly places: AuditPlaces;
  readonly link: FunctionComponent<{ to: string; children?: ReactNode }>;
}

interface AuditDetailsProps {
  entry: AuditEntry;
  links: AuditLinks;
  close: () => void;
}

/** An entry in order: when, who, what, before → after, about what (with a link), then every other detail (UI-18). */
export function AuditDetailsDialog({ entry, links, close }: AuditDetailsProps) {
  return (
    <Dialog opened onClose={close} size="lg" title={TEXTS.details}>
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {auditRows(entry, links.places).map((row, place) => (
            <Table.Tr key={`${place} ${row.label}`}>
              <Table.Th w="40%" scope="row" bg="none">
                {row.label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                <Value row={row} link={links.link} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {TEXTS.close}
        </Button>
      </Group>
    </Dialog>
  );
}

function Value({ row: { value, before, to }, link }: { row: AuditRow; link: AuditLinks["link"] }) {
  if (to !== undefined)
    return (
      <Anchor component={link} to={to} inherit>
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
