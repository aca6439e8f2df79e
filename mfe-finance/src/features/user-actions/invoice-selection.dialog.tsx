import { NO_INVOICE_SELECTED, needsConfirmation } from "@bobine/contract/banking";
import type { Invoice } from "@bobine/contract/invoices";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { Candidate, UserAction } from "@bobine/contract/user-actions";
import { useDraft } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  Dialog,
  formatMoney,
  FrenchDate,
  Money,
  RestoredDraft,
} from "@bobine/shared-ui";
import { Alert, Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import { matchesSearch, remainingAmount, searchTextOf } from "./invoice-choice.ts";
import { selectionDraft } from "./invoice-selection.draft.ts";
import classes from "./invoice-selection.module.css";
import { DIALOG_TEXTS as TEXTS } from "./user-actions.texts.ts";

interface InvoiceSelectionDialogProps {
  action: UserAction;
  /** Unpaid invoices; undefined while they load. */
  invoices: readonly Invoice[] | undefined;
  loadError: string | undefined;
  onRetry: () => void;
  pending: boolean;
  onConfirm: (invoiceIds: number[]) => void;
  close: () => void;
}

/** Chooses the invoices that a transaction pays (SPEC §2.11, §5). It fetches nothing. */
export function InvoiceSelectionDialog(props: InvoiceSelectionDialogProps) {
  const { action, invoices } = props;
  const amount = centsFromWire(action.transaction_amount ?? "0.00");
  const draft = useDraft(selectionDraft(action), inOrder(surestOf(action)), TEXTS.title);
  const chosenIds: ReadonlySet<number> = useMemo(() => new Set(draft.value), [draft.value]);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const rows = useShownInvoices(invoices, action, useDeferredValue(typed));
  const chosen = useMemo(
    () => (invoices ?? []).filter((invoice) => chosenIds.has(invoice.id)),
    [invoices, chosenIds],
  );
  const remaining = remainingAmount(amount, chosen);

  const choose = (ids: Iterable<number>) => {
    setError(undefined);
    draft.set(() => inOrder(ids));
  };
  const toggle = (id: number) => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const submit = () => {
    if (chosen.length === 0) setError(NO_INVOICE_SELECTED);
    else if (needsConfirmation(amount, cents(amount - remaining))) setConfirming(true);
    else props.onConfirm(chosen.map((invoice) => invoice.id));
  };

  const columns: DataColumn<Invoice>[] = [
    {
      key: "chosen",
      header: TEXTS.choice,
      hiddenHeader: true,
      width: 40,
      cell: (invoice) => (
        <Checkbox
          aria-label={`Sélectionner ${invoice.invoice_number}`}
          checked={chosenIds.has(invoice.id)}
          onChange={() => toggle(invoice.id)}
          onClick={(event) => event.stopPropagation()}
        />
      ),
    },
    { key: "number", header: "N° Facture", cell: (invoice) => <strong>{invoice.invoice_number}</strong> },
    { key: "date", header: "Date", cell: (invoice) => <FrenchDate date={invoice.invoice_date} /> },
    { key: "cinema", header: "Cinéma", cell: (invoice) => invoice.cinema_name },
    { key: "week", header: "Semaine", cell: (invoice) => invoice.week_display.split(" – ")[0] },
    {
      key: "due",
      header: "Date d'échéance",
      cell: (invoice) => <FrenchDate date={invoice.due_date} />,
    },
    {
      key: "total",
      header: "Montant TTC",
      align: "right",
      cell: (invoice) => <Money amount={invoice.total_amount} />,
    },
    {
      key: "outstanding",
      header: "Reste dû",
      align: "right",
      cell: (invoice) => <Money amount={invoice.outstanding} />,
    },
  ];

  return (
    <Dialog
      opened
      onClose={props.pending ? () => undefined : props.close}
      title={TEXTS.title}
      size="min(1080px, 96vw)"
      classNames={{ content: classes["content"] ?? "", body: classes["body"] ?? "" }}
    >
      <div className={classes["choice"]}>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {action.transaction_description}
        </Text>
        {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
        <Suggestions
          candidates={action.candidates}
          invoices={invoices}
          onChoose={choose}
          chosenIds={chosenIds}
        />
        <TextInput
          aria-label="Rechercher une facture impayée"
          placeholder={TEXTS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes["list"]}>
          <DataTable
            label="Factures impayées"
            columns={columns}
            rows={rows}
            rowKey={(invoice) => invoice.id}
            emptyText={TEXTS.empty}
            error={props.loadError}
            onRetry={props.onRetry}
            onRowClick={(invoice) => toggle(invoice.id)}
            rowControl
            maxHeight="46dvh"
          />
        </div>
      </div>
      <div className={classes["footer"]}>
        {error ? (
          <Alert color="red" variant="light" role="alert">
            {error}
          </Alert>
        ) : null}
        <Group justify="space-between" align="flex-end" gap="md">
          <Balance amount={amount} selected={cents(amount - remaining)} remaining={remaining} />
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
      <ConfirmDialog
        opened={confirming}
        title={TEXTS.confirmTitle}
        confirmLabel={TEXTS.proceed}
        close={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          props.onConfirm(chosen.map((invoice) => invoice.id));
        }}
      >
        <Text>{TEXTS.difference(formatMoney(amount), formatMoney(cents(amount - remaining)))}</Text>
        <Text mt="sm">{remaining > 0 ? TEXTS.surplus(formatMoney(remaining)) : TEXTS.shortfall}</Text>
      </ConfirmDialog>
    </Dialog>
  );
}

const inOrder = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/** What is ticked at the start: the first proposal when its total is right and nothing else fits as well. */
function surestOf(action: UserAction): number[] {
  const first = action.candidates[0];
  return first && first.difference === centsToWire(cents(0)) && first.alternatives === 0
    ? first.invoice_ids
    : [];
}

/** Invoices that answer the search, the proposed ones first. */
function useShownInvoices(invoices: readonly Invoice[] | undefined, action: UserAction, typed: string) {
  const texts = useMemo(
    () => new Map(invoices?.map((invoice) => [invoice.id, searchTextOf(invoice)])),
    [invoices],
  );
  return useMemo(() => {
    if (!invoices) return undefined;
    const proposed = new Set([
      ...action.candidates.flatMap((candidate) => candidate.invoice_ids),
      ...action.suggested_invoices.near_rounded,
      ...action.suggested_invoices.partial,
    ]);
    const found = invoices.filter((invoice) => matchesSearch(texts.get(invoice.id) ?? "", typed));
    return [
      ...found.filter((invoice) => proposed.has(invoice.id)),
      ...found.filter((invoice) => !proposed.has(invoice.id)),
    ];
  }, [invoices, texts, typed, action]);
}

function Suggestions({
  candidates,
  invoices,
  chosenIds,
  onChoose,
}: {
  candidates: readonly Candidate[];
  invoices: readonly Invoice[] | undefined;
  chosenIds: ReadonlySet<number>;
  onChoose: (ids: number[]) => void;
}) {
  const byId = new Map(invoices?.map((invoice) => [invoice.id, invoice]));
  const usable = candidates.filter((candidate) => candidate.invoice_ids.every((id) => byId.has(id)));
  if (usable.length === 0) return null;
  return (
    <section aria-label={TEXTS.suggestions}>
      <Text size="sm" fw={600} mb={6}>
        {TEXTS.suggestions}
      </Text>
      <div className={classes["suggestions"]}>
        {usable.map((candidate) => {
          const numbers = candidate.invoice_ids.map((id) => byId.get(id)?.invoice_number ?? "").join(", ");
          const isChosen =
            candidate.invoice_ids.length === chosenIds.size &&
            candidate.invoice_ids.every((id) => chosenIds.has(id));
          return (
            <button
              type="button"
              key={candidate.invoice_ids.join("-")}
              className={classes["suggestion"]}
              aria-pressed={isChosen}
              onClick={() => onChoose(candidate.invoice_ids)}
            >
              <strong>{numbers}</strong>
              <span>{candidate.reasons.join(" · ")}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}

function Balance({ amount, selected, remaining }: { amount: number; selected: number; remaining: number }) {
  const state = remaining === 0 ? "balanced" : remaining > 0 ? "surplus" : "shortfall";
  return (
    <dl className={classes["balance"]} aria-live="polite">
      <div>
        <dt>{TEXTS.transaction}</dt>
        <dd>{formatMoney(cents(amount))}</dd>
      </div>
      <div>
        <dt>{TEXTS.selected}</dt>
        <dd>{formatMoney(cents(selected))}</dd>
      </div>
      <div data-state={state}>
        <dt>
          {state === "balanced" ? TEXTS.balanced : state === "surplus" ? TEXTS.remaining : TEXTS.missing}
        </dt>
        <dd>{formatMoney(cents(Math.abs(remaining)))}</dd>
      </div>
    </dl>
  );
}
