import type { Declaration, DeclarationView, Report, ReportDetail } from "@bobine/contract/declarations";
import type { Period } from "@bobine/contract/route";
import sql, { empty, join, type Sql } from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import type { Tx } from "../../db/scope.ts";
import { withinInstants } from "../../db/period.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

/** A declaration as it is kept, with what tells its outcome. */
export interface StoredDeclaration
  extends Omit<Declaration, "week_display" | "outcome" | "missing" | "invoice"> {
  readonly state: "current" | "superseded" | "set_aside";
  readonly settled: boolean;
  readonly is_validated: boolean;
  readonly invoice: Declaration["invoice"];
}

export interface DeclarationFilter {
  readonly search?: string | undefined;
  readonly show?: DeclarationView | undefined;
}

const COUNTS = [
  "declarations_found",
  "imported",
  "duplicates",
  "corrections",
  "set_aside",
  "other_distributors",
  "unknown_cinemas",
  "errors_count",
  "warnings_count",
];
/** The figures of an import; one of a former version may lack some. */
const COLUMNS = sql([
  `f.id, f.file_name, f.file_size, f.created_at, coalesce(f.stats -> 'weeks', '[]') as weeks,
  case when u.id is not null then json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email) end as imported_by,
  ${COUNTS.map((name) => `coalesce((f.stats ->> '${name}')::integer, 0) as ${name}`).join(", ")}`,
]);
const FROM = sql`from import_file f left join app_user u on u.id = f.created_by`;
const NEWEST_FIRST = sql`order by f.created_at desc, f.id desc`;

const VIEWS: Record<DeclarationView, Sql> = {
  invoiced: sql`d.invoice_id is not null`,
  pending: sql`d.state = 'current' and not d.settled`,
  set_aside: sql`d.state = 'set_aside'`,
  with_warnings: sql`d.warnings <> '[]'`,
};

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** In place of the name of a cinema that the distributor no longer works with. */
const LINK_CUT = "Cinéma dont le lien est coupé";
/** As a row shows it: a cinema whose link is cut is known from its invoice alone. */
const CINEMA_NAME = sql`coalesce(c.name, i.cinema_name, ${LINK_CUT})`;
const JOINED = sql`left join cinema c on c.id = d.cinema_id left join invoice i on i.id = d.invoice_id`;

/** Words of the cinema, the film, its visa, the screen or the reference; each must match. */
function declarationCondition(importId: number, { search, show }: DeclarationFilter): Sql {
  const words = (search ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 8);
  return join(
    [
      sql`d.import_id = ${importId}`,
      ...(show === undefined ? [] : [VIEWS[show]]),
      ...words.map(
        (word) =>
          sql`search_key(concat_ws(' ', ${CINEMA_NAME}, c.city, d.film_title, d.visa_number, d.screen_name, d.screen_authorization, d.reference))
            like search_key(${containing(word)})`,
      ),
    ],
    " and ",
  );
}

const DECLARATION_COLUMNS = columnsOf<schema.DeclarationRow>()(
  [
    "id",
    "reference",
    "nature",
    "week_start",
    "cinema_id",
    "screen_name",
    "screen_authorization",
    "film_title",
    "visa_number",
    "version",
    "run_week",
    "terms_type",
    "rate_bp",
    "screenings",
    "admissions_paid",
    "admissions_free",
    "gross_ttc",
    "tsa",
    "vat",
    "base_film_ht",
    "share_ht",
    "share_declared",
    "minimum_guarantee_ht",
    "state",
    "settled",
  ],
  "d",
);

/** A row as `DECLARED` reads it. */
type DeclarationRow = RowOf<typeof DECLARATION_COLUMNS> &
  Omit<StoredDeclaration, keyof RowOf<typeof DECLARATION_COLUMNS>>;

const DECLARED = sql`
  select ${DECLARATION_COLUMNS}, ${CINEMA_NAME} as cinema_name, coalesce(c.is_validated, false) as is_validated,
    d.warnings,
    case when i.id is not null then json_build_object('id', i.id, 'invoice_number', i.invoice_number) end as invoice`;

const ofDistributor = (distributorId: number, period: Period): Sql =>
  sql`where f.distributor_id = ${distributorId} and f.kind = 'box_office' ${withinInstants(sql`f.created_at`, period)}`;

export const reportsRepository = {
  /** Newest first. */
  async page(
    tx: Tx,
    distributorId: number,
    period: Period,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: Report[] }> {
    const where = ofDistributor(distributorId, period);
    const rows = await tx.many<Report>(sql`
      select ${COLUMNS} ${FROM} ${where} ${NEWEST_FIRST} limit ${size} offset ${(page - 1) * size}`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from import_file f ${where}`,
    );
    return { count, rows };
  },

  /** All of them, newest first, some at a time, from one snapshot. */
  all: (tx: Tx, distributorId: number, period: Period): AsyncGenerator<Report[]> =>
    fetched(tx, sql`select ${COLUMNS} ${FROM} ${ofDistributor(distributorId, period)} ${NEWEST_FIRST}`),

  async one(tx: Tx, id: number): Promise<ReportDetail | undefined> {
    const report = await tx.maybe<Omit<ReportDetail, "kept">>(sql`
      select ${COLUMNS}, coalesce((f.stats ->> 'total_admissions')::bigint, 0) as total_admissions,
        coalesce(f.stats ->> 'total_gross_ttc', '0.00') as total_gross_ttc,
        coalesce(f.stats -> 'errors', '[]') as errors, coalesce(f.stats -> 'warnings', '[]') as warnings
      ${FROM} where f.id = ${id} and f.kind = 'box_office'`);
    if (!report) return undefined;
    const kept = await tx.one<ReportDetail["kept"]>(sql`
      select count(*) as "all", count(*) filter (where ${VIEWS.invoiced}) as invoiced, count(*) filter (where ${VIEWS.pending}) as pending,
        count(*) filter (where ${VIEWS.set_aside}) as set_aside, count(*) filter (where ${VIEWS.with_warnings}) as with_warnings
      from declaration d where d.import_id = ${id}`);
    return { ...report, kept };
  },

  async exists(tx: Tx, id: number): Promise<boolean> {
    return (
      (await tx.maybe(sql`select from import_file where id = ${id} and kind = 'box_office'`)) !== undefined
    );
  },

  /** In the order of the file. */
  async declarations(
    tx: Tx,
    importId: number,
    filter: DeclarationFilter & { readonly page: number; readonly size: number },
  ): Promise<{ count: number; rows: StoredDeclaration[] }> {
    const condition = declarationCondition(importId, filter);
    const searched = filter.search?.trim() ? JOINED : empty;
    const rows = await tx.many<DeclarationRow>(sql`
      with page as (select d.id from declaration d ${searched} where ${condition} order by d.id
        limit ${filter.size} offset ${(filter.page - 1) * filter.size})
      ${DECLARED} from page join declaration d using (id) ${JOINED} order by d.id`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from declaration d ${searched} where ${condition}`,
    );
    return { count, rows };
  },

  /** All that a filter finds, in the order of the file, some at a time, from one snapshot. */
  allDeclarations: (
    tx: Tx,
    importId: number,
    filter: DeclarationFilter,
  ): AsyncGenerator<StoredDeclaration[]> =>
    fetched<DeclarationRow>(
      tx,
      sql`${DECLARED} from declaration d ${JOINED} where ${declarationCondition(importId, filter)} order by d.id`,
    ),
};
