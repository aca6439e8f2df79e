import type { RegistryRemote } from "@bobine/contract/registry";
import { ERROR_TEXTS } from "@bobine/shared-auth";
import { ErrorCard, formatDateTime, PageLoadError } from "@bobine/shared-ui";
import { useEffect, useEffectEvent, useState } from "react";
import { useOnline } from "../use-online.ts";
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
  const online = useOnline();
  // Offline when it failed, and its code did not come: nobody's fault, and the network's return mends it.
  const [cutOff] = useState(() => !online && isLoadError(error));
  const retryOnReturn = useEffectEvent(retry);
  useEffect(() => {
    if (cutOff && online) retryOnReturn();
  }, [cutOff, online]);
  if (cutOff) {
    return (
      <ErrorCard
        title={ERROR_TEXTS.network}
        message="Cet écran s’affichera au retour de la connexion."
        onRetry={retry}
      />
    );
  }
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

const isLoadError = (error: unknown): boolean =>
  error instanceof RemoteLoadError || error instanceof PageLoadError;

function causeOf(error: unknown): string {
  if (error instanceof RemoteLoadError) return "Son code n’a pas pu être chargé.";
  if (error instanceof PageLoadError) return "Une partie de son code n’a pas pu être chargée.";
  return "Il s’est arrêté sur une erreur inattendue.";
}
