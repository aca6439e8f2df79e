import { describeError, useSession } from "@bobine/shared-auth";
import { Dialog } from "@bobine/shared-ui";
import { Button, Loader, Text, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useFederation } from "../../federation/federation-context.ts";
import { menuEntries } from "../../layout/menu-entries.ts";
import { Results } from "./results.tsx";
import { type Result, resultsOf } from "./search-results.ts";
import classes from "./search.module.css";
import { useFindings } from "./search.queries.ts";
import { TEXTS } from "./search.texts.ts";

const DELAY_MS = 150;

/** One field that finds cinemas, invoices, bank lines and pages, and goes there. */
export function SearchDialog({ close }: { close: () => void }) {
  const { registry } = useFederation();
  const { isSuperAdmin } = useSession();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const findings = useFindings(words);
  const id = useId();
  const groups = resultsOf(menuEntries(registry, isSuperAdmin), typed, findings.data);
  const flat = groups.flatMap(({ results }) => results);
  const at = Math.min(chosen, flat.length - 1);
  const isTyping = typed.trim() !== words.trim();
  const isSearching = findings.isRequested && (findings.isFetching || isTyping);
  const isBehind = isTyping || (findings.isRequested && (findings.isPending || findings.isPlaceholderData));
  const isEnterWaiting = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const go = (result: Result | undefined) => {
    if (!result) return;
    close();
    void navigate(result.to);
  };
  const onEnter = () => {
    const result = flat[at];
    // Entrée is meant for what was typed: pages are found by it already, the rest is still of the words before.
    isEnterWaiting.current = isBehind && result?.key.startsWith("page ") !== true;
    if (!isEnterWaiting.current) go(result);
  };
  const goOnEnter = useEffectEvent(() => {
    if (isEnterWaiting.current && !isBehind) onEnter();
  });
  useEffect(() => goOnEnter(), [isBehind]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const by = event.key === "ArrowDown" ? 1 : -1;
      if (flat.length > 0) setChosen((at + by + flat.length) % flat.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onEnter();
    }
  };

  return (
    <Dialog
      opened
      onClose={close}
      withCloseButton={false}
      // The name belongs to the dialog itself; without a title nothing else gives it one.
      attributes={{ content: { "aria-label": TEXTS.title } }}
      size="lg"
      padding={0}
      centered={false}
      yOffset="10dvh"
    >
      <div className={classes["field"]}>
        <IconSearch size={19} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={TEXTS.title}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(flat[at] ? { "aria-activedescendant": `${id}-${at}` } : {})}
          placeholder={TEXTS.placeholder}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
            isEnterWaiting.current = false;
          }}
          onKeyDown={onKey}
        />
        {isSearching ? <Loader size="xs" aria-label={TEXTS.searching} /> : null}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={close}>
          Fermer
        </Button>
      </div>
      <Results id={id} groups={groups} chosen={at} onPoint={setChosen} onGo={go} />
      <div className={classes["foot"]}>
        {findings.isError && findings.isRequested ? (
          <div role="alert" className={classes["failure"]}>
            <Text size="sm">{describeError(findings.error, TEXTS.failed).message}</Text>
            <Button variant="default" size="compact-sm" onClick={() => void findings.refetch()}>
              {TEXTS.retry}
            </Button>
          </div>
        ) : flat.length === 0 && !isSearching ? (
          <>
            <Text size="sm">{TEXTS.none(typed.trim())}</Text>
            <Text size="xs" c="dimmed">
              {TEXTS.noneHint}
            </Text>
          </>
        ) : null}
        {findings.hasAccess ? null : (
          <Text size="sm" c="dimmed">
            {TEXTS.chooseFirst}
          </Text>
        )}
        <span className={classes["keys"]} aria-hidden>
          {TEXTS.keys}
        </span>
        <VisuallyHidden aria-live="polite">
          {isSearching || typed.trim() === "" ? "" : TEXTS.found(flat.length)}
        </VisuallyHidden>
      </div>
    </Dialog>
  );
}
