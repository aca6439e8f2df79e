import type { RegistryRemote } from "@bobine/contract/registry";
import { ErrorCard, formatDateTime, PageLoadError } from "@bobine/shared-ui";
import { RemoteLoadError } from "./remote-loader.ts";

/** What a user sees where a remote should be: what failed, which build, who owns it, and a way to try again. */
export function RemoteFailureCard({
  remote,
  error,
  retry,
}: {
  remote: RegistryRemote;
  error: unknown;
  retry: () => void;
}) {
  return (
    <ErrorCard
      title="Ce module est indisponible"
      message={`${causeOf(error)} Le reste de l’application continue de fonctionner.`}
      details={[
        { label: "Module", value: remote.name },
        { label: "Version", value: `${remote.version} (${remote.build})` },
        { label: "Mis en ligne le", value: formatDateTime(remote.deployedAt) },
        { label: "Responsable", value: remote.owner },
      ]}
      onRetry={retry}
    />
  );
}

function causeOf(error: unknown): string {
  if (error instanceof RemoteLoadError) return "Son code n’a pas pu être chargé.";
  if (error instanceof PageLoadError) return "Une partie de son code n’a pas pu être chargée.";
  return "Il s’est arrêté sur une erreur inattendue.";
}
