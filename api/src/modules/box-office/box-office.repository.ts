import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { IMPORT_TIMEOUTS } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { NOTICE, OUTDATED } from "./notice-of-declaration.ts";
import { exactlySame, sameKey, sameTerms, sameTotals, sameUnbilled, TOTALS } from "./same-declaration.ts";

/** What a file changed, counted by the database. */
export interface ImportCounts {
  readonly imported: number;
  readonly duplicates: number;
  readonly corrections: number;
  readonly set_aside: number;
  /** Of all, those of which something is told. */
  readonly told: number;
}

/** How the screen of a place is written in a week. */
export interface SpelledScreen {
  readonly place: number;
  readonly week_start: CivilDate;
  readonly screen: string;
}

/** Keys of a film without the number of a visa. */
const UNNUMBERED = "^(title:|visa:[^1-9]*$)";
const titleOf = (table: string): string =>
  `regexp_replace(search_key(${table}.film_title), '[^[:alnum:]]+', ' ', 'g')`;
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
          false as lacks_version, false as is_doubtful, ''::text as fate, 0::bigint as replaces from declaration where false;
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
    await tx.client.query(`set local default_statistics_target = 10;
      analyze staged (place, screen_authorization, film_key, position); analyze place; set local default_statistics_target to default`);
  },

  /** The first declarations of the file that nothing tells a cinema of, each with how many there are. */
  async placeless(
    tx: Tx,
    limit: number,
  ): Promise<{ reference: string; film_title: string; screen: string; count: number }[]> {
    return await tx.many(sql`
      select s.reference, s.film_title, s.screen_authorization as screen, (count(*) over ())::integer as count
      from staged s join place p using (place) where p.cinema_id is null order by s.position limit ${limit}`);
  },

  /** Whether anything of these weeks stands already: most reports bring a week that nothing is known of. */
  async isKnown(tx: Tx, distributorId: number, weeks: readonly CivilDate[]): Promise<boolean> {
    const { is_known } = await tx.one<{ is_known: boolean }>(sql`
      select exists (
        select from declaration
        where distributor_id = ${distributorId} and state = 'current' and week_start = any(${weeks}::date[])) as is_known`);
    return is_known;
  },

  /** How current declarations of these weeks write their screens: those that the file does not write so, or all. */
  async spellings(
    tx: Tx,
    distributorId: number,
    weeks: readonly CivilDate[],
    all: boolean,
  ): Promise<{ cinema_id: number; week_start: CivilDate; screen: string }[]> {
    return await tx.many(sql`
      select * from (
        select distinct cinema_id, week_start, screen_authorization as screen from declaration
        where distributor_id = ${distributorId} and state = 'current' and week_start = any(${weeks}::date[])) d
      -- A table of what the file has: without statistics of it an anti-join would be one of each with each.
      where ${all} or d.screen not in (select screen_authorization from staged)`);
  },

  /** What is known as it is written stays so. */
  async spell(tx: Tx, distributorId: number, screens: readonly SpelledScreen[]): Promise<void> {
    await tx.run(sql`
      update staged s set screen_authorization = w.screen
      from json_to_recordset(${JSON.stringify(screens)}) as w (place integer, week_start date, screen text)
      where s.place = w.place and s.week_start = w.week_start and not exists (
        select from declaration d
        where d.distributor_id = ${distributorId} and d.state = 'current' and d.week_start = s.week_start
          and d.screen_authorization = s.screen_authorization)`);
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
   * that was kept with zeros before it, and a version that the report leaves out, or that what was received leaves out.
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
    await this.followTitles(tx, distributorId);
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
    // Other totals may be those of another version, which the report before did not know, unless they are said to correct; of several
    // versions, what was received is the only one of its totals, else it may be any, or the sum.
    await tx.run(sql`
      with named as materialized (
        select v.*, v.first_version = v.last_version as is_alone from (
          select position, week_start, screen_authorization, film_key, version, ${sql([TOTALS.join(", ")])},
            min(version) over same as first_version, max(version) over same as last_version
          from staged where (
            select exists (
              select from declaration
              where distributor_id = ${distributorId} and state = 'current' and version = ''
                and week_start = any (array(select distinct week_start from staged))))
          window same as (partition by screen_authorization, film_key, week_start)) v
        where v.first_version <> ''),
      judged as (
        select n.position, n.is_alone or (n.version = min(n.version) filter (where k.is_same) over same
            and n.version = max(n.version) filter (where k.is_same) over same) is true as is_found
        from named n cross join lateral (
          select bool_or(d.version = '') as is_bare, bool_or(d.version = n.version) as is_known,
            bool_or(d.version = '' and ${sql([sameTotals("d", "n")])}) as is_same
          from declaration d
          where d.distributor_id = ${distributorId} and d.state = 'current' and d.week_start = n.week_start
            and d.screen_authorization = n.screen_authorization and d.film_key = n.film_key) k
        where k.is_bare and not k.is_known
        window same as (partition by n.screen_authorization, n.film_key, n.week_start))
      update staged s set version = case when j.is_found then '' else s.version end,
        is_doubtful = s.nature = 'initiale' or not j.is_found
      from judged j where s.position = j.position`);
  },

  /** One of the two has no visa: title and version tell, or the title alone, unless the file has the other beside it, or had it before. */
  async followTitles(tx: Tx, distributorId: number): Promise<void> {
    const known = sql`d.distributor_id = ${distributorId} and d.state = 'current'`;
    await tx.run(sql`
      with unnumbered as materialized (
        select d.week_start, d.screen_authorization, array_agg(d.version) as versions from declaration d
        where ${known} and d.film_key ~ ${UNNUMBERED} and d.week_start = any (array(select distinct week_start from staged))
        group by d.week_start, d.screen_authorization),
      lacking as materialized (
        select position, week_start, screen_authorization, film_key, version, film_title, nature, lacks_version from staged t
        where t.film_key like 'title:%' and (
          select exists (select from declaration d
            where ${known} and d.film_key like 'visa:%' and d.week_start = any (array(select distinct week_start from staged))))
        union all
        select position, week_start, screen_authorization, film_key, version, film_title, nature, lacks_version
        from staged join unnumbered using (week_start, screen_authorization)
        where film_key like 'visa:%' and (lacks_version or version = any (versions)))
      update staged s set film_key = k.film_key, visa_number = k.visa_number
      from lacking t cross join lateral (
        select min(d.film_key) = max(d.film_key) as is_one, min(d.film_key) as film_key, min(d.visa_number) as visa_number
        from declaration d
        where ${known} and d.week_start = t.week_start and d.screen_authorization = t.screen_authorization
          and (t.lacks_version or d.version = t.version)
          and (t.film_key like 'title:%' or d.film_key ~ ${UNNUMBERED})
          and ${sql([titleOf("d")])} = ${sql([titleOf("t")])}
        group by d.version = t.version order by d.version = t.version desc limit 1) k
        left join (select distinct week_start, screen_authorization, version, film_key from staged) o
          on o.week_start = t.week_start and o.screen_authorization = t.screen_authorization and o.film_key = k.film_key
            and (t.lacks_version or o.version = t.version)
      where s.position = t.position and k.is_one and k.film_key <> t.film_key
        and not exists (
          select from declaration d where ${known} and d.week_start = t.week_start and d.screen_authorization = t.screen_authorization
            and d.film_key = t.film_key and (t.lacks_version or d.version = t.version))
        and not exists (
          select from declaration d where d.distributor_id = ${distributorId} and d.state <> 'current' and ${sql([sameKey("d", "t")])})
        and (t.nature <> 'initiale' or o.film_key is null)`);
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
    // Of the same declaration given several times in the file, the last correction counts, else the first one; after an annulation of what
    // stands before it, what is declared last.
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
          s.minimum_guarantee_ht, s.cancelled_screening, s.share_declared, s.sacem_deducted, s.sacem, s.is_doubtful, s.lacks_version, s.fate, p.cinema_id,
          max(s.replaces) over same as replaces, count(*) over same = 1 as is_alone,
          max(s.position) filter (where s.nature <> 'initiale') over same as last_correction,
          max(s.position) filter (where s.nature = 'annulation') over same as last_annulation,
          max(s.position) filter (where s.nature = 'initiale') over same as last_initial,
          min(s.position) over same as first_position
        from staged s join place p using (place)
        where p.cinema_id is not null
        window same as (partition by s.screen_authorization, s.film_key, s.week_start, s.version)
      ), as_first as materialized (
        select k.position from known k join known f on f.position = k.first_position
        where k.position <> k.first_position
          and (k.admissions_paid, k.gross_ttc, k.base_film_ht, k.share_ht) = (f.admissions_paid, f.gross_ttc, f.base_film_ht, f.share_ht)
      ), chosen as (
        select *, last_correction = last_annulation and first_position < last_annulation and last_initial > last_annulation as is_redeclared
        from known
      ), ordered as (
        select *, case when is_redeclared then last_initial else coalesce(last_correction, first_position) end as chosen_position from chosen
      ), judged as (
      select n.*, coalesce(d.id, n.replaces) as current_id, o.is_outdated, d.cinema_id <> n.cinema_id as is_elsewhere,
        case
          when (${exactlySame("d", "n")}) or (select any_past from report) and exists (
            select from declaration r where r.distributor_id = ${Number(distributorId)} and r.state <> 'current' and ${sameKey("r", "n")}
              and (${exactlySame("r", "n")} or ${sameUnbilled("r", "n")})
              and (n.position <> n.chosen_position or n.fate in ('set_aside', 'superseded')
                or ((select generated_at from report) > r.generated_at) is not true)) then 'duplicate'
          when n.fate in ('set_aside', 'superseded') then n.fate
          when n.position = n.chosen_position then case
            when d.id is null then case
              when n.replaces is not null then 'correction'
              when n.is_doubtful and n.fate is null then 'set_aside'
              when n.nature = 'annulation' then 'set_aside' else 'new' end
            when n.nature <> 'annulation' and d.nature <> 'annulation' and ${sameTotals("d", "n")}
              and (n.nature = 'initiale' or d.cinema_id = n.cinema_id and d.share_ht = n.share_ht and ${sameTerms("d", "n")}) then 'duplicate'
            when n.is_doubtful or o.is_outdated then 'set_aside'
            when n.nature <> 'initiale' or n.is_redeclared or (select generated_at from report) > d.generated_at
              or d.cinema_id = n.cinema_id and ${sameUnbilled("d", "n")} then 'correction'
            else 'set_aside' end
          when n.nature <> 'initiale' or n.position = n.first_position then 'superseded'
          when n.position in (select position from as_first) then 'duplicate'
          else 'set_aside'
        end as verdict
      from ordered n
      left join declaration d on d.distributor_id = ${Number(distributorId)} and d.state = 'current' and ${sameKey("d", "n")}
        cross join lateral (select ${OUTDATED} as is_outdated) o)
      select n.position, n.cinema_id, n.verdict, n.current_id, n.is_elsewhere, n.fate, ${NOTICE} as notice from judged n`);
  },

  /** Writes what was decided. */
  async saveDeclarations(tx: Tx, distributorId: number, importId: number): Promise<void> {
    // By a list: where statistics saw none of the declarations, a join would be one of each with each.
    await tx.run(sql`
      update declaration
      set state = 'superseded', reopens_week = id = any (array(select current_id from classified where is_elsewhere))
      where id = any (array(
        select current_id from classified where verdict = 'correction' or fate = 'superseded'))`);
    const stored = DECLARED.filter((column) => column !== "warnings");
    // In the order of the file: invoices follow it.
    await tx.run(sql`
      insert into declaration (distributor_id, import_id, cinema_id, state, generated_at, ${sql([stored.join(", ")])}, warnings)
      select ${distributorId}, ${importId}, j.cinema_id,
        case when j.verdict in ('new', 'correction') then 'current' else j.verdict end, (select generated_at from report),
        ${sql([stored.map((column) => `s.${column}`).join(", ")])},
        case when j.notice is null then s.warnings else s.warnings || to_jsonb(j.notice) end
      from staged s join classified j using (position) where j.verdict <> 'duplicate'
      order by position`);
  },

  async counts(tx: Tx): Promise<ImportCounts> {
    return await tx.one<ImportCounts>(sql`
      select count(*) filter (where verdict in ('new', 'correction')) as imported,
        count(*) filter (where verdict = 'duplicate') as duplicates,
        count(*) filter (where verdict in ('correction', 'superseded')) as corrections,
        count(*) filter (where verdict = 'set_aside') as set_aside, count(notice) as told
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

  /** The first of what is told, with what it is told of. */
  async notices(
    tx: Tx,
    limit: number,
  ): Promise<{ notice: string; reference: string; film_title: string; screen_authorization: string }[]> {
    return await tx.many(sql`
      select j.notice, s.reference, s.film_title, s.screen_authorization
      from staged s join classified j using (position) where j.notice is not null order by position limit ${limit}`);
  },
};
