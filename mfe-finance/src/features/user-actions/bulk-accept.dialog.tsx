import type { BulkLine } from "@bobine/contract/lettering";
import { cents, centsFromWire, sumCents } from "@bobine/contract/money";
import type { UserActionOverview } from "@bobine/contract/user-actions";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, Dialog, formatMoney, Money, Notice } from "@bobine/shared-ui";
import { Button, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { newGroupId, useBulkAccept, useBulkPreview } from "./bulk-accept.queries.ts";
import classes from "./workbench.module.css";
import { differenceText } from "./ready-sets.tsx";
import { BULK_TEXTS as TEXTS, setKindName } from "./user-actions.texts.ts";

interface BulkAcceptDialogProps {
  kinds: UserActionOverview["by_suggestion"];
  /** Of whose lines alone; undefined: of all. */
  account: number | undefined;
  onAccepted: (groupId: string, count: number) => void;
  close: () => void;
}

/** The others are told by their number: all of them wait in the queue. */
const REFUSED_SHOWN = 6;

/** Accepts the first set of every action of one kind: what would happen is shown first, with its count and sum. */
export function BulkAcceptDialog({ kinds: all, account, onAccepted, close }: BulkAcceptDialogProps) {
  // What this page cannot name is not accepted together.
  const kinds = all.flatMap(({ kind, ...one }) => (kind === "other" ? [] : [{ kind, ...one }]));
  const [kind, setKind] = useState(mostExact(kinds)?.kind);
  const [acceptsDifferences, setAcceptsDifferences] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  // One acceptance, one group: pressing again after a broken connection accepts nothing twice.
  const [groupId, setGroupId] = useState(newGroupId);
  const preview = useBulkPreview(kind, acceptsDifferences, account);
  const accept = useBulkAccept();

  const restart = () => {
    setLeft(new Set());
    setGroupId(newGroupId());
    accept.reset();
  };
  const lines = preview.data?.plan?.lines ?? [];
  const possible = lines.filter((line) => line.outcome === "would_letter");
  const refused = lines.filter((line) => line.outcome === "refused");
  const taken = possible.filter((line) => !left.has(line.user_action_id));
  const total = sumCents(taken.map((line) => centsFromWire(line.transaction_amount ?? "0.00")));
  const toggle = ({ user_action_id }: BulkLine) => {
    const next = new Set(left);
    if (!next.delete(user_action_id)) next.add(user_action_id);
    setLeft(next);
    setGroupId(newGroupId());
  };
  const submit = () => {
    const ids = new Set(taken.map((line) => line.user_action_id));
    const actions = (preview.data?.actions ?? []).filter(({ id }) => ids.has(id));
    accept.mutate(
      { groupId, actions, acceptsDifferences },
      {
        onSuccess: (result) => {
          if (result.accepted > 0) onAccepted(result.group_key, result.accepted);
          if (result.refused === 0) close();
          else restart();
        },
      },
    );
  };

  return (
    <Dialog
      opened
      onClose={accept.isPending ? () => undefined : close}
      title={TEXTS.title}
      size="min(940px, 96vw)"
    >
      <Stack gap="md">
        <Group align="flex-end" gap="md">
          <Select
            label={TEXTS.kind}
            data={kinds.map((one) => ({ value: one.kind, label: `${setKindName(one.kind)} (${one.count})` }))}
            value={kind ?? null}
            onChange={(next) => {
              setKind(next ?? undefined);
              restart();
            }}
            allowDeselect={false}
            disabled={accept.isPending}
            flex="1 1 280px"
            data-autofocus
          />
          <Checkbox
            label={TEXTS.differences}
            checked={acceptsDifferences}
            onChange={(event) => {
              setAcceptsDifferences(event.currentTarget.checked);
              restart();
            }}
            disabled={accept.isPending}
            mb={8}
          />
        </Group>
        {refused.length > 0 ? (
          <Notice tone="info">
            <strong>{TEXTS.refused(refused.length)}</strong>
            <ul className={classes["refused"]}>
              {refused.slice(0, REFUSED_SHOWN).map(({ user_action_id, transaction_description, message }) => (
                <li key={user_action_id}>
                  {transaction_description ? `${transaction_description} — ` : ""}
                  {message}
                </li>
              ))}
              {refused.length > REFUSED_SHOWN ? (
                <li>{TEXTS.moreRefused(refused.length - REFUSED_SHOWN)}</li>
              ) : null}
            </ul>
          </Notice>
        ) : null}
        <DataTable
          label={TEXTS.preview}
          columns={columnsOf(left, toggle, accept.isPending)}
          rows={preview.isPending && kind !== undefined ? undefined : possible}
          rowKey={(line) => line.user_action_id}
          emptyText={refused.length > 0 ? TEXTS.allRefused : TEXTS.none}
          emptyHint={isDifferentOnly(refused) ? TEXTS.allDiffer : ""}
          error={loadFailure(preview, TEXTS.loadFailed)}
          onRetry={() => void preview.refetch()}
          maxHeight="44dvh"
        />
        {preview.data && preview.data.count > preview.data.actions.length ? (
          <Text size="sm" c="dimmed">
            {TEXTS.first(preview.data.actions.length)}
          </Text>
        ) : null}
        {accept.error ? (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {describeError(accept.error, TEXTS.acceptFailed).message}
          </Text>
        ) : null}
        <Group justify="space-between" gap="xs">
          <Text size="sm" aria-live="polite">
            {formatMoney(cents(total))}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={close} disabled={accept.isPending}>
              Fermer
            </Button>
            <Button onClick={submit} loading={accept.isPending} disabled={taken.length === 0}>
              {TEXTS.accept(taken.length)}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The kind with most sets whose total is right. */
const mostExact = <Kind extends UserActionOverview["by_suggestion"][number]>(kinds: readonly Kind[]) =>
  kinds.toSorted((a, b) => b.exact - a.exact || b.count - a.count)[0];

/** Accepting differences too would accept them. */
const isDifferentOnly = (refused: readonly BulkLine[]): boolean =>
  refused.length > 0 && refused.every(({ code }) => code === "difference_to_confirm");

const columnsOf = (
  left: ReadonlySet<number>,
  toggle: (line: BulkLine) => void,
  disabled: boolean,
): DataColumn<BulkLine>[] => [
  {
    key: "taken",
    part: "choice",
    header: "Choix",
    hiddenHeader: true,
    width: 40,
    cell: (line) => (
      <Checkbox
        aria-label={`Accepter ${line.transaction_description}`}
        checked={!left.has(line.user_action_id)}
        disabled={disabled}
        onChange={() => toggle(line)}
      />
    ),
  },
  {
    key: "label",
    part: "title",
    header: "Opération",
    cell: (line) => <span className={classes["label"]}>{line.transaction_description}</span>,
  },
  {
    key: "amount",
    part: "amount",
    header: "Montant",
    align: "right",
    cell: (line) => (line.transaction_amount === null ? "–" : <Money amount={line.transaction_amount} />),
  },
  {
    key: "invoices",
    header: "Factures",
    cell: (line) => line.allocations.map((allocation) => allocation.invoice_number).join(", "),
  },
  {
    key: "difference",
    header: "Écart",
    align: "right",
    cell: (line) => (line.difference === null ? "–" : differenceText(centsFromWire(line.difference))),
  },
];
