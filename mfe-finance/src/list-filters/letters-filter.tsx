import { TextInput } from "@mantine/core";
import { useState } from "react";
import { FILTER_TEXTS as TEXTS } from "./list-filters.texts.ts";
import { isLetters } from "./narrowing.ts";

interface LettersFilterProps {
  letters: string | undefined;
  onLetters: (letters: string | undefined) => void;
}

/** A letter code, taken with Enter or when one leaves it; what is none stays and is said. */
export function LettersFilter({ letters, onLetters }: LettersFilterProps) {
  const [typed, setTyped] = useState<string>();
  const code = typed?.trim().toUpperCase() ?? "";
  const isWrong = code !== "" && !isLetters(code);
  const take = () => {
    if (typed === undefined || isWrong) return;
    setTyped(undefined);
    const next = code === "" ? undefined : code;
    if (next !== letters) onLetters(next);
  };
  return (
    <TextInput
      aria-label={TEXTS.letters}
      placeholder={TEXTS.lettersHint}
      autoComplete="off"
      spellCheck={false}
      w={150}
      value={typed ?? letters ?? ""}
      error={isWrong ? TEXTS.lettersWrong : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}
