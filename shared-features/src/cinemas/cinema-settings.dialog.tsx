import type { CinemaSettings } from "@bobine/contract/cinema-settings";
import type { Cinema } from "@bobine/contract/cinemas";
import type { PickerOption } from "@bobine/contract/distributor-options";
import { Button, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { DiscardDialog, FormDialog } from "@bobine/shared-ui/forms";
import { useState } from "react";
import { CinemaSettingsFields } from "./cinema-settings-fields.tsx";
import {
  type ChangedSettings,
  changedValues,
  editedForm,
  type SettingsEdits,
  type SettingsForm,
  settingsForm,
  settingsValues,
  withEdit,
} from "./cinema-settings-form.ts";
import { SETTINGS_TEXTS as TEXTS } from "./cinema-settings.texts.ts";
import { DistributorField } from "./distributor-field.tsx";

export interface CinemaSettingsDialogProps {
  cinema: Cinema;
  /** Whose settings they may be; one alone is not asked for. Undefined while they load, or when that failed. */
  distributors: readonly PickerOption[] | undefined;
  distributorId: number | undefined;
  /** A super admin chooses among all distributors; staff have their own. */
  onDistributor?: (id: number) => void;
  /** Null when none were saved yet; undefined while they load, or when that failed. */
  settings: CinemaSettings | null | undefined;
  /** Distributors or settings could not be loaded: it was told, and may be tried again. */
  loadFailed: boolean;
  onRetry: () => void;
  pending: boolean;
  /** Why the last save failed; nothing while there is none. */
  failure: unknown;
  /** Field → message, of the server. */
  errors: Readonly<Record<string, string>>;
  /** All that the form says where nothing was saved yet, else what is changed of it. */
  onSave: (values: ChangedSettings) => void;
  /** It was to be saved without a distributor. */
  onMissing: () => void;
  /** What is typed and not saved; the caller keeps it, so that a reload or an ended session does not lose it. */
  edits: SettingsEdits;
  onEdits: (edits: SettingsEdits) => void;
  /** They are given up at once, whether or not the dialog shows again. */
  onDiscard: () => void;
  /** The edits are from before a reload. */
  isRestored: boolean;
  /** The field that a link has opened the dialog for (UI-25). */
  focus?: string | undefined;
  close: () => void;
}

const NO_ERRORS: Readonly<Record<string, string>> = {};
const NO_EDITS: SettingsEdits = {};

/** How one distributor works with one cinema (UI-8, CIN-5). It fetches nothing. */
export function CinemaSettingsDialog(props: CinemaSettingsDialogProps) {
  const { cinema, distributors, distributorId, settings, onDistributor } = props;
  const [wrong, setWrong] = useState(NO_ERRORS);
  const [isMissing, setMissing] = useState(false);
  const [wanted, setWanted] = useState<number>();
  const base = settingsForm(settings);
  const edits = props.edits.distributor === distributorId ? props.edits : NO_EDITS;
  const form = editedForm(base, edits);
  const isDirty = edits.distributor !== undefined;
  const errors = { ...props.errors, ...wrong };
  const isReady = distributorId !== undefined && settings !== undefined && !props.loadFailed;

  const change = <Field extends keyof SettingsForm>(field: Field, value: SettingsForm[Field]) => {
    if (distributorId !== undefined) props.onEdits(withEdit(edits, distributorId, base, field, value));
    setWrong(NO_ERRORS);
  };
  const choose = (id: number) => {
    props.onEdits(NO_EDITS);
    setWrong(NO_ERRORS);
    setMissing(false);
    setWanted(undefined);
    onDistributor?.(id);
  };
  const save = () => {
    if (distributorId === undefined) {
      setMissing(true);
      props.onMissing();
      return false;
    }
    const values = settingsValues(form);
    if (values) props.onSave(settings ? changedValues(values, edits) : values);
    else setWrong({ minimum_guarantee: TEXTS.wrongGuarantee });
    return values !== undefined;
  };

  return (
    <FormDialog
      title={TEXTS.action}
      submitLabel={TEXTS.save}
      size="min(760px, 96vw)"
      // Without a distributor, saving says what is missing.
      disabled={distributorId !== undefined && !isReady}
      pending={props.pending}
      draft={{ isDirty, isRestored: props.isRestored && isDirty, discard: props.onDiscard }}
      errors={isMissing ? { ...errors, distributor: TEXTS.missing } : errors}
      failure={props.failure}
      onSubmit={save}
      close={props.close}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={TEXTS.cinema} value={`${cinema.name} – ${cinema.city}`} readOnly variant="filled" />
        <DistributorField
          distributors={distributors}
          distributorId={distributorId}
          onChoose={onDistributor ? (id) => (isDirty ? setWanted(id) : choose(id)) : undefined}
          disabled={props.pending}
          isMissing={isMissing}
        />
      </SimpleGrid>
      {props.loadFailed ? (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{TEXTS.notLoaded}</Text>
          <Button variant="default" onClick={props.onRetry}>
            {TEXTS.retry}
          </Button>
        </Stack>
      ) : distributorId === undefined && distributors ? (
        <Text size="sm" c="dimmed">
          {TEXTS.waits}
        </Text>
      ) : isReady ? (
        <CinemaSettingsFields
          cinema={cinema}
          form={form}
          errors={errors}
          focus={props.focus}
          change={change}
        />
      ) : (
        <Loading />
      )}
      {wanted === undefined ? null : (
        <DiscardDialog onDiscard={() => choose(wanted)} close={() => setWanted(undefined)} />
      )}
    </FormDialog>
  );
}

function Loading() {
  return (
    <Stack component="output" gap="md" aria-label="Chargement…">
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} height={36} radius="sm" />
      ))}
    </Stack>
  );
}
