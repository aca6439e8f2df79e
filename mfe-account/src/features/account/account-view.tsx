import type { DistributorProfile } from "@bobine/contract/distributors";
import type { SessionUser } from "@bobine/shared-auth";
import { StatusBadge, Surface } from "@bobine/shared-ui";
import { Anchor, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { priceText } from "../../price-text.ts";
import { type AccountField, type AccountForm, inGroups } from "./account-fields.ts";
import { useSubscribedPlan } from "./account.queries.ts";
import { FIELDS, TEXTS } from "./account.texts.ts";
import { PendingIban } from "./pending-iban.tsx";
import classes from "./account.module.css";

/** Reading mode: what is saved, section by section (UI-11). */
export function AccountView({
  user,
  saved,
  company,
  hasAccess,
}: {
  user: SessionUser;
  saved: AccountForm;
  company: DistributorProfile | undefined;
  hasAccess: boolean;
}) {
  const fact = (field: AccountField, value: string = saved[field]): [string, ReactNode] => [
    FIELDS[field].label,
    value,
  ];
  const pendingVat = company?.pending_prefix_vat
    ? company.pending_prefix_vat + (company.pending_siren ?? "").slice(0, 9)
    : null;
  /** What documents carry, and what waits until it is checked. */
  const checkedFact = (field: AccountField, value: string, pending: string | null): [string, ReactNode] =>
    pending === null || pending === "" || pending === value
      ? fact(field, value)
      : [
          FIELDS[field].label,
          <Stack key={field} gap={2} align="flex-start">
            {value === "" ? TEXTS.nothing : value}
            <StatusBadge color="yellow">{TEXTS.pending(pending)}</StatusBadge>
          </Stack>,
        ];
  return (
    <>
      <FactSection
        title={TEXTS.sections.user}
        facts={[
          fact("first_name"),
          fact("last_name"),
          fact("company"),
          ["Adresse e-mail", user.email],
          [TEXTS.security, <SecurityFact key="security" />],
        ]}
      />
      {company ? (
        <>
          <FactSection
            title={TEXTS.sections.company}
            facts={[
              fact("name"),
              fact("address"),
              fact("post_code"),
              fact("city"),
              fact("phone"),
              fact("email"),
              checkedFact("siren", company.siren, company.pending_siren),
              checkedFact("siret", company.siret, company.pending_siret),
              checkedFact("prefix_vat", company.vat_number || company.prefix_vat, pendingVat),
            ]}
          />
          <PendingIban company={company} />
          <FactSection
            title={TEXTS.sections.bank}
            wide
            facts={[
              fact("iban", inGroups(saved.iban)),
              fact("secondary_iban", inGroups(saved.secondary_iban)),
            ]}
          />
          <FactSection
            title={TEXTS.sections.extra}
            facts={[
              fact("communication_email"),
              [
                TEXTS.automation,
                <StatusBadge key="automation" color={company.automation_on ? "green" : "gray"}>
                  {company.automation_on ? TEXTS.automationOn : TEXTS.automationOff}
                </StatusBadge>,
              ],
              [TEXTS.plan, <PlanFact key="plan" />],
              [TEXTS.billing, TEXTS.billedMonthly],
            ]}
          />
        </>
      ) : null}
      {hasAccess ? null : <Text c="dimmed">{TEXTS.chooseDistributor}</Text>}
    </>
  );
}

function FactSection({
  title,
  facts,
  wide = false,
}: {
  title: string;
  facts: readonly (readonly [string, ReactNode])[];
  /** Long values, each in the room of two. */
  wide?: boolean;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id}>
          {title}
        </Title>
        <dl className={classes["facts"]}>
          {facts.map(([label, value]) => (
            <div key={label} data-wide={wide || undefined}>
              <dt>{label}</dt>
              <dd>{value === "" ? TEXTS.nothing : value}</dd>
            </div>
          ))}
        </dl>
      </Surface>
    </section>
  );
}

function SecurityFact() {
  return (
    <Anchor component={Link} to={paths.secondFactor()} size="sm" underline="always">
      {TEXTS.toSecondFactor}
    </Anchor>
  );
}

/** The plan that is paid, with the way to its page; that it cannot be read now is no matter here. */
function PlanFact() {
  const { data } = useSubscribedPlan();
  const plan = data?.plan;
  return (
    <>
      {plan ? `${plan.name}, ${priceText(plan)}` : data === null ? TEXTS.noPlan : null}
      <Anchor component={Link} to={paths.plan()} size="sm" underline="always" display="block">
        {TEXTS.toPlan}
      </Anchor>
    </>
  );
}
