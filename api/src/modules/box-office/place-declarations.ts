import { identifierLabel, LINK_ORIGIN_LABELS } from "@bobine/contract/cinema-links";
import { lockCinemas } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { AuditSource } from "../../http/audit.ts";
import {
  type LinkSource,
  type NewCinema,
  reportedCinemasRepository as repository,
} from "./reported-cinemas.repository.ts";
import type { ReportedCinema } from "./find-cinemas.ts";
import { siteTitle } from "./site-title.ts";
import { lookUpCinemas, type LookedUp } from "./look-up-cinemas.ts";
import { must } from "../../domain/must.ts";

export const CINEMA_LINKED = "Cinéma lié au distributeur";

/** A site of the report, with what creating it needs. */
export interface ReportedSite extends Omit<ReportedCinema, "name_key" | "screens"> {
  readonly legal_name: string;
  readonly address: string;
  readonly pin_code: string;
  readonly group: string;
  /** Authorisation number → name, of its screens in the report. */
  readonly screens: ReadonlyMap<string, string>;
}

/** A site × screen of the report: where a declaration happened. */
export interface ReportedPlace {
  readonly site: number;
  readonly screen: string;
}

/** The sites and places of a report, gathered while it is read: each once, however many declarations name it. */
export interface ReportedPlaces {
  readonly sites: readonly ReportedSite[];
  readonly places: readonly ReportedPlace[];
  /** The place of a declaration. */
  add(
    site: Omit<ReportedSite, "screens">,
    screen: { readonly authorization: string; readonly name: string },
  ): number;
}

export function reportedPlaces(): ReportedPlaces {
  const sites: (ReportedSite & { screens: Map<string, string> })[] = [];
  const places: ReportedPlace[] = [];
  const siteIndex = new Map<string, number>();
  const placeIndex = new Map<string, number>();
  return {
    sites,
    places,
    add(site, screen) {
      const names = [site.cnc, site.siret, site.siren, site.short_code, site.name, site.city];
      // Where nothing names the site, each screen is a site of its own.
      const key = (names.every((name) => name === "") ? [screen.authorization] : names).join("\u0001");
      let position = siteIndex.get(key);
      if (position === undefined) {
        position = sites.push({ ...site, screens: new Map() }) - 1;
        siteIndex.set(key, position);
      }
      const placeKey = `${position}\u0001${screen.authorization}`;
      let place = placeIndex.get(placeKey);
      if (place === undefined) {
        place = places.push({ site: position, screen: screen.authorization }) - 1;
        placeIndex.set(placeKey, place);
        sites[position]?.screens.set(screen.authorization, screen.name);
      }
      return place;
    },
  };
}

/** As the file names the cinema of a place; without a name, by the first number that it gives. */
export function nameOfPlace(
  { sites, places }: ReportedPlaces,
  place: number,
): { readonly cinema_name: string; readonly city: string } {
  const { site, screen } = must(places[place], "place of the report");
  const named = must(sites[site], "site of the report");
  return { cinema_name: siteTitle(named) || `Salle ${screen}`, city: named.city };
}

/** Whose places are looked for, and how the cinemas that are found come to it. */
export interface Placing extends LinkSource {
  readonly distributorId: number;
  readonly source: AuditSource;
  /** Meets no shared cinema that it does not work with, whoever it is. */
  readonly staysInSandbox?: boolean;
}

/**
 * Gives every place of the report its cinema, among all the cinemas known to the product; creates the unknown ones as not
 * validated, with their screens, and links all of them to the distributor. A new screen of a cinema that was there before is
 * proposed to the super admins: others work with that cinema too. One without a name is called by its number; what only an unknown screen
 * tells has no cinema.
 *
 * A distributor that is not validated may be anybody: its report stays in its sandbox, and meets no shared cinema.
 *
 * A cinema whose link a super admin has cut is not linked again: another one stands for it in the sandbox, and the console decides.
 * @returns how many cinemas it created, how many of them stand for one that was cut, and per place its cinema
 */
export async function placeDeclarations(
  tx: Tx,
  placing: Placing,
  { sites: reportedSites, places }: ReportedPlaces,
): Promise<{ created: number; standIns: number; cinemas: (number | undefined)[] }> {
  const { distributorId } = placing;
  const sites = reportedSites.map((site) => ({ ...site, name: siteTitle(site) }));
  const isSandboxed = placing.staysInSandbox === true || !(await repository.isValidated(tx, distributorId));
  const place = async () => {
    const reported = sites.map((site) => ({ ...site, screens: [...site.screens.keys()] }));
    // Who is sure to make some waits for its turn first, and looks once.
    const isFirst = await repository.namesNewScreen(
      tx,
      distributorId,
      // Of a site that neither a name nor a number tells nothing is made that is not known.
      reported.flatMap(({ name, screens }) => (name === "" ? [] : screens)),
    );
    if (isFirst) await lockCinemas(tx);
    let found = await lookUpCinemas(tx, distributorId, reported);
    if (found.created.length > 0 || found.newScreens.length > 0) {
      if (!isFirst) {
        // Another distributor's report may have made them since: look again, now that nobody else can.
        await lockCinemas(tx);
        found = await lookUpCinemas(tx, distributorId, reported);
      }
      await create(tx, placing, reportedSites, found, isSandboxed);
    }
    const identifiers = new Map<number, string>();
    const cinemas = places.map(({ site, screen }) => {
      const byScreen = found.screens.get(screen);
      const id = byScreen ?? found.cinemas[site];
      if (id !== undefined && !identifiers.has(id))
        identifiers.set(id, (id === found.cinemas[site] ? found.by[site] : undefined) ?? "screen");
      return id;
    });
    await linkNamedCinemas(tx, placing, identifiers);
    return { created: found.created.length, standIns: found.standIns.size, cinemas };
  };
  return await (isSandboxed ? place() : repository.amongAllCinemas(tx, place));
}

/**
 * The distributor works with these cinemas from now on; its log tells each that it did not work with before.
 * @param identifiers cinema → what it was named by
 */
export async function linkNamedCinemas(
  tx: Tx,
  { distributorId, source, origin, linkedBy, at }: Placing,
  identifiers: ReadonlyMap<number, string>,
): Promise<void> {
  const links = [...identifiers].map(([cinema_id, identifier]) => ({ cinema_id, identifier }));
  const added = await repository.linkCinemas(tx, distributorId, { origin, linkedBy, at }, links);
  // One that it made itself is told as created.
  const known = added.filter(({ identifier }) => identifier !== "created");
  await repository.auditCinemas(
    tx,
    { ...source, distributorId },
    known.map(({ cinema_id, name, identifier }) => ({
      cinema_id,
      cinema_name: name,
      linked_through: LINK_ORIGIN_LABELS[origin],
      identifier: identifierLabel(identifier),
      comment: CINEMA_LINKED,
    })),
  );
}

async function create(
  tx: Tx,
  { source, distributorId, at }: Placing,
  sites: readonly ReportedSite[],
  found: LookedUp,
  isSandboxed: boolean,
): Promise<void> {
  const cinemas = found.created.map(({ id, reported }): NewCinema => {
    const reports = reported.map((position) => sites[position]).filter((site) => site !== undefined);
    // The report may tell more of the same cinema elsewhere.
    const first = (field: Exclude<keyof ReportedSite, "screens">): string =>
      reports.map((site) => site[field]).find((value) => value !== "") ?? "";
    const siret = first("siret");
    return {
      id,
      name:
        first("name") ||
        must(
          reports.map(siteTitle).find((title) => title !== ""),
          "title of a new cinema",
        ),
      legal_name: first("legal_name"),
      address: first("address"),
      pin_code: first("pin_code"),
      city: first("city"),
      group: first("group"),
      siren: first("siren") || siret.slice(0, 9),
      siret,
      cnc_authorization: first("cnc"),
      sandbox_distributor_id: isSandboxed || found.standIns.has(id) ? distributorId : null,
    };
  });
  await repository.createCinemas(tx, cinemas);
  const screens = found.newScreens.map(({ authorization, cinema_id, reported }) => ({
    authorization,
    cinema_id,
    name: must(sites[reported], "site of the report").screens.get(authorization) ?? "",
  }));
  const created = new Map(cinemas.map((cinema) => [cinema.id, cinema.name]));
  const isItsOwn = ({ cinema_id }: { cinema_id: number }) =>
    created.has(cinema_id) || found.own.has(cinema_id);
  await repository.createScreens(tx, screens.filter(isItsOwn));
  const proposed = screens.filter((screen) => !isItsOwn(screen));
  await repository.proposeScreens(tx, distributorId, at, proposed);

  const numbers = new Map<number, string[]>([...created.keys()].map((id) => [id, []]));
  for (const { cinema_id, authorization } of screens) {
    const some = numbers.get(cinema_id);
    if (some) some.push(authorization);
    else numbers.set(cinema_id, [authorization]);
  }
  await repository.auditCinemas(
    tx,
    source,
    [...numbers].map(([cinema_id, screens_added]) =>
      created.has(cinema_id)
        ? { cinema_id, screens_added, cinema_name: created.get(cinema_id), created_by_import: true }
        : { cinema_id, [found.own.has(cinema_id) ? "screens_added" : "screens_proposed"]: screens_added },
    ),
  );
}
