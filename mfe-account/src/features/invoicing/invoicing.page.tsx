import { describeError, useDistributorScope } from "@bobine/shared-auth";
import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import { ErrorCard, PageHeader, PageLoading } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { InvoicingOptionsForm } from "./invoicing-form.tsx";
import { useInvoicingOptions } from "./invoicing.queries.ts";
import { TEXTS } from "./invoicing.texts.ts";

/** How the company invoices: what its documents print, how they are paid and reminded (BILL-20). */
export function InvoicingPage() {
  const { hasAccess, epoch } = useDistributorScope();
  const options = useInvoicingOptions();
  const company = useOwnDistributor();
  const error = options.error ?? company.error;
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={
          <Button component={Link} to={paths.account()} variant="default">
            {TEXTS.back}
          </Button>
        }
      />
      {!hasAccess ? (
        <Text c="dimmed">{TEXTS.chooseDistributor}</Text>
      ) : options.data && company.data ? (
        <InvoicingOptionsForm
          // Another company: the form begins again with it.
          key={`${epoch} ${company.data.id}`}
          options={options.data}
          company={company.data}
        />
      ) : error ? (
        <ErrorCard
          title={TEXTS.loadFailed}
          message={describeError(error).message}
          onRetry={() => {
            void options.refetch();
            void company.refetch();
          }}
        />
      ) : (
        <PageLoading />
      )}
    </>
  );
}
