import type { OpenSession } from "@bobine/contract/people";
import { ErrorCard, formatDateTime } from "@bobine/shared-ui";
import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ConfirmedAction, type PeopleAction } from "./confirmed-action.tsx";
import { SESSIONS } from "./people.texts.ts";
import classes from "./people.module.css";

export interface SessionListProps {
  /** Undefined until they are there. */
  readonly sessions: readonly OpenSession[] | undefined;
  /** Why they are not. */
  readonly failure: string | undefined;
  readonly onRetry: () => void;
  /** One's own: all but the present one are ended together; else all of somebody's. */
  readonly own: boolean;
  readonly endOne: PeopleAction<string>;
  readonly endAll: PeopleAction<void>;
  readonly describe: (error: Error, fallback: string) => string;
}

/** Where somebody is signed in, and ending it. */
export function SessionList({ sessions, failure, onRetry, own, endOne, endAll, describe }: SessionListProps) {
  const [asked, setAsked] = useState<OpenSession | "all">();
  const close = () => setAsked(undefined);
  if (failure !== undefined)
    return <ErrorCard title={SESSIONS.loadFailed} message={failure} onRetry={onRetry} />;
  if (!sessions) return <Skeleton height={96} radius="md" aria-busy />;
  if (sessions.length === 0) return <Text size="sm">{SESSIONS.none}</Text>;
  const describeEnd = (error: Error) => describe(error, SESSIONS.endFailed);
  const ending = own ? sessions.filter((session) => !session.is_current) : sessions;
  return (
    <Stack gap="sm">
      <ul className={classes["list"]}>
        {sessions.map((session) => (
          <li key={session.id} className={classes["item"]}>
            <div className={classes["facts"]}>
              <Group gap="xs">
                <Text size="sm" fw={550}>
                  {deviceOf(session)}
                </Text>
                {session.is_current ? (
                  <Badge variant="light" tt="none">
                    {SESSIONS.current}
                  </Badge>
                ) : null}
              </Group>
              <Text size="sm" c="dimmed">
                {[
                  SESSIONS.opened(formatDateTime(session.created_at)),
                  SESSIONS.used(formatDateTime(session.last_used_at)),
                  ...(session.network === "" ? [] : [SESSIONS.network(session.network)]),
                ].join(", ")}
              </Text>
            </div>
            {session.is_current ? null : (
              <Button
                variant="default"
                size="xs"
                aria-label={SESSIONS.endOne(deviceOf(session))}
                onClick={() => setAsked(session)}
              >
                {SESSIONS.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending.length > 1 || (own && ending.length > 0) ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsked("all")}>
            {own ? SESSIONS.endOthers : SESSIONS.endAll}
          </Button>
        </Group>
      ) : null}
      {asked === "all" ? (
        <ConfirmedAction
          action={endAll}
          what={undefined}
          title={own ? SESSIONS.endOthersTitle : SESSIONS.endAllTitle}
          question={own ? SESSIONS.endOthersQuestion : SESSIONS.endAllQuestion}
          confirmLabel={SESSIONS.endAllConfirm}
          danger
          done={SESSIONS.endedDone}
          describe={describeEnd}
          close={close}
        />
      ) : null}
      {asked !== undefined && asked !== "all" ? (
        <ConfirmedAction
          action={endOne}
          what={asked.id}
          title={SESSIONS.endTitle}
          question={SESSIONS.endQuestion(deviceOf(asked))}
          confirmLabel={SESSIONS.endConfirm}
          danger
          done={SESSIONS.endDone}
          describe={describeEnd}
          close={close}
        />
      ) : null}
    </Stack>
  );
}

const deviceOf = ({ device }: OpenSession): string => device || SESSIONS.unknownDevice;
