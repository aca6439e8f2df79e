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
import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import { notifyError, notifySuccess } from "@bobine/shared-ui";
import { useEffect } from "react";

const NO_EDITS: SettingsEdits = {};

/** The settings of a cinema for the distributor that the screen is of (UI-8). */
export function CinemaSettings({
  cinema,
  focus,
  close,
}: {
  cinema: Cinema;
  /** The field that a link has opened it for. */
  focus?: string | undefined;
  close: () => void;
}) {
  const kind: DraftKind<SettingsEdits> = settingsDraft(cinema.id);
  const draft = useDraft(kind, NO_EDITS, `${TEXTS.action} – ${cinema.name}`);
  const profile = useOwnDistributor();
  const distributor = profile.data;
  const settings = useCinemaSettings(cinema.id, distributor?.id);
  const save = useSaveCinemaSettings(cinema.id);
  useNotifiedFailure(profile.error, TEXTS.profileFailed);
  useNotifiedFailure(settings.error, TEXTS.loadFailed);
  const failed = distributor === undefined ? profile : settings;

  return (
    <CinemaSettingsDialog
      cinema={cinema}
      focus={focus}
      distributors={distributor ? [distributor] : undefined}
      distributorId={distributor?.id}
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
        if (!distributor || settings.data === undefined) return;
        const isNew = settings.data === null;
        save.mutate(
          { distributor: distributor.id, isNew, values },
          {
            onSuccess: () => {
              notifySuccess(isNew ? TEXTS.created : TEXTS.updated);
              dropDraft(kind);
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

/** TXT-1: these failures are told by a toast, once each. */
function useNotifiedFailure(error: Error | null, text: string): void {
  useEffect(() => {
    if (error) notifyError(describeError(error, text).message);
  }, [error, text]);
}
