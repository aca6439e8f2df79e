import { listDistributorOptions } from "@bobine/contract/distributor-options";
import {
  changeDistributor,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useDistributorScope,
} from "@bobine/shared-auth";
import { useLinkedDistributors } from "@bobine/shared-features/linked-distributors";
import { LinkedOption, linkedFirst, Notice } from "@bobine/shared-ui";
import { LongSelect } from "@bobine/shared-ui/forms";
import { Button, Group, Title } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMatch } from "react-router-dom";
import { paths } from "../paths.ts";
import { useLeaveQuestion } from "../updates/leave-question.tsx";
import { LEAVE_TEXTS } from "../updates/updates.texts.ts";
import classes from "./distributor-bar.module.css";

/**
 * The super admin's choice of a distributor, and which one is chosen. Linked is the one that they belong to, and on the page of a
 * cinema those that work with it.
 */
export function DistributorBar() {
  const { distributorId } = useDistributorScope();
  const { ask, dialog } = useLeaveQuestion(LEAVE_TEXTS.distributor);
  const select = (id: number | null) => void changeDistributor(id, ask);
  // TXT-1: a failure of this list has no message of its own.
  const { data = [], isPending } = useQuery({
    ...routeQuery(listDistributorOptions),
    meta: KEPT_ACROSS_DISTRIBUTORS,
    staleTime: 60_000,
  });
  const ofCinema = useLinkedDistributors(useShownCinema());
  const options = linkedFirst(
    data.map((option) => ({ ...option, linked: option.linked === true || ofCinema.has(option.id) })),
  );
  const byValue = new Map(options.map((option) => [String(option.id), option]));
  const chosen = byValue.get(String(distributorId));
  return (
    <section className={classes["bar"]} aria-labelledby="distributor-picker-title">
      <div className={classes["picker"]}>
        <Title order={2} size="sm" id="distributor-picker-title">
          Select Distributor to View Data
        </Title>
        <Group gap="xs" wrap="nowrap">
          <LongSelect
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
            renderOption={({ option: { label, value } }) => (
              <LinkedOption {...byValue.get(value)} name={label} />
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

/** The cinema that the address names. */
function useShownCinema(): number | undefined {
  const id = Number(useMatch(paths.cinemaPattern())?.params["cinemaId"]);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
