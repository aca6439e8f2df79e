import type { BulkLine } from "@bobine/contract/lettering";
import { centsFromWire } from "@bobine/contract/money";
import type { UserActionOverview } from "@bobine/contract/user-actions";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, Dialog, formatMoney, Money, Notice } from "@bobine/shared-ui";
import { Button, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import classes from "./workbench.module.css";
import { differenceText } from "./ready-sets.tsx";
import { type PossibleLine, useBulkAcceptance } from "./use-bulk-acceptance.ts";
import { BULK_TEXTS as TEXTS, DESK_TEXTS, setKindName } from "./user-actions.texts.ts";
import { capitalised } from "./why.tsx";

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
  const bulk = useBulkAcceptance(mostExact(kinds)?.kind, account, { onAccepted, close });
  const { kind, preview, accept, notAccepted, refused, taken } = bulk;

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
            onChange={(next) => bulk.setKind(next ?? undefined)}
            allowDeselect={false}
            disabled={accept.isPending}
            flex="1 1 280px"
            data-autofocus
          />
          <Checkbox
            label={TEXTS.differences}
            checked={bulk.acceptsDifferences}
            onChange={(event) => bulk.setAcceptsDifferences(event.currentTarget.checked)}
            disabled={accept.isPending}
            mb={8}
          />
        </Group>
        <RefusedLines tone="error" title={TEXTS.notAccepted} refused={notAccepted} />
        <RefusedLines tone="info" title={TEXTS.refused} refused={refused} />
        <DataTable
          label={TEXTS.preview}
          columns={columnsOf(bulk.toggle, accept.isPending)}
          rows={preview.isPending && kind !== undefined ? undefined : bulk.possible}
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
            {formatMoney(bulk.total)}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={close} disabled={accept.isPending}>
              Fermer
            </Button>
            <Button
              onClick={bulk.submit}
              loading={accept.isPending}
              // What is agreed to is what shows (LET-2): not while it is prepared anew.
              disabled={taken.length === 0 || preview.isPlaceholderData}
            >
              {TEXTS.accept(taken.length)}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

function RefusedLines({
  tone,
  title,
  refused,
}: {
  tone: "error" | "info";
  title: (count: number) => string;
  refused: readonly BulkLine[];
}) {
  if (refused.length === 0) return null;
  return (
    <Notice tone={tone}>
      <strong>{title(refused.length)}</strong>
      <ul className={classes["refused"]}>
        {refused.slice(0, REFUSED_SHOWN).map(({ user_action_id, transaction_description, message }) => (
          <li key={user_action_id}>
            {transaction_description ? `${transaction_description} — ` : ""}
            {message}
          </li>
        ))}
        {refused.length > REFUSED_SHOWN ? <li>{TEXTS.moreRefused(refused.length - REFUSED_SHOWN)}</li> : null}
      </ul>
    </Notice>
  );
}

/** The kind with most sets whose total is right. */
const mostExact = <Kind extends UserActionOverview["by_suggestion"][number]>(kinds: readonly Kind[]) =>
  kinds.toSorted((a, b) => b.exact - a.exact || b.count - a.count)[0];

/** Accepting differences too would accept them. */
const isDifferentOnly = (refused: readonly BulkLine[]): boolean =>
  refused.length > 0 && refused.every(({ code }) => code === "difference_to_confirm");

const columnsOf = (toggle: (line: PossibleLine) => void, disabled: boolean): DataColumn<PossibleLine>[] => [
  {
    key: "taken",
    part: "choice",
    header: "Choix",
    hiddenHeader: true,
    width: 40,
    cell: (line) => (
      <Checkbox
        aria-label={`Accepter ${line.transaction_description}`}
        checked={line.isTicked}
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
    cell: (line) => (
      <>
        {line.allocations.map((allocation) => allocation.invoice_number).join(", ")}
        <Why>{capitalised(line.set.reasons.join(" · "))}</Why>
      </>
    ),
  },
  {
    key: "difference",
    header: "Écart",
    align: "right",
    cell: (line) => (
      <>
        {line.difference === null ? "–" : differenceText(centsFromWire(line.difference))}
        <Why>{consequencesOf(line).join(" · ")}</Why>
      </>
    ),
  },
];

function Why({ children }: { children: string }) {
  return children === "" ? null : (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}

/** What becomes of the difference (LET-3, BILL-15), and whether something else would fit as well. */
function consequencesOf({ difference, set }: PossibleLine): string[] {
  const rest = difference === null ? 0 : centsFromWire(difference);
  return [
    ...(rest > 0 ? [TEXTS.surplus] : rest < 0 ? [TEXTS.shortfall] : []),
    ...(set.alternatives > 0 ? [DESK_TEXTS.others(set.alternatives)] : []),
  ];
}
