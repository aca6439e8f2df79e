import { ErrorCard } from "@bobine/shared-ui";

/** The last net: the shell itself failed. */
export function CrashPage() {
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
