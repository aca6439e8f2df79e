import type { RequestedPart } from "@bobine/contract/bank-parts";
import { type DraftKind, useDraft } from "@bobine/shared-auth";
import { useState } from "react";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import type { PartLine } from "./part-line.ts";
import { placeNamedIn } from "./part-options.ts";
import { readParts, remainderOf, type TypedPart, type WrongPart } from "./typed-parts.ts";

export interface PartsFormProps {
  line: PartLine;
  /** What the parts begin as. */
  initial: readonly TypedPart[];
  draft: DraftKind<TypedPart[]>;
  error: string | undefined;
  /** What the server says of one part. */
  wrongPart: WrongPart | undefined;
  onConfirm: (parts: RequestedPart[]) => void;
}

/** The parts as they are typed, with what is wrong with them: found here, or said by the server of what was sent. */
export function usePartsForm({ line, error, onConfirm, ...props }: PartsFormProps) {
  const { amount } = line;
  const draft = useDraft(props.draft, [...props.initial], TEXTS.title);
  const [wrong, setWrong] = useState<WrongPart>();
  const [added, setAdded] = useState<number>();
  // The parts that the server answered of: once they are others, what it said holds no more.
  const [sent, setSent] = useState<readonly TypedPart[]>();
  const parts = draft.value;
  const isAnswered = sent === parts;
  const named = error === undefined ? undefined : placeNamedIn(error, line, parts);
  const told: WrongPart | undefined =
    props.wrongPart ??
    (error === undefined || named === undefined ? undefined : { place: named, message: error });
  const shownWrong = wrong ?? (isAnswered ? told : undefined);
  const failure = isAnswered && shownWrong?.place === undefined ? error : undefined;
  const change = (next: readonly TypedPart[]) => {
    setWrong(undefined);
    draft.set(() => [...next]);
  };
  return {
    draft,
    parts,
    left: remainderOf(amount, parts),
    /** The place of the part that was added last. */
    added,
    shownWrong,
    /** What is said of all parts together. */
    complaint: failure ?? (shownWrong?.place === undefined ? shownWrong?.message : undefined),
    change,
    add: (next: readonly TypedPart[]) => {
      setAdded(next.length - 1);
      change(next);
    },
    remove: (place: number) => {
      setAdded(undefined);
      change(parts.filter((_, index) => index !== place));
    },
    submit: (): boolean => {
      const read = readParts(amount, parts);
      setWrong("wrong" in read ? read.wrong : undefined);
      if ("wrong" in read) return false;
      setSent(parts);
      onConfirm(read.asked);
      return true;
    },
  };
}
