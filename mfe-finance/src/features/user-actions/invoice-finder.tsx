// A combobox with several choices and an option per row of text: no tag is one.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { ErrorCard, formatMoney } from "@bobine/shared-ui";
import { Button, Loader, TextInput, UnstyledButton } from "@mantine/core";
import { IconCheck, IconFileTypePdf, IconSearch } from "@tabler/icons-react";
import { type Ref, useEffect, useRef } from "react";
import classes from "./workbench.module.css";
import { weekOf } from "./ready-sets.tsx";
import { ADD_ALL_LIMIT, useFinderKeys } from "./use-finder-keys.ts";
import type { UnpaidSearch } from "./use-unpaid-search.ts";
import { DESK_TEXTS, DIALOG_TEXTS } from "./user-actions.texts.ts";

interface InvoiceFinderProps {
  search: UnpaidSearch;
  inputRef: Ref<HTMLInputElement>;
  chosen: readonly ChoosableInvoice[];
  onToggle: (invoice: ChoosableInvoice) => void;
  onAddAll: (invoices: readonly ChoosableInvoice[]) => void;
  onAccept: () => void;
  onPreview: (invoice: ChoosableInvoice) => void;
}

/** Finds unpaid invoices by anything that one knows of them, and chooses several without leaving the field. */
export function InvoiceFinder({ search, inputRef, chosen, ...props }: InvoiceFinderProps) {
  const { listId, isSearching, found, at, onKey, onType } = useFinderKeys({ search, ...props });
  const list = useRef<HTMLDivElement>(null);
  const isAnswered = found !== undefined && !search.isBehind;
  useEffect(() => {
    // The field may stand at the lower edge of the workbench: what was found would be out of sight.
    if (isAnswered) list.current?.scrollIntoView({ block: "nearest" });
  }, [isAnswered]);
  const chosenIds = new Set(chosen.map(({ id }) => id));

  return (
    <div className={classes["finder"]}>
      <TextInput
        ref={inputRef}
        role="combobox"
        aria-label={DESK_TEXTS.search}
        aria-expanded={isSearching}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(at >= 0 ? { "aria-activedescendant": `${listId}-${at}` } : {})}
        placeholder={`${DIALOG_TEXTS.search}  ( / )`}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isSearching && search.isBehind ? <Loader size={16} aria-hidden /> : undefined}
        value={search.typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKey}
        autoComplete="off"
        spellCheck={false}
      />
      {isSearching && search.error !== undefined ? (
        <ErrorCard title={search.error} onRetry={search.retry} />
      ) : null}
      {found ? (
        <>
          <div className={classes["foundHead"]}>
            <span aria-live="polite">{found.length === 0 ? DIALOG_TEXTS.empty : DESK_TEXTS.searchHint}</span>
            {found.length > 1 && found.length <= ADD_ALL_LIMIT && !search.showMore ? (
              <Button size="compact-xs" variant="subtle" onClick={() => props.onAddAll(found)}>
                {DESK_TEXTS.addAll(found.length)}
              </Button>
            ) : null}
          </div>
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label="Factures trouvées"
            aria-multiselectable="true"
            className={classes["found"]}
          >
            {found.map((invoice, index) => (
              <Found
                key={invoice.id}
                id={`${listId}-${index}`}
                invoice={invoice}
                isWalked={index === at}
                isChosen={chosenIds.has(invoice.id)}
                onToggle={props.onToggle}
              />
            ))}
          </div>
          {search.showMore ? (
            <Button variant="subtle" size="xs" loading={search.isLoadingMore} onClick={search.showMore}>
              {DIALOG_TEXTS.more}
            </Button>
          ) : null}
        </>
      ) : null}
      {chosen.length > 0 ? (
        <ChosenInvoices chosen={chosen} onRemove={props.onToggle} onPreview={props.onPreview} />
      ) : null}
    </div>
  );
}

function Found({
  id,
  invoice,
  isWalked,
  isChosen,
  onToggle,
}: {
  id: string;
  invoice: ChoosableInvoice;
  isWalked: boolean;
  isChosen: boolean;
  onToggle: (invoice: ChoosableInvoice) => void;
}) {
  return (
    // The field keeps the focus and walks through the options.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      data-walked={isWalked || undefined}
      className={classes["option"]}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onToggle(invoice)}
    >
      <span className={classes["tick"]}>{isChosen ? <IconCheck size={14} aria-hidden /> : null}</span>
      <span className={classes["optionText"]}>
        <strong>{invoice.invoice_number}</strong>
        <span>
          {[invoice.cinema_name, weekOf(invoice), invoice.film_titles.join(", ")].filter(Boolean).join(" · ")}
        </span>
      </span>
      <span className={classes["amount"]}>{formatMoney(invoice.outstanding)}</span>
    </div>
  );
}

function ChosenInvoices({
  chosen,
  onRemove,
  onPreview,
}: {
  chosen: readonly ChoosableInvoice[];
  onRemove: (invoice: ChoosableInvoice) => void;
  onPreview: (invoice: ChoosableInvoice) => void;
}) {
  return (
    <section aria-label={DESK_TEXTS.chosen}>
      <h3 className={classes["heading"]}>{DESK_TEXTS.chosen}</h3>
      <ul className={classes["chosen"]}>
        {chosen.map((invoice) => (
          <li key={invoice.id}>
            <UnstyledButton
              className={classes["remove"]}
              aria-label={DESK_TEXTS.removeOf(invoice.invoice_number)}
              onClick={() => onRemove(invoice)}
            >
              ×
            </UnstyledButton>
            <span className={classes["optionText"]}>
              <strong>{invoice.invoice_number}</strong>
              <span>{[invoice.cinema_name, weekOf(invoice)].filter(Boolean).join(" · ")}</span>
            </span>
            <span className={classes["amount"]}>{formatMoney(invoice.outstanding)}</span>
            {invoice.file_id === null ? null : (
              <UnstyledButton
                className={classes["remove"]}
                aria-label={DESK_TEXTS.previewOf(invoice.invoice_number)}
                onClick={() => onPreview(invoice)}
              >
                <IconFileTypePdf size={16} aria-hidden />
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
