import { describeError } from "@bobine/shared-auth";
import { LongSelect } from "@bobine/shared-ui/forms";
import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useDistributorOptions } from "../../distributor-options.ts";
import { TRIAL } from "./modules.texts.ts";
import { alertOf } from "./team-fields.tsx";

/** The distributors whose people have a trial, each with what takes it away, and a choice that adds one. */
export function TrialDistributors({
  chosen,
  onChange,
  pending,
  error,
}: {
  chosen: readonly number[];
  onChange: (distributors: number[]) => void;
  pending: boolean;
  error: string | undefined;
}) {
  const names = useDistributorOptions();
  const [search, setSearch] = useState("");
  const nameOf = (id: number): string =>
    names.data?.find((option) => option.id === id)?.name ?? TRIAL.distributor(id);
  const failure = names.isError ? describeError(names.error, TRIAL.distributorsFailed).message : undefined;
  return (
    <Stack gap="xs">
      <LongSelect
        label={TRIAL.distributors}
        placeholder={TRIAL.addDistributor}
        searchable
        nothingFoundMessage={TRIAL.noDistributor}
        disabled={pending || names.data === undefined}
        data={(names.data ?? [])
          .filter(({ id }) => !chosen.includes(id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        // What is chosen stands below: the choice is empty again for the next one.
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(next) => {
          if (next !== null) onChange([...chosen, Number(next)]);
          setSearch("");
        }}
        error={alertOf(error ?? failure)}
      />
      {chosen.map((id) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <Text size="sm">{nameOf(id)}</Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={TRIAL.removeDistributor(nameOf(id))}
            disabled={pending}
            onClick={() => onChange(chosen.filter((other) => other !== id))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
