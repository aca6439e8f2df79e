import type { Invitation } from "@bobine/contract/invitations";
import { personName } from "@bobine/contract/person-name";
import { roleLabel } from "@bobine/contract/role-labels";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { ErrorCard, formatDateTime } from "@bobine/shared-ui";
import { Badge, Button, Group, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import { ConfirmedAction } from "./confirmed-action.tsx";
import { useInvitations, useResendInvitation, useWithdrawInvitation } from "./invitations.queries.ts";
import { INVITATIONS as TEXTS } from "./people.texts.ts";
import classes from "./people.module.css";

/** Who was invited and has not come yet, with what one may do about it; nothing shows while there is nobody. */
export function InvitationList({ distributor }: { distributor: number | undefined }) {
  const id = useId();
  const invitations = useInvitations(distributor);
  const resend = useResendInvitation();
  const withdraw = useWithdrawInvitation();
  const [asked, setAsked] = useState<{ invitation: Invitation; about: "resend" | "withdraw" }>();
  const close = () => setAsked(undefined);
  const failure = loadFailure(invitations);
  if (failure !== undefined)
    return (
      <ErrorCard title={TEXTS.loadFailed} message={failure} onRetry={() => void invitations.refetch()} />
    );
  if (!invitations.data || invitations.data.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h4" id={id} mt="md">
        {TEXTS.title}
      </Title>
      <ul className={classes["list"]}>
        {invitations.data.map((invitation) => (
          <li key={invitation.id} className={classes["item"]}>
            <Facts invitation={invitation} />
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                aria-label={TEXTS.resendOne(invitation.email)}
                disabled={invitation.mail_again_at === null}
                onClick={() => setAsked({ invitation, about: "resend" })}
              >
                {TEXTS.resend}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={TEXTS.withdrawOne(invitation.email)}
                onClick={() => setAsked({ invitation, about: "withdraw" })}
              >
                {TEXTS.withdraw}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {asked?.about === "resend" ? (
        <ConfirmedAction
          action={resend}
          what={asked.invitation.id}
          title={TEXTS.resendTitle}
          question={TEXTS.resendQuestion(asked.invitation.email)}
          confirmLabel={TEXTS.resend}
          done={TEXTS.resent(asked.invitation.email)}
          describe={(error) => describeError(error, TEXTS.resendFailed).message}
          close={close}
        />
      ) : null}
      {asked?.about === "withdraw" ? (
        <ConfirmedAction
          action={withdraw}
          what={asked.invitation.id}
          title={TEXTS.withdrawTitle}
          question={TEXTS.withdrawQuestion(asked.invitation.email)}
          confirmLabel={TEXTS.withdraw}
          danger
          done={TEXTS.withdrawn(asked.invitation.email)}
          describe={(error) => describeError(error, TEXTS.withdrawFailed).message}
          close={close}
        />
      ) : null}
    </section>
  );
}

function Facts({ invitation }: { invitation: Invitation }) {
  const { email, role, invited_by, sent_at, expires_at, is_expired, is_refused, is_given_up, mail_again_at } =
    invitation;
  const badge = is_refused
    ? TEXTS.refused
    : is_given_up
      ? TEXTS.givenUp
      : is_expired
        ? TEXTS.expired
        : undefined;
  const name = personName(invitation);
  return (
    <div className={classes["facts"]}>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {roleLabel(role)}
        </Text>
        {badge === undefined ? null : (
          <Badge variant="light" color="orange" tt="none">
            {badge}
          </Badge>
        )}
      </Group>
      {name === email ? null : <Text size="sm">{email}</Text>}
      <Text size="sm" c="dimmed">
        {is_refused || is_given_up
          ? TEXTS[is_refused ? "refusedBy" : "givenUpBy"](invited_by, formatDateTime(sent_at))
          : [
              TEXTS.by(invited_by, formatDateTime(sent_at)),
              ...(is_expired ? [] : [TEXTS.validUntil(formatDateTime(expires_at))]),
            ].join(", ")}
      </Text>
      {mail_again_at === null ? (
        <Text size="sm" c="dimmed">
          {TEXTS.resendNoMore}
        </Text>
      ) : null}
    </div>
  );
}
