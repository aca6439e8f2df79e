// A combobox with several choices and an option per row of text: no tag is one.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { ErrorCard, formatMoney } from "@bobine/shared-ui";
import { Button, Loader, TextInput, UnstyledButton } from "@mantine/core";
import { IconCheck, IconFileTypePdf, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import classes from "./workbench.module.css";
import { weekOf } from "./ready-sets.tsx";
import type { UnpaidSearch } from "./use-unpaid-search.ts";
import { DESK_TEXTS, DIALOG_TEXTS } from "./user-actions.texts.ts";

/** More than these are not chosen by one key. */
const ADD_ALL_LIMIT = 30;

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
  const listId = useId();
  const [walked, setWalked] = useState(0);
  const waiting = useRef<"one" | "all">(undefined);
  const isAsked = search.typed.trim() !== "";
  const found = isAsked ? search.found : undefined;
  const at = found && found.length > 0 ? Math.min(walked, found.length - 1) : -1;
  const list = useRef<HTMLDivElement>(null);
  const isAnswered = found !== undefined && !search.isBehind;
  useEffect(() => {
    // The field may stand at the lower edge of the workbench: what was found would be out of sight.
    if (isAnswered) list.current?.scrollIntoView({ block: "nearest" });
  }, [isAnswered]);
  const chosenIds = new Set(chosen.map(({ id }) => id));

  const take = (what: "one" | "all", input?: HTMLInputElement | null) => {
    // Entrée is pressed before the answer is there: it is meant for what was typed.
    if (search.isBehind) {
      waiting.current = what;
      return;
    }
    const invoice = found?.[at];
    if (what === "all" && found && found.length <= ADD_ALL_LIMIT) props.onAddAll(found);
    else if (what === "one" && invoice) props.onToggle(invoice);
    input?.select();
  };
  const takeWaiting = useEffectEvent(() => {
    const what = waiting.current;
    if (what === undefined || search.isBehind) return;
    waiting.current = undefined;
    take(what);
  });
  useEffect(() => takeWaiting(), [search.isBehind]);

  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const input = event.currentTarget;
    if (event.key === "Enter") {
      event.preventDefault();
      if (event.repeat) return;
      if (event.ctrlKey || event.metaKey) {
        input.blur();
        props.onAccept();
      } else if (isAsked) take(event.shiftKey ? "all" : "one", input);
    } else if (event.key === "Escape") {
      if (search.typed === "") input.blur();
      else search.type("");
    } else if (found && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const next = Math.max(0, Math.min(at + (event.key === "ArrowDown" ? 1 : -1), found.length - 1));
      setWalked(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
  };

  return (
    <div className={classes["finder"]}>
      <TextInput
        ref={inputRef}
        role="combobox"
        aria-label={DESK_TEXTS.search}
        aria-expanded={isAsked}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(at >= 0 ? { "aria-activedescendant": `${listId}-${at}` } : {})}
        placeholder={`${DIALOG_TEXTS.search}  ( / )`}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isAsked && search.isBehind ? <Loader size={16} aria-hidden /> : undefined}
        value={search.typed}
        onChange={(event) => {
          setWalked(0);
          waiting.current = undefined;
          search.type(event.currentTarget.value);
        }}
        onKeyDown={onKey}
        autoComplete="off"
        spellCheck={false}
      />
      {isAsked && search.error !== undefined ? (
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
