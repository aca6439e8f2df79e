import { ErrorCard } from "@bobine/shared-ui";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { useFederation } from "./federation/federation-context.ts";
import { hostAsRemote } from "./federation/host-outlet.tsx";
import { reportRemoteFailure } from "./federation/report-remote-failure.ts";

/** The last net: the shell itself failed. */
export function CrashPage() {
  const error = useRouteError();
  const { registry } = useFederation();
  useEffect(() => {
    reportRemoteFailure({ release: hostAsRemote(registry), diagnosis: { kind: "render" }, error });
  }, [error, registry]);
  return (
    <main style={{ padding: "2rem" }}>
      <ErrorCard
        title="Une erreur est survenue. Nos équipes ont été prévenues."
        message="Rechargez la page pour continuer."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
