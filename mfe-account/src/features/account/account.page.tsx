import { distributorsPolicy, mayIssue } from "@bobine/contract/policy/distributors";
import { hasIncompleteProfile, whoMay } from "@bobine/contract/policy/people";
import { describeError, hasDraft, useDistributorScope, useMay, useSession } from "@bobine/shared-auth";
import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import {
  ErrorBoundary,
  ErrorCard,
  lazyPage,
  Notice,
  notifySuccess,
  PageHeader,
  PageLoading,
  Panel,
} from "@bobine/shared-ui";
import { Button, Stack } from "@mantine/core";
import { IconFileInvoice, IconPencil } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { ACCOUNT_DRAFT, accountFormOf } from "./account-fields.ts";
import { AccountForm } from "./account-form.tsx";
import { AccountView } from "./account-view.tsx";
import { TEXTS } from "./account.texts.ts";
import { ApplicationCard } from "./application.card.tsx";
import { NumberingStartCard } from "./numbering-start.card.tsx";
import { PEOPLE } from "./people.texts.ts";

const PeopleCards = lazyPage(async () => (await import("./people.cards.tsx")).PeopleCards);

/** The person's profile, the company's and its bank connection (UI-11). The guard sends incomplete profiles here (UI-4). */
export function AccountPage() {
  const { user, isSuperAdmin } = useSession();
  const { hasAccess, epoch } = useDistributorScope();
  const company = useOwnDistributor();
  const mayChange = useMay(distributorsPolicy.changeOwn);
  const mayNumber = useMay(distributorsPolicy.startNumbering);
  const incomplete = user !== undefined && hasIncompleteProfile({ ...user, first_name: user.firstName });
  // Who must complete the profile, and who was typing before a reload, meets the form.
  const [params, setParams] = useSearchParams();
  const asked = params.get("edit") ?? undefined;
  const [editing, setEditing] = useState(() => incomplete || asked !== undefined || hasDraft(ACCOUNT_DRAFT));
  const edit = useRef<HTMLButtonElement>(null);
  // The form goes with the focus in it: reading goes on from the button that opened it.
  const [closed, setClosed] = useState(0);
  useEffect(() => {
    if (closed > 0) edit.current?.focus();
  }, [closed]);
  if (!user || (hasAccess && company.isPending)) return <PageLoading />;

  const close = () => {
    setEditing(false);
    if (asked !== undefined) setParams({}, { replace: true });
    setClosed((count) => count + 1);
  };
  const saved = accountFormOf(user, company.data);
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={incomplete ? TEXTS.incomplete : user.email}
        actions={
          editing ? undefined : (
            <>
              {company.data ? (
                <Button
                  component={Link}
                  to={paths.invoicing()}
                  variant="default"
                  leftSection={<IconFileInvoice size={16} aria-hidden />}
                >
                  {TEXTS.toInvoicing}
                </Button>
              ) : null}
              <Button
                ref={edit}
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {TEXTS.edit}
              </Button>
            </>
          )
        }
      />
      <Stack gap="md">
        {hasAccess && !company.data ? (
          <ErrorCard
            title={TEXTS.loadFailed}
            message={describeError(company.error).message}
            onRetry={() => void company.refetch()}
          />
        ) : null}
        {company.data && mayChange && !mayIssue(company.data) ? <ApplicationCard /> : null}
        {editing && company.data && !mayChange ? (
          <Notice tone="info">
            {TEXTS.companyKept} {whoMay(distributorsPolicy.changeOwn)}
          </Notice>
        ) : null}
        {editing ? (
          <AccountForm
            // Another company, or one that comes after all: the form begins again with it.
            key={`${epoch} ${company.data?.id ?? ""}`}
            user={user}
            company={mayChange ? company.data : undefined}
            saved={saved}
            mayCancel={!incomplete}
            focus={asked}
            onSaved={() => {
              notifySuccess(TEXTS.saved);
              close();
            }}
            onCancel={close}
          />
        ) : (
          <AccountView user={user} saved={saved} company={company.data} hasAccess={hasAccess} />
        )}
        {hasAccess && !incomplete ? <Panel name="bank-connection" /> : null}
        {mayNumber && company.data && (isSuperAdmin || !company.data.has_issued) ? (
          <NumberingStartCard />
        ) : null}
        <ErrorBoundary fallback={(_error, retry) => <ErrorCard title={PEOPLE.failed} onRetry={retry} />}>
          <Suspense>
            <PeopleCards />
          </Suspense>
        </ErrorBoundary>
      </Stack>
    </>
  );
}
