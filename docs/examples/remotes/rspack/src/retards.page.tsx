import { dashboardFigures, dashboardStats } from "@bobine/contract/dashboard";
import { centsFromWire, sumCents } from "@bobine/contract/money";
import { loadFailure, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import {
  EmptyState,
  ErrorCard,
  formatCount,
  Money,
  PageHeader,
  PageLoading,
  Surface,
} from "@bobine/shared-ui";
import { RingProgress, Timeline } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import classes from "./retards.module.css";

/** How much of what is owed is past its due date, and by whom. */
export function RetardsPage() {
  const { hasAccess } = useDistributorScope();
  const [figures, stats] = useQueries({
    queries: [
      { ...routeQuery(dashboardFigures), enabled: hasAccess },
      { ...routeQuery(dashboardStats), enabled: hasAccess },
    ],
  });

  if (!hasAccess) return <EmptyState text="Choisissez un distributeur." />;
  const failure =
    loadFailure(figures, "Les retards n’ont pas pu être chargés.") ??
    loadFailure(stats, "Les créances n’ont pas pu être chargées.");
  if (failure !== undefined) {
    const again = () => void Promise.all([figures.refetch(), stats.refetch()]);
    return <ErrorCard title={failure} onRetry={again} />;
  }
  if (!figures.data || !stats.data) return <PageLoading />;

  const { receivables, late_payers: payers } = figures.data;
  const late = receivables.filter(({ age }) => age !== "not_due");
  const owed = sumCents(receivables.map(({ amount }) => centsFromWire(amount)));
  const overdue = sumCents(late.map(({ amount }) => centsFromWire(amount)));
  const share = owed === 0 ? 0 : Math.round((overdue / owed) * 100);
  const groups = stats.data.filter(({ kind }) => kind === "group").length;
  return (
    <>
      <PageHeader title="Retards" description={formatCount(groups, "groupe débiteur", "groupes débiteurs")} />
      <Surface>
        <RingProgress
          sections={[{ value: share, color: "red" }]}
          label={<p className={classes["share"]}>{`${share} % en retard`}</p>}
        />
        {payers.length === 0 ? (
          <EmptyState text="Personne n’est en retard." />
        ) : (
          <Timeline>
            {payers.map(({ cinema_id: id, cinema_name: name, amount, days_late: days }) => (
              <Timeline.Item key={id} title={name}>
                <Money amount={amount} /> · {formatCount(days, "jour", "jours")}
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Surface>
    </>
  );
}
