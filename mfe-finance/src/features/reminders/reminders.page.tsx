import { describeError } from "@bobine/shared-auth";
import { ErrorCard, PageHeader } from "@bobine/shared-ui";
import { oneOfOr, useListView } from "@bobine/shared-ui/lists";
import { Box, Button, Skeleton, Tabs } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { NextReminders } from "./next-reminders.tsx";
import { PastReminders } from "./past-reminders.tsx";
import { ReminderTexts } from "./reminder-texts.tsx";
import { useReminderPlan } from "./reminders.queries.ts";
import { TEXTS } from "./reminders.texts.ts";
import { SkippedInvoices } from "./skipped-invoices.tsx";

const TABS = ["next", "skipped", "history", "texts"] as const;
type Tab = (typeof TABS)[number];

/** `?tab=history&page=2` */
const ADDRESS = { filters: { tab: oneOfOr(TABS, "next") } } as const;

/** Reminders that a person steers: what leaves next and why, what is left out, what left, and in which words (MAIL-7 to MAIL-10). */
export function RemindersPage() {
  const list = useListView<{ tab: Tab }>(ADDRESS);
  const plan = useReminderPlan();
  const ofPlan = (shown: (data: NonNullable<typeof plan.data>) => ReactNode) =>
    plan.data ? (
      shown(plan.data)
    ) : plan.isError ? (
      <ErrorCard
        title={describeError(plan.error, TEXTS.loadFailed).message}
        onRetry={() => void plan.refetch()}
      />
    ) : (
      <Box component="output" display="block" aria-label="Chargement…">
        <Skeleton height={240} />
      </Box>
    );
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={
          <Button variant="default" component={Link} to={paths.invoices()}>
            {TEXTS.toInvoices}
          </Button>
        }
      />
      <Tabs
        value={list.view.tab}
        onChange={(tab) => list.change({ tab: TABS.find((one) => one === tab) ?? "next" })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="next">{TEXTS.next(plan.data?.mail_count)}</Tabs.Tab>
          <Tabs.Tab value="skipped">{TEXTS.skipped(plan.data?.skipped_count)}</Tabs.Tab>
          <Tabs.Tab value="history">{TEXTS.history}</Tabs.Tab>
          <Tabs.Tab value="texts">{TEXTS.texts}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="next">
          {ofPlan((data) => (
            <NextReminders plan={data} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="skipped">
          {ofPlan((data) => (
            <SkippedInvoices plan={data} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <PastReminders list={list} />
        </Tabs.Panel>
        <Tabs.Panel value="texts">
          <ReminderTexts />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
