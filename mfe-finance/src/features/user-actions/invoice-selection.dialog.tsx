import { NO_INVOICE_SELECTED, needsConfirmation } from "@bobine/contract/banking";
import { cents } from "@bobine/contract/money";
import type { ChoosableInvoice, UserAction, UserActionDetail } from "@bobine/contract/user-actions";
import { useDraft } from "@bobine/shared-auth";
import { type DataColumn, DataTable, Dialog, FrenchDate, Money, RestoredDraft } from "@bobine/shared-ui";
import { DiscardDialog } from "@bobine/shared-ui/forms";
import { Alert, Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { createContext, memo, useContext, useEffect, useMemo, useState } from "react";
import { useLatest } from "../../use-latest.ts";
import { Balance } from "./balance.tsx";
import { DifferenceDialog } from "./difference.dialog.tsx";
import {
  amountOf,
  asOfNow,
  inOrder,
  proposedOf,
  readySets,
  remainingAmount,
  toggled,
  withAll,
} from "./invoice-choice.ts";
import { selectionDraft } from "./invoice-selection.draft.ts";
import classes from "./invoice-selection.module.css";
import { ReadySets, weekOf } from "./ready-sets.tsx";
import { useFinderKeys } from "./use-finder-keys.ts";
import type { UnpaidSearch } from "./use-unpaid-search.ts";
import { DESK_TEXTS, DIALOG_TEXTS as TEXTS } from "./user-actions.texts.ts";

interface InvoiceSelectionDialogProps {
  action: UserAction;
  /** With the invoices of its ready-made sets. */
  detail: Pick<UserActionDetail, "candidates">;
  /** What is ticked at the start. */
  initial: readonly ChoosableInvoice[];
  search: UnpaidSearch;
  pending: boolean;
  onConfirm: (invoices: ChoosableInvoice[]) => void;
  close: () => void;
}

/** Chooses the invoices that a transaction pays (UI-13, LET-2). It fetches nothing. */
export function InvoiceSelectionDialog(props: InvoiceSelectionDialogProps) {
  const [isDirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const leave = () => {
    if (props.pending) return;
    if (isDirty) setAsking(true);
    else props.close();
  };
  return (
    <Dialog
      opened
      onClose={leave}
      // As of a form: a click beside it is not a wish to lose what is ticked.
      closeOnClickOutside={!isDirty}
      title={TEXTS.title}
      size="min(1080px, 96vw)"
      classNames={{ content: classes["content"] ?? "", body: classes["body"] ?? "" }}
    >
      <InvoiceChoice {...props} onDirty={setDirty} />
      {asking ? <DiscardDialog onDiscard={props.close} close={() => setAsking(false)} /> : null}
    </Dialog>
  );
}

interface InvoiceChoiceProps extends InvoiceSelectionDialogProps {
  /** Whether something is ticked that would be lost. */
  onDirty: (isDirty: boolean) => void;
}

/** What is in the dialog: a tick draws this again, not the dialog around it. */
function InvoiceChoice({ action, detail, search, onDirty, ...props }: InvoiceChoiceProps) {
  const amount = amountOf(action);
  const draft = useDraft(selectionDraft(action), inOrder(props.initial), TEXTS.title);
  useEffect(() => onDirty(draft.isDirty), [onDirty, draft.isDirty]);
  const chosen = useMemo(
    () => asOfNow(draft.value, proposedOf(detail), search.found),
    [draft.value, detail, search.found],
  );
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const sets = useMemo(() => readySets(detail), [detail]);
  const rows = useShownInvoices(search, sets, chosen);
  const remaining = remainingAmount(amount, chosen);
  const chosenIds = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]);

  const choose = (invoices: ChoosableInvoice[]) => {
    setError(undefined);
    draft.set(() => invoices);
  };
  const toggle = useLatest((invoice: ChoosableInvoice) => choose(toggled(chosen, invoice)));
  const columns = useMemo(() => columnsOf(toggle), [toggle]);
  const keys = useFinderKeys({
    search,
    onToggle: toggle,
    onAddAll: (invoices) => choose(withAll(chosen, invoices)),
    onAccept: () => submit(),
    aloneOnly: true,
  });
  const submit = () => {
    if (chosen.length === 0) setError(NO_INVOICE_SELECTED);
    else if (needsConfirmation(amount, cents(amount - remaining))) setConfirming(true);
    else props.onConfirm(chosen);
  };

  return (
    <>
      <div className={classes["choice"]}>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {action.transaction_description}
        </Text>
        {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
        {sets.length > 0 ? <ReadySets sets={sets} amount={amount} chosen={chosen} onPick={choose} /> : null}
        <TextInput
          aria-label={DESK_TEXTS.search}
          placeholder={TEXTS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search.typed}
          onChange={(event) => keys.onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            // The dialog has the other keys.
            if (event.key === "Enter" || (event.key === "Escape" && search.typed !== "")) keys.onKey(event);
          }}
          // As in the panel, Échap takes first away what was typed.
          data-mantine-stop-propagation={search.typed !== "" || undefined}
          data-autofocus
        />
        <div className={classes["list"]}>
          <ChosenIds value={chosenIds}>
            <DataTable
              label="Factures impayées"
              columns={columns}
              rows={rows}
              rowKey={(invoice) => invoice.id}
              emptyText={TEXTS.empty}
              error={search.error}
              onRetry={search.retry}
              refreshing={search.isBehind}
              onRowClick={toggle}
              rowControl
              maxHeight="46dvh"
            />
          </ChosenIds>
          {search.showMore ? (
            <Button
              variant="subtle"
              size="xs"
              mt={6}
              flex="none"
              loading={search.isLoadingMore}
              onClick={search.showMore}
            >
              {TEXTS.more}
            </Button>
          ) : null}
        </div>
      </div>
      <div className={classes["footer"]}>
        {error ? (
          <Alert color="red" variant="light" role="alert">
            {error}
          </Alert>
        ) : null}
        <Group justify="space-between" align="flex-end" gap="md">
          <Balance amount={amount} remaining={remaining} />
          <Group gap="xs">
            <Button variant="default" onClick={props.close} disabled={props.pending}>
              Annuler
            </Button>
            <Button onClick={submit} loading={props.pending}>
              {TEXTS.confirm}
            </Button>
          </Group>
        </Group>
      </div>
      <DifferenceDialog
        opened={confirming}
        amount={amount}
        remaining={remaining}
        close={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          props.onConfirm(chosen);
        }}
      />
    </>
  );
}

/** What the search found; without one, the proposed invoices come first. */
function useShownInvoices(
  { found, typed }: UnpaidSearch,
  sets: ReturnType<typeof readySets>,
  chosen: readonly ChoosableInvoice[],
): readonly ChoosableInvoice[] | undefined {
  return useMemo(() => {
    if (!found) return undefined;
    if (typed.trim() !== "") return found;
    // Those chosen from another search come last: a row never moves under the hand that ticks it.
    const shown = [...sets.flatMap((set) => set.invoices), ...found, ...chosen];
    return [...new Map(shown.map((invoice) => [invoice.id, invoice])).values()];
  }, [found, typed, sets, chosen]);
}

/** What is ticked: a tick draws its own box again, not the rows of the table. */
const ChosenIds = createContext<ReadonlySet<number>>(new Set());

const Choice = ({
  invoice,
  onToggle,
}: {
  invoice: ChoosableInvoice;
  onToggle: (invoice: ChoosableInvoice) => void;
}) => <ChoiceBox invoice={invoice} checked={useContext(ChosenIds).has(invoice.id)} onToggle={onToggle} />;

const ChoiceBox = memo(
  ({
    invoice,
    checked,
    onToggle,
  }: {
    invoice: ChoosableInvoice;
    checked: boolean;
    onToggle: (invoice: ChoosableInvoice) => void;
  }) => (
    <Checkbox
      aria-label={`Sélectionner ${invoice.invoice_number}`}
      checked={checked}
      onChange={() => onToggle(invoice)}
      onClick={(event) => event.stopPropagation()}
    />
  ),
);

const columnsOf = (onToggle: (invoice: ChoosableInvoice) => void): DataColumn<ChoosableInvoice>[] => [
  {
    key: "chosen",
    part: "choice",
    header: TEXTS.choice,
    hiddenHeader: true,
    width: 40,
    cell: (invoice) => <Choice invoice={invoice} onToggle={onToggle} />,
  },
  {
    key: "number",
    part: "title",
    header: "N° Facture",
    width: 140,
    cell: (invoice) => <strong>{invoice.invoice_number}</strong>,
  },
  { key: "date", header: "Date", width: 110, cell: (invoice) => <FrenchDate date={invoice.invoice_date} /> },
  { key: "cinema", part: "subtitle", header: "Cinéma", width: 250, cell: (invoice) => invoice.cinema_name },
  { key: "week", header: "Semaine", width: 110, cell: weekOf },
  {
    key: "due",
    header: "Date d'échéance",
    width: 140,
    cell: (invoice) => <FrenchDate date={invoice.due_date} />,
  },
  {
    key: "total",
    header: "Montant TTC",
    width: 130,
    align: "right",
    cell: (invoice) => <Money amount={invoice.total_amount} />,
  },
  {
    key: "outstanding",
    part: "amount",
    header: "Reste dû",
    width: 130,
    align: "right",
    cell: (invoice) => <Money amount={invoice.outstanding} />,
  },
];
