import type { Tx } from "../../db/scope.ts";
import { type InvoiceCsvError, type InvoiceCsvRow, lineError } from "../../domain/parsing/invoice-csv.ts";
import { type Placing, placeDeclarations, reportedPlaces } from "../box-office/place-declarations.ts";
import { importedInvoicesRepository as repository } from "./imported-invoices.repository.ts";

export type PlacedInvoice = InvoiceCsvRow & { readonly cinema_id: number };

/**
 * Gives each line its cinema, as a box-office report does (DOMAIN §2.6): among all those known, else, with a name and a town, a new
 * one that is not validated. A name without a town means the only cinema of the distributor that has it. A line whose cinema is
 * not found is refused.
 */
export async function placeInvoices(
  tx: Tx,
  placing: Placing,
  rows: readonly InvoiceCsvRow[],
  refused: InvoiceCsvError[],
): Promise<PlacedInvoice[]> {
  const places = reportedPlaces();
  const place = new Map<InvoiceCsvRow, number>();
  for (const row of rows) {
    const { name, city, cnc, siren, siret, short_code } = row.cinema;
    // A cinema is created only with its town: without it, the name is none to create it by.
    const site = { name: city === "" ? "" : name, city, cnc, siren, siret, short_code };
    if ([site.name, cnc, siren, short_code].every((text) => text === "")) continue;
    const unknown = { legal_name: "", address: "", pin_code: "", group: "" };
    place.set(row, places.add({ ...site, ...unknown }, { authorization: "", name: "" }));
  }
  const { cinemas } = place.size === 0 ? { cinemas: [] } : await placeDeclarations(tx, placing, places);
  const found = (row: InvoiceCsvRow): number | undefined => {
    const at = place.get(row);
    return at === undefined ? undefined : cinemas[at];
  };
  const named = await repository.onlyCinemasNamed(tx, placing.distributorId, [
    ...new Set(
      rows.filter((row) => found(row) === undefined && row.cinema.name !== "").map((row) => row.cinema.name),
    ),
  ]);
  return rows.flatMap((row) => {
    const cinema_id = found(row) ?? (row.cinema.city === "" ? named.get(row.cinema.name) : undefined);
    if (cinema_id !== undefined) return [{ ...row, cinema_id }];
    const { name, short_code, cnc, siren } = row.cinema;
    const shown = name || short_code || cnc || siren;
    refused.push(
      lineError(
        row.line,
        `cinéma inconnu («\u00a0${shown}\u00a0»). Indiquez son nom et sa ville pour le créer.`,
      ),
    );
    return [];
  });
}
