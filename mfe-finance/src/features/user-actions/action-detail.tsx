import { isClosed, type UserActionDetail } from "@bobine/contract/user-actions";
import { USER_ACTION_STATUS } from "@bobine/contract/status-labels";
import { hasDraft } from "@bobine/shared-auth";
import { formatDateTime, formatMoney, FrenchDate, Money, StatusBadge } from "@bobine/shared-ui";
import { Anchor, Button, Group, UnstyledButton } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router-dom";
import { useDecides } from "../../decider.tsx";
import { useParts } from "../../bank-parts/bank-parts.queries.ts";
import { DecidedParts } from "../../bank-parts/decided-parts.tsx";
import { CommentThread } from "../../comments/comment-thread.tsx";
import { OperationFiles } from "../../operation-files/operation-files.tsx";
import { paths } from "../../paths.ts";
import { LineFacts } from "../../line-facts.tsx";
import { byWhom, OUTCOMES } from "../../lettering.texts.ts";
import type { Undoes } from "../../revert-lettering.tsx";
import { ActionChoice, type ActionChoiceProps } from "./action-choice.tsx";
import { Assignment } from "./assignment.tsx";
import { RejectionDialog } from "./rejection.dialog.tsx";
import { rejectionDraft } from "./rejection.draft.ts";
import classes from "./workbench.module.css";
import { DESK_TEXTS, REJECTION_TEXTS, UNDO_TEXTS } from "./user-actions.texts.ts";
import { capitalised, Why } from "./why.tsx";

interface ActionDetailProps extends ActionChoiceProps {
  onRevert: (undoes: Undoes) => void;
}

/** One action, whole: its bank line, why it waits, what may answer it or who decided, what is near it. */
export function ActionDetail({ action, onGo, onRevert, ...choice }: ActionDetailProps) {
  const decides = useDecides();
  const status = USER_ACTION_STATUS[action.status];
  // What one decides by comes at once; what stands below it, a moment later: the keys walk from action to action.
  const isWhole = useDeferredValue(true, false);
  return (
    <>
      <header className={classes["head"]}>
        <div>
          <h2 className={classes["reason"]}>{action.reason}</h2>
          <p className={classes["dim"]}>
            {action.transaction_date ? (
              <>
                <FrenchDate date={action.transaction_date} />
                {" · "}
              </>
            ) : null}
            {action.transaction_description}
          </p>
        </div>
        <StatusBadge color={status.color}>{status.label}</StatusBadge>
      </header>
      <Assignment action={action} />
      {action.origin ? (
        <LineFacts origin={action.origin} amount={action.transaction_amount ?? "0.00"} />
      ) : null}
      {isClosed(action.status) ? (
        <Decided action={action} pending={choice.pending} onRevert={onRevert} />
      ) : decides ? (
        <ActionChoice action={action} onGo={onGo} {...choice} />
      ) : (
        <Why title={DESK_TEXTS.why} reasons={action.explanation} />
      )}
      {isWhole ? (
        <>
          <Related action={action} onGo={onGo} />
          <Events action={action} />
          {action.transaction_id === null ? null : <OperationFiles transaction={action.transaction_id} />}
          <CommentThread subject={{ kind: "user_action", id: action.id }} />
        </>
      ) : null}
    </>
  );
}

const undoesOf = ({ status, allocations }: UserActionDetail, hasParts: boolean): Undoes => {
  if (status === "REJECTED") return "rejected";
  if (allocations.length > 0) return "lettered";
  return hasParts ? "assigned" : "closed";
};

/** Who or what decided, when, why, and what it paid. */
function Decided({ action, pending, onRevert }: Pick<ActionDetailProps, "action" | "pending" | "onRevert">) {
  const decides = useDecides();
  const { decision, allocations, surplus_amount, transaction_id } = action;
  // What cannot be read of it is on the statement.
  const { data: line } = useParts(transaction_id ?? 0, transaction_id !== null);
  const undoes = undoesOf(action, (line?.parts.length ?? 0) > 0);
  const isSurplusAPart = line?.parts.some(({ kind }) => kind === "credit") ?? false;
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="xs" mt="sm">
        {decision ? (
          <p>
            <strong>
              {OUTCOMES[decision.outcome]} {byWhom(decision.is_automatic, decision.decided_by)}
            </strong>
            {decision.decided_at ? ` le ${formatDateTime(decision.decided_at)}` : ""}
          </p>
        ) : null}
        {decides ? (
          <Button size="compact-sm" variant="default" loading={pending} onClick={() => onRevert(undoes)}>
            {UNDO_TEXTS[undoes]}
          </Button>
        ) : null}
      </Group>
      {allocations.length > 0 ? (
        <ul className={classes["chosen"]}>
          {allocations.map((allocation) => (
            <li key={allocation.invoice_id}>
              <div className={classes["optionText"]}>
                <Anchor component={Link} to={paths.invoice(allocation.invoice_id)} size="sm" fw={600}>
                  {allocation.invoice_number}
                </Anchor>
              </div>
              <Money amount={allocation.amount} />
            </li>
          ))}
          {surplus_amount === "0.00" || isSurplusAPart ? null : (
            <li>
              <span className={classes["optionText"]}>Trop-perçu conservé</span>
              <Money amount={surplus_amount} />
            </li>
          )}
        </ul>
      ) : null}
      {line ? <DecidedParts parts={line.parts} uses={line.credit_uses} /> : null}
      {decision?.outcome === "rejected" ? (
        <>
          <Rejection action={action} reasons={decision.reasons} mayExplain={decides} />
          <Why title={DESK_TEXTS.why} reasons={action.explanation} />
        </>
      ) : (
        <Why
          title={decision?.is_automatic ? DESK_TEXTS.whyDone : DESK_TEXTS.why}
          reasons={decision && decision.reasons.length > 0 ? decision.reasons : action.explanation}
        />
      )}
    </>
  );
}

/** Why it was rejected, said at once, later or anew (LET-53). */
function Rejection({
  action,
  reasons,
  mayExplain,
}: {
  action: UserActionDetail;
  reasons: readonly string[];
  mayExplain: boolean;
}) {
  const [explaining, setExplaining] = useState(() => mayExplain && hasDraft(rejectionDraft(action.id)));
  return (
    <>
      <Why title={REJECTION_TEXTS.said} reasons={reasons} />
      {mayExplain ? (
        <Button size="compact-sm" variant="subtle" mt={4} onClick={() => setExplaining(true)}>
          {reasons.length > 0 ? REJECTION_TEXTS.change : REJECTION_TEXTS.open}
        </Button>
      ) : null}
      {explaining ? (
        <RejectionDialog action={action} said={reasons[0]} close={() => setExplaining(false)} />
      ) : null}
    </>
  );
}

function Related({ action, onGo }: { action: UserActionDetail; onGo: (id: number) => void }) {
  if (action.related_transactions.length === 0) return null;
  return (
    <section aria-label={DESK_TEXTS.related}>
      <h3 className={classes["heading"]}>{DESK_TEXTS.related}</h3>
      <ul className={classes["chosen"]}>
        {action.related_transactions.map((line) => {
          const { user_action_id } = line;
          const text = (
            <span className={classes["optionText"]}>
              <FrenchDate date={line.transaction_date} />
              <span>{line.label}</span>
              {line.status ? <span>{USER_ACTION_STATUS[line.status].label}</span> : null}
            </span>
          );
          return (
            <li key={line.transaction_id}>
              {user_action_id === null ? (
                text
              ) : (
                <UnstyledButton className={classes["go"]} onClick={() => onGo(user_action_id)}>
                  {text}
                </UnstyledButton>
              )}
              <Money amount={line.amount} currency={action.currency_code} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const EVENTS: Record<UserActionDetail["events"][number]["kind"], string> = {
  imported: "Importée",
  lettered: "Rapprochée",
  reverted: "Rapprochement annulé",
};

function Events({ action }: { action: UserActionDetail }) {
  // Every line was imported: that alone is no history.
  if (action.events.length < 2) return null;
  return (
    <section aria-label={DESK_TEXTS.history}>
      <h3 className={classes["heading"]}>{DESK_TEXTS.history}</h3>
      <ol className={classes["events"]}>
        {action.events.map((event) => (
          <li key={event.key}>
            <span>
              {EVENTS[event.kind]}
              {event.kind === "imported" ? "" : ` ${byWhom(event.is_automatic, event.actor)}`}
              {event.invoice_numbers.length > 0 ? ` · ${event.invoice_numbers.join(", ")}` : ""}
            </span>
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            {event.reasons.length > 0 ? <span>{capitalised(event.reasons.join(" · "))}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** « Paiement partiel, 1 312,00 € »: what a screen reader says when another action shows. */
export const spokenAction = (
  action: Pick<UserActionDetail, "reason" | "transaction_amount" | "currency_code">,
) =>
  [action.reason, action.transaction_amount && formatMoney(action.transaction_amount, action.currency_code)]
    .filter(Boolean)
    .join(", ");
