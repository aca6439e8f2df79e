import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, useUnfinishedWork } from "@bobine/shared-auth";
import { compareFrench, notifyError, notifySuccess } from "@bobine/shared-ui";
import { CinemaSettingsDialog, SETTINGS_TEXTS as TEXTS } from "@bobine/shared-ui/cinemas";
import { useEffect, useMemo, useState } from "react";
import { tellFailure } from "../../tell-failure.ts";
import { useCinemaSettings, useDistributorOptions, useSaveCinemaSettings } from "./cinemas.queries.ts";

/** The settings of a cinema for any distributor: the dialog with its super-admin flag on (SPEC §2.12). */
export function CinemaSettings({ cinema, close }: { cinema: Cinema; close: () => void }) {
  const [distributor, setDistributor] = useState<number>();
  const distributors = useDistributorOptions();
  const settings = useCinemaSettings(cinema.id, distributor);
  const save = useSaveCinemaSettings(cinema.id);
  const [isDirty, setDirty] = useState(false);
  useUnfinishedWork(isDirty ? "form" : undefined, `${TEXTS.action} – ${cinema.name}`);
  useToldFailure(distributors.error, TEXTS.distributorsFailed);
  useToldFailure(settings.error, TEXTS.loadFailed);
  const options = useMemo(
    () => distributors.data?.toSorted((a, b) => compareFrench(a.name, b.name)),
    [distributors.data],
  );
  const failed = distributors.data === undefined ? distributors : settings;

  return (
    <CinemaSettingsDialog
      cinema={cinema}
      distributors={options}
      distributorId={distributor}
      onDistributor={(id) => {
        save.reset();
        setDistributor(id);
      }}
      settings={settings.data}
      loadFailed={failed.isError && failed.data === undefined}
      onRetry={() => void failed.refetch()}
      pending={save.isPending}
      failure={save.error}
      errors={save.error ? describeError(save.error).fieldErrors : {}}
      onMissing={() => notifyError(TEXTS.missing)}
      onDirty={setDirty}
      onSave={(values) => {
        if (distributor === undefined || settings.data === undefined) return;
        const isNew = settings.data === null;
        save.mutate(
          { distributor, isNew, values },
          {
            onSuccess: () => {
              notifySuccess(isNew ? TEXTS.created : TEXTS.updated);
              close();
            },
            onError: (error) => tellFailure(error, TEXTS.saveFailed),
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
    if (error) tellFailure(error, text);
  }, [error, text]);
}
