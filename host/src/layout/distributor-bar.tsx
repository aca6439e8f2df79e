import { listDistributorOptions, type PickerOption } from "@bobine/contract/distributors";
import {
  callApi,
  changeDistributor,
  KEPT_ACROSS_DISTRIBUTORS,
  useDistributorScope,
} from "@bobine/shared-auth";
import { compareFrench, Notice } from "@bobine/shared-ui";
import { Badge, Button, Group, Select, Title } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLeaveQuestion } from "../updates/leave-question.tsx";
import { LEAVE_TEXTS } from "../updates/updates.texts.ts";
import classes from "./distributor-bar.module.css";

/** SPEC §2.2: linked distributors first, then the rest, both in alphabetical order. */
export const inPickerOrder = (options: readonly PickerOption[]): PickerOption[] =>
  options.toSorted(
    (a, b) => Number(b.linked ?? false) - Number(a.linked ?? false) || compareFrench(a.name, b.name),
  );

/** The super admin's choice of a distributor, and which one is chosen. */
export function DistributorBar() {
  const { distributorId } = useDistributorScope();
  const { ask, dialog } = useLeaveQuestion(LEAVE_TEXTS.distributor);
  const select = (id: number | null) => void changeDistributor(id, ask);
  // SPEC §8: a failure of this list has no message of its own.
  const { data = [], isPending } = useQuery({
    queryKey: ["distributor-options"],
    queryFn: ({ signal }) => callApi(listDistributorOptions, { signal }),
    meta: KEPT_ACROSS_DISTRIBUTORS,
    staleTime: 60_000,
  });
  const options = inPickerOrder(data);
  const linked = new Set(options.filter((option) => option.linked).map((option) => String(option.id)));
  const chosen = options.find((option) => option.id === distributorId);
  return (
    <section className={classes["bar"]} aria-labelledby="distributor-picker-title">
      <div className={classes["picker"]}>
        <Title order={2} size="sm" id="distributor-picker-title">
          Select Distributor to View Data
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Select
            className={classes["select"] ?? ""}
            aria-labelledby="distributor-picker-title"
            placeholder="Sélectionner un distributeur..."
            data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={distributorId === null ? null : String(distributorId)}
            onChange={(value) => select(value === null ? null : Number(value))}
            searchable
            allowDeselect={false}
            disabled={isPending}
            nothingFoundMessage="Aucun distributeur trouvé"
            leftSection={<IconBuilding size={17} aria-hidden />}
            renderOption={({ option }) => (
              <Group gap="xs" wrap="nowrap">
                <span>{option.label}</span>
                {linked.has(option.value) ? (
                  <Badge size="xs" variant="light">
                    Lié
                  </Badge>
                ) : null}
              </Group>
            )}
          />
          <Button variant="default" onClick={() => select(null)} disabled={distributorId === null}>
            Effacer
          </Button>
        </Group>
      </div>
      {distributorId === null ? (
        <Notice tone="warning" title="Mode Super Admin">
          Veuillez sélectionner un distributeur pour afficher les données.
        </Notice>
      ) : (
        <Notice tone="info" title="Mode Super Admin">
          Distributeur sélectionné: <strong>{chosen?.name ?? ""}</strong>
        </Notice>
      )}
      {dialog}
    </section>
  );
}
