import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, type DraftKind, dropDraft, useDraft } from "@bobine/shared-auth";
import {
  useCinemaSettings,
  useSaveCinemaSettings,
  CinemaSettingsDialog,
  SETTINGS_TEXTS as TEXTS,
  settingsDraft,
  type SettingsEdits,
} from "@bobine/shared-features/cinemas";
import { useLinkedDistributors } from "@bobine/shared-features/linked-distributors";
import { linkedFirst, notifyError, notifySuccess } from "@bobine/shared-ui";
import { useEffect, useMemo, useState } from "react";
import { useDistributorOptions } from "../../distributor-options.ts";
import { showFailure } from "../../show-failure.ts";

const NO_EDITS: SettingsEdits = {};

/** Not the one of the cinemas screen: there the distributor is another question. */
export const consoleSettingsDraft = (cinema: number): DraftKind<SettingsEdits> => ({
  ...settingsDraft(cinema),
  name: `console-settings/${cinema}`,
  isOfPerson: true,
});

/** The settings of a cinema for any distributor: the dialog with its super-admin flag on (UI-16). */
export function CinemaSettings({ cinema, close }: { cinema: Cinema; close: () => void }) {
  const kind = consoleSettingsDraft(cinema.id);
  const draft = useDraft(kind, NO_EDITS, `${TEXTS.action} – ${cinema.name}`);
  const [distributor, setDistributor] = useState(draft.value.distributor);
  const distributors = useDistributorOptions();
  const settings = useCinemaSettings(cinema.id, distributor);
  const save = useSaveCinemaSettings(cinema.id);
  useNotifiedFailure(distributors.error, TEXTS.distributorsFailed);
  useNotifiedFailure(settings.error, TEXTS.loadFailed);
  const linked = useLinkedDistributors(cinema.id);
  const options = useMemo(
    () =>
      distributors.data &&
      linkedFirst(distributors.data.map((option) => ({ ...option, linked: linked.has(option.id) }))),
    [distributors.data, linked],
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
      edits={draft.value}
      onEdits={(edits) => draft.set(() => edits)}
      onDiscard={draft.discard}
      isRestored={draft.isRestored}
      onSave={(values) => {
        if (distributor === undefined || settings.data === undefined) return;
        const isNew = settings.data === null;
        save.mutate(
          { distributor, isNew, values },
          {
            onSuccess: () => {
              notifySuccess(isNew ? TEXTS.created : TEXTS.updated);
              dropDraft(kind);
              close();
            },
            onError: (error) => showFailure(error, TEXTS.saveFailed),
          },
        );
      }}
      close={close}
    />
  );
}

/** TXT-1: these failures are told by a toast, once each. */
function useNotifiedFailure(error: Error | null, text: string): void {
  useEffect(() => {
    if (error) showFailure(error, text);
  }, [error, text]);
}
