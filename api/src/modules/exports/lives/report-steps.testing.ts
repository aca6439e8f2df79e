// What cinemas report: declarations of weeks, corrected and cancelled, as rows or as files.
import { addDays } from "@bobine/contract/civil-date";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import sql from "sql-template-tag";
import type { TestAnswer } from "../../../testing/test-app.ts";
import { issueInvoices } from "../../invoices/issue-invoices.ts";
import type { Cinema, Declared, Life } from "./life.testing.ts";
import type { Chance } from "./random.testing.ts";
import { euros } from "./writing.testing.ts";

interface Takings {
  readonly gross: number;
  readonly tsa: number;
  readonly vat: number;
  readonly base: number;
  readonly share: number;
}
/** The one whose reports are files. To read a file takes a thread and half a second, and is not what these lives are about. */
const READ_FILM = 4;

export async function report(life: Life, chance: Chance): Promise<void> {
  const cinema = chance.one(life.cinemas) as Cinema;
  const week = addDays(cinemaWeekOf(life.today).start, -7 * chance.between(1, 9));
  const film = chance.next() < 0.08 ? READ_FILM : chance.between(1, 3);
  const known = life.declared.some((one) => one.cinema === cinema && one.week === week && one.film === film);
  if (known) return;
  const declared = { cinema, week, film, reference: `R${life.next()}`, share: 0 };
  life.declared.push(declared);
  await declare(life, declared, "initiale", chance.between(1, 900));
}

export async function correct(life: Life, chance: Chance): Promise<void> {
  const declared = chance.one(life.declared);
  if (!declared) return;
  const nature = chance.next() < 0.15 ? "annulation" : "rectificative";
  await declare(life, declared, nature, chance.between(1, 900));
}

async function declare(life: Life, declared: Declared, nature: string, admissions: number): Promise<void> {
  life.hasActed = true;
  const { film } = declared;
  const gross = admissions * 728;
  const [tsa, vat] = [Math.round(gross * 0.1072), Math.round((gross * 5.5) / 105.5)];
  const base = gross - tsa - vat;
  const share = Math.round(base / 2);
  declared.share = nature === "annulation" ? 0 : share;
  if (film === READ_FILM) await read(life, declared, nature, admissions, { gross, tsa, vat, base, share });
  else await record(life, declared, nature, admissions, { gross, tsa, vat, base, share });
  await issueInvoices(life.app.services, life.id);
}

/** What the import of a report would keep of it; what came before for the same film and week is no longer current. */
async function record(
  life: Life,
  { cinema, week, film, reference }: Declared,
  nature: string,
  admissions: number,
  { gross, tsa, vat, base, share }: Takings,
): Promise<void> {
  await life.app.inDatabase(async (tx) => {
    const key = `film-${film}`;
    await tx.run(sql`
      update declaration set state = 'superseded'
      where distributor_id = ${life.id} and cinema_id = ${cinema.id} and week_start = ${week} and film_key = ${key} and state = 'current'`);
    await tx.run(sql`
      insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, visa_number, film_title, version,
        reference, nature, terms_type, rate_bp, screenings, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
      values (${life.id}, ${life.importFile}, ${cinema.id}, ${week}, ${cinema.screen}, ${key}, ${String(199_000 + film)}, ${`Film ${film}`}, 'VF',
        ${reference}, ${nature}, 'POURCENTAGE', 5000, 21, ${admissions}, 0, ${euros(gross)}, ${euros(tsa)}, ${euros(vat)}, ${euros(base)},
        ${euros(share)}, true)`);
  });
}

/** The same by its file. */
async function read(
  life: Life,
  { cinema, week, film, reference }: Declared,
  nature: string,
  admissions: number,
  { gross, tsa, vat, base, share }: Takings,
): Promise<void> {
  const at = new Date(`${life.today}T05:00:00Z`);
  at.setSeconds(life.next());
  life.lastReport = `<?xml version="1.0" encoding="UTF-8"?><DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="${at.toISOString()}">
    <Declaration reference="${nature === "initiale" ? reference : `${reference}-${life.serial}`}" nature="${nature}"><Semaine debut="${week}" fin="${addDays(week, 6)}"/>
    <Etablissement numeroCNC="${cinema.cnc}" nom="${cinema.name}" codePostal="59500" ville="Douai"/>
    <Salle numeroAutorisation="${cinema.screen}" nom="Salle 1"/><Film visa="${199_000 + film}" titre="Film ${film}" version="VF" semaineExploitation="1"/>
    <Distributeur nom="Films" siren="${life.siren}"/><Conditions type="POURCENTAGE" taux="50"/>
    <Totaux seances="21" entreesPayantes="${admissions}" entreesGratuites="0" recetteTTC="${euros(gross)}" tsa="${euros(tsa)}" tva="${euros(vat)}" baseFilmHT="${euros(base)}" partDistributeurHT="${euros(share)}"/></Declaration></DeclarationsRecettes>`;
  life.expectStatus(await uploadReport(life), 200);
}

export function uploadReport(life: Life): Promise<TestAnswer> {
  return life.client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "rapport.xml",
    life.lastReport,
    "text/xml",
  );
}
