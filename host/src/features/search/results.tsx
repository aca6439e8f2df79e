import { IconArrowRight } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { Result, ResultGroup } from "./search-results.ts";
import classes from "./search.module.css";
import { TEXTS } from "./search.texts.ts";

interface ResultsProps {
  id: string;
  groups: readonly ResultGroup[];
  /** Place in all the groups together. */
  chosen: number;
  onPoint: (place: number) => void;
  onGo: (result: Result) => void;
}

/** What is found, by kind: the list box of the field above it, which the keyboard does not leave. */
export function Results({ id, groups, chosen, onPoint, onGo }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where there is no layout there is nothing to scroll.
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);
  const placed = groups.map(({ title, results }, group) => {
    const first = groups.slice(0, group).reduce((sum, before) => sum + before.results.length, 0);
    return { title, results: results.map((result, index) => ({ result, place: first + index })) };
  });
  return (
    // A list box of links beside amounts: no element of HTML is one.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={TEXTS.results} className={classes["list"]}>
      {placed.map(({ title, results }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={title} role="group" aria-label={title}>
          <div className={classes["title"]} aria-hidden>
            {title}
          </div>
          {results.map(({ result, place }) => (
            // The keyboard stays in the field, which moves the choice (ARIA combobox).
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={result.key}
              id={`${id}-${place}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={place === chosen}
              className={classes["result"]}
              onMouseMove={() => onPoint(place)}
              onClick={() => onGo(result)}
            >
              <span className={classes["text"]}>
                <span>{result.text}</span>
                {result.detail ? <small>{result.detail}</small> : null}
              </span>
              {result.amount ? <span className={classes["amount"]}>{result.amount}</span> : null}
              {result.key.startsWith("more ") ? <IconArrowRight size={15} aria-hidden /> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
