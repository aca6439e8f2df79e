import {
  type FirstStep,
  type FirstSteps,
  readFirstSteps,
  type StepState,
} from "@bobine/contract/first-steps";
import { bankConnectionPolicy } from "@bobine/contract/policy/bank-connection";
import { booksPolicy } from "@bobine/contract/policy/books";
import { distributorsPolicy, mayIssue } from "@bobine/contract/policy/distributors";
import type { Access } from "@bobine/contract/policy/people";
import { describeError, productSettings, routeQuery, useMay } from "@bobine/shared-auth";
import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import { ErrorCard, StatusBadge, type StatusColor, Surface } from "@bobine/shared-ui";
import { Anchor, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { AUTOMATION_CONTROL } from "./automation-control.tsx";
import classes from "./first-steps.module.css";
import { FIRST_STEPS_TEXTS as TEXTS, whyNot } from "./first-steps.texts.ts";

const COLORS: Readonly<Record<StepState, StatusColor>> = {
  done: "green",
  todo: "yellow",
  waiting: "blue",
  optional: "gray",
};

/** Where a step is done; null where its button is on this page. */
const placeOf = (step: FirstStep): string | null => {
  const places: Readonly<Record<FirstStep, string | null>> = {
    company: paths.account(),
    mentions: paths.invoicingOptions(),
    validation: paths.account(),
    report: paths.reportImport(productSettings().boxOfficeKind),
    cinemas: paths.cinemas(),
    numbering: paths.account(),
    bank: paths.bankConnection(),
    plan: paths.plan(),
    automation: null,
  };
  return places[step];
};

/** What a step is done by; the other links lead to what everybody reads. */
const accessOf = (step: FirstStep): Access => {
  if (step === "automation") return distributorsPolicy.switchAutomation;
  if (step === "report") return booksPolicy.importBoxOffice;
  return step === "bank" ? bankConnectionPolicy.connect : distributorsPolicy.readOwn;
};

/** The button stands further down this page. */
function showAutomation(): void {
  const control = document.getElementById(AUTOMATION_CONTROL);
  control?.scrollIntoView({ block: "center" });
  control?.querySelector("button")?.focus();
}

/** What leads a distributor to its first invoice; nothing once it has issued one (DIST-7). */
export function FirstSteps() {
  const company = useOwnDistributor().data;
  const isNew = company?.has_issued === false;
  const steps = useQuery({ ...routeQuery(readFirstSteps), enabled: isNew });
  const id = useId();
  if (!company || !isNew) return null;
  if (!steps.data)
    return steps.error ? (
      <ErrorCard
        title={TEXTS.loadFailed}
        message={describeError(steps.error).message}
        onRetry={() => void steps.refetch()}
      />
    ) : null;
  const counted = steps.data.steps.filter(({ state }) => state !== "optional");
  const hasReport = steps.data.steps.some(({ step, state }) => step === "report" && state === "done");
  const done = counted.filter(({ state }) => state === "done").length;
  return (
    <section aria-labelledby={id} className={classes["card"]}>
      <Surface>
        <Title order={2} size="h3" id={id}>
          {TEXTS.title}
        </Title>
        <Text size="sm" c="dimmed">
          {TEXTS.intro} {TEXTS.progress(done, counted.length)}.
        </Text>
        <ol className={classes["steps"]}>
          {steps.data.steps.map((step) => (
            <Step
              key={step.step}
              step={step}
              isValidated={mayIssue(company)}
              hasReport={hasReport}
              isOn={company.automation_on}
            />
          ))}
        </ol>
      </Surface>
    </section>
  );
}

function Step({
  step,
  isValidated,
  hasReport,
  isOn,
}: {
  step: FirstSteps["steps"][number];
  isValidated: boolean;
  hasReport: boolean;
  isOn: boolean;
}) {
  const why = whyNot(step, { isValidated, hasReport });
  // What Bobine has asked for is the distributor's to do.
  const state = step.is_asked ? "todo" : step.state;
  const place = placeOf(step.step);
  // The same button is « Pause » once automation is on.
  const isOffered = useMay(accessOf(step.step)) && (place !== null || (isValidated && !isOn));
  return (
    <li>
      <StatusBadge color={COLORS[state]}>{TEXTS.states[state]}</StatusBadge>
      <div>
        <Text fw={550}>{TEXTS.names[step.step]}</Text>
        {why ? (
          <Text size="sm" c="dimmed">
            {why}{" "}
            {!isOffered ? null : place === null ? (
              <Anchor component="button" type="button" size="sm" underline="always" onClick={showAutomation}>
                {TEXTS.links[step.step]}
              </Anchor>
            ) : (
              <Anchor component={Link} to={place} size="sm" underline="always">
                {TEXTS.links[step.step]}
              </Anchor>
            )}
          </Text>
        ) : null}
      </div>
    </li>
  );
}
