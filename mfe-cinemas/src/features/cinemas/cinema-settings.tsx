import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, useUnfinishedWork } from "@bobine/shared-auth";
import { notifyError, notifySuccess } from "@bobine/shared-ui";
import { CinemaSettingsDialog, SETTINGS_TEXTS as TEXTS } from "@bobine/shared-ui/cinemas";
import { useEffect, useState } from "react";
import { useCinemaSettings, useDistributorProfile, useSaveCinemaSettings } from "./cinemas.queries.ts";

/** The settings of a cinema for the distributor that the screen is of (SPEC §2.6). */
export function CinemaSettings({ cinema, close }: { cinema: Cinema; close: () => void }) {
  const profile = useDistributorProfile();
  const distributor = profile.data;
  const settings = useCinemaSettings(cinema.id, distributor?.id);
  const save = useSaveCinemaSettings(cinema.id);
  const [isDirty, setDirty] = useState(false);
  useUnfinishedWork(isDirty ? "form" : undefined, `${TEXTS.action} – ${cinema.name}`);
  useToldFailure(profile.error, TEXTS.profileFailed);
  useToldFailure(settings.error, TEXTS.loadFailed);
  const failed = distributor === undefined ? profile : settings;

  return (
    <CinemaSettingsDialog
      cinema={cinema}
      distributors={distributor ? [distributor] : undefined}
      distributorId={distributor?.id}
      settings={settings.data}
      loadFailed={failed.isError && failed.data === undefined}
      onRetry={() => void failed.refetch()}
      pending={save.isPending}
      failure={save.error}
      errors={save.error ? describeError(save.error).fieldErrors : {}}
      onMissing={() => notifyError(TEXTS.missing)}
      onDirty={setDirty}
      onSave={(values) => {
        if (!distributor || settings.data === undefined) return;
        const isNew = settings.data === null;
        save.mutate(
          { distributor: distributor.id, isNew, values },
          {
            onSuccess: () => {
              notifySuccess(isNew ? TEXTS.created : TEXTS.updated);
              close();
            },
            onError: (error) => notifyError(describeError(error, TEXTS.saveFailed).message),
          },
        );
      }}
      close={close}
    />
  );
}

/** SPEC §8: these failures are told by a toast, once each. */
function useToldFailure(error: Error | null, text: string): void {
  useEffect(() => {
    if (error) notifyError(describeError(error, text).message);
  }, [error, text]);
}
