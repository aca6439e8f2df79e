import type { PickerOption } from "@bobine/contract/distributor-options";
import { LinkedOption } from "@bobine/shared-ui";
import { LongSelect } from "@bobine/shared-ui/forms";
import { TextInput } from "@mantine/core";
import { SETTINGS_TEXTS as TEXTS } from "./cinema-settings.texts.ts";

interface DistributorFieldProps {
  /** Undefined while they load. */
  distributors: readonly PickerOption[] | undefined;
  distributorId: number | undefined;
  /** Undefined when there is no choice. */
  onChoose: ((id: number) => void) | undefined;
  disabled: boolean;
  isMissing: boolean;
}

/** Whose settings these are: chosen among all, or shown. */
export function DistributorField({
  distributors,
  distributorId,
  onChoose,
  disabled,
  isMissing,
}: DistributorFieldProps) {
  if (!onChoose)
    return (
      <TextInput
        label={TEXTS.distributor}
        value={distributors?.find(({ id }) => id === distributorId)?.name ?? ""}
        readOnly
        variant="filled"
      />
    );
  const byValue = new Map(distributors?.map((distributor) => [String(distributor.id), distributor]));
  return (
    <LongSelect
      label={TEXTS.distributor}
      required
      placeholder={TEXTS.chooseDistributor}
      data={(distributors ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={distributorId === undefined ? null : String(distributorId)}
      onChange={(value) => {
        if (value !== null && Number(value) !== distributorId) onChoose(Number(value));
      }}
      searchable
      allowDeselect={false}
      nothingFoundMessage={TEXTS.noDistributor}
      renderOption={({ option: { label, value } }) => <LinkedOption {...byValue.get(value)} name={label} />}
      disabled={distributors === undefined || disabled}
      error={isMissing}
      // A field that is not there yet cannot take the focus, and the dialog's would stay behind it.
      {...(distributors === undefined ? {} : { "data-autofocus": true })}
    />
  );
}
