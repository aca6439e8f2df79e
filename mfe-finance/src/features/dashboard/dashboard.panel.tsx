import { ErrorBoundary, ErrorCard } from "@bobine/shared-ui";
import { useEffect, useState } from "react";
import { DashboardFigures } from "./figures.tsx";
import { PendingPayments } from "./pending-payments.tsx";

/** The table of UI-7 comes first, also on the network. */
const FIGURES_AFTER_MS = 250;

/** What the host's page « Accueil » shows: what is owed, and pictures of the same money under it. */
export function DashboardPanel() {
  return (
    <>
      <PendingPayments />
      <LateFigures />
    </>
  );
}

function LateFigures() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), FIGURES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isTime) return null;
  return (
    <ErrorBoundary
      fallback={(_error, retry) => (
        <ErrorCard title="La vue d’ensemble n’a pas pu être affichée." onRetry={retry} />
      )}
    >
      <DashboardFigures />
    </ErrorBoundary>
  );
}
