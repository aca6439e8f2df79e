import { listCinemas } from "@bobine/contract/cinemas";
import { loadFailure, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { EmptyState, ErrorCard, formatCount, PageHeader, PageLoading, Surface } from "@bobine/shared-ui";
import { NumberInput, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import classes from "./parc.module.css";

/** The distributor's cinemas that have at least so many screens, the largest first. */
export function ParcPage() {
  const { hasAccess } = useDistributorScope();
  const [atLeast, setAtLeast] = useState(1);
  const cinemas = useQuery({
    ...routeQuery(listCinemas, { query: { ordering: "name" } }),
    enabled: hasAccess,
  });
  const failure = loadFailure(cinemas, "Les cinémas n’ont pas pu être chargés.");
  const shown = (cinemas.data?.results ?? [])
    .filter(({ screens }) => screens.length >= atLeast)
    .toSorted((one, other) => other.screens.length - one.screens.length);

  if (!hasAccess) return <EmptyState text="Choisissez un distributeur." />;
  if (failure !== undefined) return <ErrorCard title={failure} onRetry={() => void cinemas.refetch()} />;
  if (cinemas.isPending) return <PageLoading />;
  return (
    <>
      <PageHeader title="Parc de salles" description={formatCount(shown.length, "cinéma", "cinémas")} />
      <NumberInput
        className={classes["filter"] ?? ""}
        label="Écrans au moins"
        min={1}
        max={30}
        value={atLeast}
        onChange={(value) => setAtLeast(Number(value) || 1)}
      />
      <Surface>
        {shown.length === 0 ? (
          <EmptyState text="Aucun cinéma n’a autant d’écrans." />
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Cinéma</Table.Th>
                <Table.Th>Ville</Table.Th>
                <Table.Th>Écrans</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ id, name, city, screens }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{city}</Table.Td>
                  <Table.Td>{screens.length}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Surface>
    </>
  );
}
