import { Text } from "@mantine/core";
import { type ComponentType, Suspense, useState } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { ErrorCard } from "./error-card.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { PageLoading } from "./page-loading.tsx";

export const invoicesPage = () => <Text>Factures</Text>;

/** A page whose code does not come at first; « Réessayer » asks for it again. */
export function CodeThatDoesNotCome({ load }: { load?: () => Promise<ComponentType<object>> }) {
  const [Page] = useState(() => lazyPage(load ?? comesAtSecondAttempt()));
  return (
    <ErrorBoundary
      fallback={(_error, retry) => <ErrorCard title="Cette page n’a pas pu être chargée" onRetry={retry} />}
    >
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}

function comesAtSecondAttempt(): () => Promise<ComponentType<object>> {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("ChunkLoadError");
    return invoicesPage;
  };
}
