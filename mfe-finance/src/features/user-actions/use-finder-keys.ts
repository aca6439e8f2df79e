import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { UnpaidSearch } from "./use-unpaid-search.ts";

/** More than these are not chosen by one key. */
export const ADD_ALL_LIMIT = 30;

interface FinderKeysProps {
  search: UnpaidSearch;
  onToggle: (invoice: ChoosableInvoice) => void;
  onAddAll: (invoices: readonly ChoosableInvoice[]) => void;
  onAccept: () => void;
  /** « Entrée » chooses only what is found alone: nothing shows which of several the keys are at. */
  aloneOnly?: boolean;
}

/** The keys of the field that finds invoices: they walk through what was found and choose of it. */
export function useFinderKeys({ search, onToggle, onAddAll, onAccept, aloneOnly = false }: FinderKeysProps) {
  const listId = useId();
  const [walked, setWalked] = useState(0);
  const waiting = useRef<"one" | "all">(undefined);
  const isSearching = search.typed.trim() !== "";
  const found = isSearching ? search.found : undefined;
  const at = found && found.length > 0 ? Math.min(walked, found.length - 1) : -1;

  const take = (what: "one" | "all", input?: HTMLInputElement | null) => {
    // Entrée is pressed before the answer is there: it is meant for what was typed.
    if (search.isBehind) {
      waiting.current = what;
      return;
    }
    const invoice = found?.[at];
    if (what === "all" && found && found.length <= ADD_ALL_LIMIT) onAddAll(found);
    else if (what === "one" && invoice && (!aloneOnly || found.length === 1)) onToggle(invoice);
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
        onAccept();
      } else if (isSearching) take(event.shiftKey ? "all" : "one", input);
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
  return {
    listId,
    isSearching,
    found,
    /** Which of the found ones the keys are at; -1 while there is none. */
    at,
    onKey,
    onType: (text: string) => {
      setWalked(0);
      waiting.current = undefined;
      search.type(text);
    },
  };
}
