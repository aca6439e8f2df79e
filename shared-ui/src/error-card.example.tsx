import { ErrorCard, type ErrorCardProps } from "./error-card.tsx";

export const TitleAlone = (props: Partial<ErrorCardProps>) => (
  <ErrorCard title="Impossible de charger la liste des cinémas" {...props} />
);

/** Facts for whoever is asked for help. */
export const WithFacts = (props: Partial<ErrorCardProps>) => (
  <ErrorCard
    title="Les factures sont indisponibles"
    message="Les autres écrans fonctionnent. Réessayez dans un instant."
    details={[
      { label: "Module", value: "mfe-finance" },
      { label: "Version", value: "0.1.0" },
    ]}
    onRetry={() => undefined}
    {...props}
  />
);
