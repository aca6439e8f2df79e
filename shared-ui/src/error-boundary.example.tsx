import { useState } from "react";
import { Button, Stack, Text } from "@mantine/core";
import { ErrorBoundary } from "./error-boundary.tsx";
import { ErrorCard } from "./error-card.tsx";

function Part({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error("the part failed");
  return <Text>Vue d’ensemble</Text>;
}

/** The rest of the page works on. « Réessayer » mounts the part again. */
export function PartThatFails() {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <Stack align="flex-start">
      <ErrorBoundary
        fallback={(_error, retry) => <ErrorCard title="Cette partie est en panne" onRetry={retry} />}
      >
        <Part isBroken={isBroken} />
      </ErrorBoundary>
      <Button variant="default" onClick={() => setIsBroken(!isBroken)}>
        {isBroken ? "Réparer" : "Mettre en panne"}
      </Button>
    </Stack>
  );
}
