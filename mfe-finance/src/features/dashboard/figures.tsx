import type { DashboardFigures as Figures } from "@bobine/contract/dashboard";
import { describeError } from "@bobine/shared-auth";
import { ErrorCard, formatInteger, formatMoney, Surface } from "@bobine/shared-ui";
import { Anchor, Skeleton, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { Bars } from "./bars.tsx";
import { CashIn } from "./cash-in.tsx";
import classes from "./figures.module.css";
import { useFigures } from "./figures.queries.ts";
import { AGES, TEXTS } from "./figures.texts.ts";
import { LetteringRate } from "./lettering-rate.tsx";
import { isZero, weightOf } from "./weights.ts";

/** The money of a distributor at a glance, under the table of UI-7. */
export function DashboardFigures() {
  const figures = useFigures();
  return (
    <section aria-labelledby="figures-title" className={classes["section"]}>
      <Title order={2} size="h3" id="figures-title" mb="sm">
        {TEXTS.title}
      </Title>
      {figures.data ? (
        <Cards figures={figures.data} />
      ) : figures.isError ? (
        <ErrorCard
          title={describeError(figures.error, TEXTS.loadFailed).message}
          onRetry={() => void figures.refetch()}
        />
      ) : (
        <FiguresLoading />
      )}
    </section>
  );
}

/** The places of the pictures, while they come. */
function FiguresLoading() {
  return (
    <div className={classes["grid"]} aria-busy="true">
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} height={260} radius="lg" />
      ))}
    </div>
  );
}

function Cards({ figures }: { figures: Figures }) {
  const { receivables, in_default, cash_in, late_payers, lettering } = figures;
  const ages = [
    ...receivables.map(({ age, ...row }) => ({ key: age, label: AGES[age], ...row })),
    ...(in_default.count > 0 ? [{ key: "default", label: TEXTS.inDefault, ...in_default }] : []),
  ];
  return (
    <div className={classes["grid"]}>
      <Card
        title={TEXTS.receivables}
        empty={ages.every(({ count }) => count === 0) && TEXTS.receivablesEmpty}
      >
        <Bars
          label={TEXTS.receivables}
          headers={[TEXTS.age, TEXTS.invoices, TEXTS.amount]}
          rows={ages.map(({ key, label, count, amount }) => ({
            key,
            tone: key,
            weight: weightOf(amount),
            name: label,
            note: formatInteger(count),
            value: formatMoney(amount),
          }))}
        />
      </Card>
      <Card
        title={TEXTS.cash}
        hint={TEXTS.cashHint}
        empty={cash_in.every(({ amount }) => isZero(amount)) && TEXTS.cashEmpty}
      >
        <CashIn weeks={cash_in} />
      </Card>
      <Card title={TEXTS.late} empty={late_payers.length === 0 && TEXTS.lateEmpty}>
        <Bars
          label={TEXTS.late}
          headers={[TEXTS.cinema, TEXTS.delay, TEXTS.amount]}
          rows={late_payers.map((payer) => ({
            key: String(payer.cinema_id),
            tone: "late",
            weight: weightOf(payer.amount),
            name: (
              <Anchor inherit component={Link} to={paths.overdueInvoices(payer.cinema_id)} c="inherit">
                {payer.cinema_name}
              </Anchor>
            ),
            note: TEXTS.days(payer.days_late),
            value: formatMoney(payer.amount),
          }))}
        />
      </Card>
      <Card
        title={TEXTS.lettering}
        hint={TEXTS.letteringHint}
        empty={Object.values(lettering).every((count) => count === 0) && TEXTS.letteringEmpty}
      >
        <LetteringRate counts={lettering} />
      </Card>
    </div>
  );
}

/** @param empty what it says instead of a picture of nothing, or false */
function Card({
  title,
  hint,
  empty,
  children,
}: {
  title: string;
  hint?: string;
  empty: string | false;
  children: ReactNode;
}) {
  return (
    <Surface>
      <Title order={3} size="h4" fz="0.95rem">
        {title}
      </Title>
      {hint ? (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      ) : null}
      {empty === false ? (
        <div className={classes["picture"]}>{children}</div>
      ) : (
        <Text size="sm" c="dimmed" mt="md">
          {empty}
        </Text>
      )}
    </Surface>
  );
}
