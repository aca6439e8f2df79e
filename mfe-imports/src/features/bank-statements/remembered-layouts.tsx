import type { BankAccount } from "@bobine/contract/bank-accounts";
import type { RememberedLayout } from "@bobine/contract/statement-columns";
import { describeError } from "@bobine/shared-auth";
import { formatDateTime, notifyFailure, notifySuccess, Surface } from "@bobine/shared-ui";
import { Button, Text, Title } from "@mantine/core";
import { useForgetLayout, useStatementLayouts } from "./columns.queries.ts";
import classes from "./columns.module.css";
import { LAYOUT_TEXTS as TEXTS } from "./columns.texts.ts";

/** What was said of columns at earlier imports, each with a way to have it forgotten (BANK-30). Who has never been asked sees nothing. */
export function RememberedLayouts({ accounts }: { accounts: readonly BankAccount[] }) {
  const layouts = useStatementLayouts();
  const forget = useForgetLayout();
  if (layouts.isError)
    return (
      <Text component="output" size="sm" c="dimmed" mt="md">
        {describeError(layouts.error, TEXTS.unread).message}
      </Text>
    );
  const known = layouts.data?.results ?? [];
  if (known.length === 0) return null;
  const accountOf = ({ bank_account_id }: RememberedLayout): string =>
    (accounts.find(({ id }) => id === bank_account_id) ?? accounts[0])?.label ?? TEXTS.firstAccount;
  return (
    <section aria-label={TEXTS.title}>
      <Surface>
        <Title order={2} size="h3">
          {TEXTS.title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {TEXTS.intro}
        </Text>
        <ul className={classes["layouts"]}>
          {known.map((layout) => {
            const names = layout.header.filter((name) => name !== "").join(", ") || TEXTS.noHeader;
            return (
              <li key={layout.id}>
                <div>
                  <Text size="sm">{names}</Text>
                  <Text size="sm" c="dimmed">
                    {TEXTS.of(accountOf(layout), formatDateTime(layout.used_at))}
                  </Text>
                </div>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={TEXTS.forgetNamed(names)}
                  disabled={forget.isPending}
                  onClick={() =>
                    forget.mutate(layout.id, {
                      onSuccess: () => notifySuccess(TEXTS.forgotten),
                      onError: (error) => notifyFailure(TEXTS.forgetFailed, describeError(error).message),
                    })
                  }
                >
                  {TEXTS.forget}
                </Button>
              </li>
            );
          })}
        </ul>
      </Surface>
    </section>
  );
}
