import sql from "sql-template-tag";
import { IMPORT_TIMEOUTS } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";

/** What a file changed, counted by the database. */
export interface ImportCounts {
  readonly imported: number;
  readonly duplicates: number;
  readonly corrections: number;
  readonly set_aside: number;
}

export const SET_ASIDE = "Déclaration déjà reçue avec d’autres montants";
export const WHICH_VERSION = "Déclaration sans version d’un film déjà reçu en plusieurs versions";
export const NOTHING_TO_CANCEL = "Annulation d’une déclaration qui n’a pas été reçue";

const KEY = "distributor_id, week_start, screen_authorization, film_key, version";
const sameKey = (left: string, right: string): string =>
  KEY.split(", ")
    .slice(1)
    .map((column) => `${left}.${column} = ${right}.${column}`)
    .join(" and ");
/** BOX-4: same key, same totals. What a poorer export leaves out (free admissions, guarantee) makes no difference. */
const sameTotals = (left: string, right: string): string =>
  ["admissions_paid", "gross_ttc", "base_film_ht", "share_ht"]
    .map((column) => `${left}.${column} = ${right}.${column}`)
    .join(" and ");
const sameTerms = (left: string, right: string): string =>
  ["terms_type", "rate_bp", "flat_fee_ht", "minimum_guarantee_ht", "cancelled_screening", "admissions_free"]
    .map((column) => `${left}.${column} is not distinct from ${right}.${column}`)
    .join(" and ");

/** The very declaration that was received before. */
const exactlySame = (left: string, right: string): string =>
  `${left}.reference = ${right}.reference and ${left}.nature = ${right}.nature and ${left}.corrects = ${right}.corrects
    and ${sameTotals(left, right)} and ${sameTerms(left, right)}`;

/** Columns of a declaration that the file gives, in the order of the COPY; the first two and the last two are not the declaration's. */
export const STAGED_COLUMNS = [
  "position",
  "place",
  "week_start",
  "screen_authorization",
  "screen_name",
  "film_key",
  "visa_number",
  "film_title",
  "version",
  "run_week",
  "reference",
  "nature",
  "corrects",
  "terms_type",
  "rate_bp",
  "flat_fee_ht",
  "minimum_guarantee_ht",
  "cancelled_screening",
  "screenings",
  "admissions_paid",
  "admissions_free",
  "gross_ttc",
  "tsa",
  "vat",
  "base_film_ht",
  "sacem",
  "share_ht",
  "share_declared",
  "sacem_deducted",
  "warnings",
  "share_other_ht",
  "lacks_version",
] as const;
/** Those that are kept. */
const DECLARED = STAGED_COLUMNS.slice(2, -2);

export const boxOfficeRepository = {
  /** The file's own table, gone with the transaction; the statements of a large file may take their time. */
  async openStaging(tx: Tx): Promise<void> {
    await tx.client.query(`${IMPORT_TIMEOUTS}; set local work_mem = '64MB'; set local jit = off;
      create temp table staged on commit drop as
        select 0::integer as position, 0::integer as place, ${DECLARED.join(", ")}, share_ht as share_other_ht,
          false as lacks_version, false as is_doubtful from declaration where false;
      create temp table place (place integer primary key, cinema_id bigint) on commit drop`);
  },

  async distributor(tx: Tx, id: number) {
    return await tx.one<{
      id: number;
      name: string;
      siren: string;
      is_issuing: boolean;
      sacem_deducted: boolean;
    }>(sql`
      select id, name, siren, is_issuing, sacem_deducted from distributor where id = ${id}`);
  },

  /** The cinema of each site × screen of the report; `staged.place` is its position. */
  async savePlaces(tx: Tx, cinemas: readonly (number | undefined)[]): Promise<void> {
    await tx.run(sql`
      insert into place (place, cinema_id)
      select n - 1, cinema_id
      from unnest(${cinemas.map((id) => id ?? null)}::bigint[]) with ordinality as p (cinema_id, n)`);
    // A fresh table has no statistics, and the planner would take its rows one by one.
    await tx.client.query("analyze staged (place, screen_authorization, film_key, position); analyze place");
  },

  /**
   * Where no share is declared, the formula is the one that the cinema's declared shares followed last, when they told (BILL-3).
   */
  async followHabits(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(sql`
      update staged s set share_ht = s.share_other_ht, sacem_deducted = h.sacem_deducted
      from place p cross join lateral (
        select d.sacem_deducted from declaration d
        where d.distributor_id = ${distributorId} and d.cinema_id = p.cinema_id and d.state = 'current'
          and d.share_declared and d.sacem_deducted is not null
        order by d.week_start desc, d.id desc limit 1) h
      where p.place = s.place and s.share_other_ht is not null and h.sacem_deducted <> s.sacem_deducted`);
  },

  /**
   * Gives staged declarations the key of the current one that they are, where theirs differs in its form alone (BOX-4): a visa
   * that was kept with zeros before it, and a version that the report leaves out.
   */
  async followKeys(tx: Tx, distributorId: number): Promise<void> {
    // Row by row, as statistics may have seen none of the known; and not at all where none of these weeks has such a visa.
    await tx.run(sql`
      update staged s set film_key = k.film_key, visa_number = k.visa_number
      from staged t cross join lateral (
        select d.film_key, d.visa_number from declaration d
        where d.distributor_id = ${distributorId} and d.state = 'current' and d.week_start = t.week_start
          and d.screen_authorization = t.screen_authorization
          and (d.film_key = t.film_key or (d.film_key ~ '^visa:0[0-9]+$' and 'visa:' || ltrim(substr(d.film_key, 6), '0') = t.film_key))
        order by d.film_key <> t.film_key limit 1) k
      where s.position = t.position and k.film_key <> t.film_key and (
        select exists (
          select from declaration
          where distributor_id = ${distributorId} and state = 'current' and film_key ~ '^visa:0[0-9]+$'
            and week_start = any (array(select distinct week_start from staged))))`);
    // Beside others of its film in the same file it is one of its own.
    await tx.run(sql`
      with bare as materialized (
        select b.position, b.week_start, b.screen_authorization, b.film_key from (
          select position, week_start, screen_authorization, film_key, lacks_version,
            bool_and(lacks_version) over (partition by screen_authorization, film_key, week_start) as is_alone
          from staged where (select bool_or(lacks_version) from staged)) b
        where b.lacks_version and b.is_alone)
      update staged s set version = case when k.versions = 1 then k.version else '' end, is_doubtful = k.versions > 1
      from bare b cross join lateral (
        select count(*) as versions, min(d.version) as version, bool_or(d.version = '') as is_known from declaration d
        where d.distributor_id = ${distributorId} and d.state = 'current' and d.week_start = b.week_start
          and d.screen_authorization = b.screen_authorization and d.film_key = b.film_key) k
      where s.position = b.position and k.versions > 0 and not k.is_known`);
  },

  async createImport(
    tx: Tx,
    file: { distributorId: number; fileName: string; size: number; sha256: Buffer; userId: number | null },
  ): Promise<number> {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into import_file (distributor_id, kind, file_name, file_size, sha256, created_by)
      values (${file.distributorId}, 'box_office', ${file.fileName}, ${file.size}, ${file.sha256}, ${file.userId}) returning id`);
    return id;
  },

  async saveImportStats(tx: Tx, importId: number, stats: object): Promise<void> {
    await tx.run(sql`update import_file set stats = ${JSON.stringify(stats)} where id = ${importId}`);
  },

  /**
   * Decides what each staged declaration is (BOX-4), in the order of the file: new, a duplicate of what is known, a
   * correction of it, contradicting it (kept aside), or superseded later in the same file.
   */
  async classify(tx: Tx, distributorId: number, generatedAt: string | null): Promise<void> {
    // Of the same declaration given several times in the file, the last correction counts, else the first one.
    // What was received before, whatever became of it, is the same file again, unless a later file says it anew of what has
    // changed since.
    // Most distributors have few declarations that are past: without any, none is looked for, row by row.
    await tx.client.query(
      "create temp table report (generated_at timestamptz, any_past boolean) on commit drop",
    );
    await tx.run(sql`
      insert into report select ${generatedAt}::timestamptz,
        exists (select from declaration where distributor_id = ${distributorId} and state <> 'current')`);
    await tx.client.query(`
      create temp table classified on commit drop as
      with known as materialized (
        select s.position, s.week_start, s.screen_authorization, s.film_key, s.version, s.reference, s.nature, s.corrects,
          s.admissions_paid, s.admissions_free, s.gross_ttc, s.base_film_ht, s.share_ht, s.terms_type, s.rate_bp, s.flat_fee_ht,
          s.minimum_guarantee_ht, s.cancelled_screening, s.is_doubtful, p.cinema_id,
          max(s.position) filter (where s.nature <> 'initiale') over same as last_correction,
          first_value(s.position) over in_order as first_position,
          first_value(s.admissions_paid) over in_order as first_admissions,
          first_value(s.gross_ttc) over in_order as first_gross,
          first_value(s.base_film_ht) over in_order as first_base,
          first_value(s.share_ht) over in_order as first_share
        from staged s join place p using (place)
        where p.cinema_id is not null
        window same as (partition by s.screen_authorization, s.film_key, s.week_start, s.version),
          in_order as (partition by s.screen_authorization, s.film_key, s.week_start, s.version order by s.position)
      )
      select n.position, n.cinema_id, d.id as current_id,
        case
          when (${exactlySame("d", "n")}) or (select any_past from report) and exists (
            select from declaration r where r.distributor_id = ${Number(distributorId)} and r.state <> 'current' and ${sameKey("r", "n")}
              and ${exactlySame("r", "n")}
              and (n.position <> coalesce(n.last_correction, n.first_position)
                or ((select generated_at from report) > r.generated_at) is not true)) then 'duplicate'
          when n.position = coalesce(n.last_correction, n.first_position) then case
            when d.id is null then case when n.nature = 'annulation' or n.is_doubtful then 'set_aside' else 'new' end
            when n.nature <> 'annulation' and ${sameTotals("d", "n")} and (n.nature = 'initiale' or ${sameTerms("d", "n")}) then 'duplicate'
            when n.nature <> 'initiale' or (select generated_at from report) > d.generated_at then 'correction'
            else 'set_aside' end
          when n.nature <> 'initiale' or n.position = n.first_position then 'superseded'
          when (n.admissions_paid, n.gross_ttc, n.base_film_ht, n.share_ht) = (n.first_admissions, n.first_gross, n.first_base, n.first_share)
            then 'duplicate'
          else 'set_aside'
        end as verdict
      from known n
      left join declaration d on d.distributor_id = ${Number(distributorId)} and d.state = 'current' and ${sameKey("d", "n")}`);
  },

  /** Writes what was decided. */
  async saveDeclarations(tx: Tx, distributorId: number, importId: number): Promise<void> {
    // By a list: where statistics saw none of the declarations, a join would be one of each with each.
    await tx.run(sql`
      update declaration set state = 'superseded'
      where id = any (array(select current_id from classified where verdict = 'correction'))`);
    const warning = sql`case when j.verdict = 'set_aside' then s.warnings || to_jsonb(
      case when s.is_doubtful then ${WHICH_VERSION}::text when s.nature = 'annulation' then ${NOTHING_TO_CANCEL}::text
        else ${SET_ASIDE}::text end) else s.warnings end`;
    const stored = DECLARED.filter((column) => column !== "warnings");
    // In the order of the file: invoices follow it.
    await tx.run(sql`
      insert into declaration (distributor_id, import_id, cinema_id, state, generated_at, ${sql([stored.join(", ")])}, warnings)
      select ${distributorId}, ${importId}, j.cinema_id,
        case when j.verdict in ('new', 'correction') then 'current' else j.verdict end, (select generated_at from report),
        ${sql([stored.map((column) => `s.${column}`).join(", ")])}, ${warning}
      from staged s join classified j using (position) where j.verdict <> 'duplicate'
      order by position`);
  },

  async counts(tx: Tx): Promise<ImportCounts> {
    return await tx.one<ImportCounts>(sql`
      select count(*) filter (where verdict in ('new', 'correction')) as imported,
        count(*) filter (where verdict = 'duplicate') as duplicates,
        count(*) filter (where verdict in ('correction', 'superseded')) as corrections,
        count(*) filter (where verdict = 'set_aside') as set_aside
      from classified`);
  },

  /** Cinemas × weeks that the file makes ready to be invoiced, and those that wait for a cinema's validation. */
  async expectedInvoices(tx: Tx): Promise<{ ready: number; held: number }> {
    return await tx.one<{ ready: number; held: number }>(sql`
      select count(*) filter (where c.is_validated) as ready, count(*) filter (where not c.is_validated) as held
      from (select j.cinema_id, s.week_start from staged s join classified j using (position)
        where j.verdict in ('new', 'correction') and (s.share_ht > 0 or s.minimum_guarantee_ht > 0 or j.current_id is not null)
        group by j.cinema_id, s.week_start) w
      join cinema c on c.id = w.cinema_id`);
  },

  /** Cinemas of the report whose new figures wait until they are validated. */
  async waitingCinemas(tx: Tx): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select c.id from cinema c where not c.is_validated and exists (
        select from classified j where j.cinema_id = c.id and j.verdict in ('new', 'correction'))`);
    return rows.map((row) => row.id);
  },

  /** References of what was kept aside, for people. */
  async setAside(
    tx: Tx,
    limit: number,
  ): Promise<
    {
      reference: string;
      nature: string;
      is_doubtful: boolean | null;
      film_title: string;
      screen_authorization: string;
    }[]
  > {
    return await tx.many(sql`
      select s.reference, s.nature, s.is_doubtful, s.film_title, s.screen_authorization
      from staged s join classified j using (position) where j.verdict = 'set_aside' order by position limit ${limit}`);
  },
};
