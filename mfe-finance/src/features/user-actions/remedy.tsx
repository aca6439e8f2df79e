import { CINEMA_REQUEST_STATE } from "@bobine/contract/status-labels";
import type { Remedy, UserActionDetail } from "@bobine/contract/user-actions";
import { distributorsPolicy } from "@bobine/contract/policy/distributors";
import { whoMay } from "@bobine/contract/policy/people";
import { hasDraft, useMay, useSession } from "@bobine/shared-auth";
import {
  CorrectionDialog,
  correctionDraft,
  REQUEST_TEXTS,
  RequestWords,
  useCinemaRequests,
} from "@bobine/shared-features/cinema-requests";
import { FrenchDate, StatusBadge } from "@bobine/shared-ui";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { REMEDY_TEXTS as TEXTS } from "./user-actions.texts.ts";
import classes from "./workbench.module.css";

const SHOWN_REQUESTS = 3;

/** Leads to the very field that an action asks for, who may write it; others write to who may (UI-25). */
export function RemedyLinks({ action }: { action: UserActionDetail }) {
  const { isSuperAdmin } = useSession();
  const changesCompany = useMay(distributorsPolicy.changeOwn);
  const { remedy } = action;
  const cinema = remedy?.cinema;
  // What was being typed before a reload or an ended session opens again (FED-6).
  const [isWriting, setWriting] = useState(() => !!cinema && hasDraft(correctionDraft(cinema.id)));
  if (remedy === null) return null;
  const isAnswer = action.reason_code === "request_answered";
  const place = placeOf(remedy, isSuperAdmin);
  // SEC-22: an accountant asks an administrator.
  if (remedy.place === "company" && !changesCompany)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {TEXTS.company}. {whoMay(distributorsPolicy.changeOwn)}
      </Text>
    );
  return (
    <>
      <Group gap="xs" mt="sm">
        {place ? (
          <Button component={Link} to={place.to} variant={isAnswer ? "light" : "filled"}>
            {place.label}
          </Button>
        ) : null}
        {cinema && !isSuperAdmin ? (
          <Button
            variant={place ? "default" : isAnswer ? "light" : "filled"}
            onClick={() => setWriting(true)}
          >
            {REQUEST_TEXTS.ask}
          </Button>
        ) : null}
      </Group>
      {/* An answer tells itself what was asked. */}
      {cinema && !isAnswer ? <LatestRequests cinema={cinema.id} /> : null}
      {isWriting && cinema ? <CorrectionDialog cinema={cinema} close={() => setWriting(false)} /> : null}
    </>
  );
}

/** Where who looks may write what is missing; undefined when others must. */
function placeOf(
  { place, cinema, fields, settings_field }: Remedy,
  isSuperAdmin: boolean,
): { to: string; label: string } | undefined {
  const [field] = fields;
  if (place === "company")
    return field === undefined ? undefined : { to: paths.companyField(field), label: TEXTS.company };
  if (!cinema) return undefined;
  if (isSuperAdmin)
    return cinema.is_sandboxed
      ? { to: paths.linkRequests(), label: TEXTS.linkRequest }
      : { to: paths.cinemaCard(cinema.id, field), label: TEXTS.card };
  if (settings_field === null) return undefined;
  return { to: paths.cinemaSettings(cinema.id, settings_field), label: TEXTS.settings };
}

/** What was asked about the cinema already, and what Bobine has answered. */
function LatestRequests({ cinema }: { cinema: number }) {
  const { data } = useCinemaRequests({ cinema });
  const latest = data?.results.slice(0, SHOWN_REQUESTS) ?? [];
  if (latest.length === 0) return null;
  return (
    <section aria-label={REQUEST_TEXTS.latest}>
      <h3 className={classes["heading"]}>{REQUEST_TEXTS.latest}</h3>
      <ul className={classes["requests"]}>
        {latest.map((request) => (
          <li key={request.id}>
            <Group gap="xs">
              <FrenchDate instant={request.created_at} />
              <StatusBadge color={CINEMA_REQUEST_STATE[request.state].color}>
                {CINEMA_REQUEST_STATE[request.state].label}
              </StatusBadge>
            </Group>
            <RequestWords request={request} />
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={paths.cinemaRequests()} size="sm" underline="always">
        {REQUEST_TEXTS.more}
      </Anchor>
    </section>
  );
}
