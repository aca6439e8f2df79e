import type { UnfinishedWork } from "@bobine/shared-auth";
import { ConfirmDialog } from "@bobine/shared-ui";
import { type ReactNode, useState } from "react";
import { type LeaveTexts, UNFINISHED } from "./updates.texts.ts";

interface Question {
  works: readonly UnfinishedWork[];
  answer: (yes: boolean) => void;
}

/** Asks whether unfinished work may be left. `dialog` must be in the page. */
export function useLeaveQuestion(texts: LeaveTexts): {
  ask: (works: readonly UnfinishedWork[]) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question>();
  const reply = (yes: boolean) => {
    question?.answer(yes);
    setQuestion(undefined);
  };
  return {
    ask: (works) =>
      new Promise((answer) => {
        // Asked twice: the first question has no answer any more.
        question?.answer(false);
        setQuestion({ works, answer });
      }),
    dialog: question ? <LeaveDialog texts={texts} works={question.works} reply={reply} /> : null,
  };
}

/** The question itself. */
export function LeaveDialog({
  texts,
  works,
  reply,
}: {
  texts: LeaveTexts;
  works: readonly UnfinishedWork[];
  reply: (yes: boolean) => void;
}) {
  return (
    <ConfirmDialog
      opened
      title={texts.title}
      confirmLabel={texts.confirm}
      onConfirm={() => reply(true)}
      close={() => reply(false)}
    >
      {UNFINISHED}
      <ul>
        {works.map((work) => (
          <li key={`${work.kind} ${work.label}`}>
            <strong>{work.label}</strong>
            {"\u00a0"}: {texts.outcome(work)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
