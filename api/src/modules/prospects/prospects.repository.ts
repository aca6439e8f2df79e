import {
  type Application,
  type Decision,
  type DocumentKind,
  type Prospect,
  type ProspectDocument,
} from "@bobine/contract/prospects";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { USER_NAME } from "../../db/user-name.ts";
import type { StoredFile } from "../../http/send-stored-file.ts";
import {
  FILE_STATE,
  fileProgress,
  IS_CHANGED,
  missingOf,
  type VatFacts,
} from "../company/application-file.repository.ts";

type ProspectRow = Omit<Prospect, "missing"> & VatFacts;

/** A decision, on what its super admin saw. */
export interface DecisionMade {
  readonly decision: Decision;
  readonly reason: string;
  readonly version: string;
  readonly by: number;
  readonly at: Date;
}

const DOCUMENTS = sql`(
  select coalesce(json_agg(json_build_object('id', x.id, 'kind', x.kind, 'file_name', x.file_name, 'size', x.size,
    'created_at', x.created_at) order by x.id), '[]')
  from prospect_document x where x.distributor_id = d.id)`;
const SIREN = sql`case when d.proposed_siren = '' then d.siren else d.proposed_siren end`;
const SAME_SIREN = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'validation_status', o.validation_status,
    'is_proposed', o.siren <> ${SIREN}) order by o.id), '[]')
  from distributor o where o.id <> d.id and ${SIREN} <> '' and ${SIREN} in (o.siren, o.proposed_siren))`;
/** Of all that a super admin sees of a prospect: what was decided on another state is asked again. */
const VERSION = sql`${FILE_STATE} || left(md5(concat_ws(chr(1), d.validation_status, d.proposed_siren, d.proposed_prefix_vat, last.id)), 16)`;

export const prospectsRepository = {
  waiting: (tx: Tx): Promise<Prospect[]> =>
    prospectsWhere(tx, sql`where d.validation_status <> 'validated' or d.proposed_at is not null`),

  async one(tx: Tx, id: number): Promise<Prospect | undefined> {
    return (await prospectsWhere(tx, sql`where d.id = ${id}`))[0];
  },

  /** Decisions on one distributor, and changes of its file, come one after the other. */
  lock: (
    tx: Tx,
    id: number,
  ): Promise<
    { name: string; siren: string; iban: string; validation_status: ValidationStatus } | undefined
  > =>
    tx.maybe(
      sql`select name, siren, iban, validation_status from distributor where id = ${id} for no key update`,
    ),

  /** The validated distributor that has the SIREN. */
  validatedWith: (tx: Tx, siren: string, except: number): Promise<{ name: string } | undefined> =>
    tx.maybe(sql`
      select name from distributor
      where siren <> '' and siren = ${siren} and validation_status = 'validated' and id <> ${except}`),

  lastDecision: (
    tx: Tx,
    id: number,
  ): Promise<{ decision: Decision; reason: string; seen_version: string } | undefined> =>
    tx.maybe(
      sql`select decision, reason, seen_version from prospect_decision where distributor_id = ${id} order by id desc limit 1`,
    ),

  async decide(tx: Tx, id: number, made: DecisionMade): Promise<number> {
    const status: ValidationStatus =
      made.decision === "validate" ? "validated" : made.decision === "refuse" ? "refused" : "prospect";
    await tx.run(sql`update distributor set validation_status = ${status} where id = ${id}`);
    return await this.keepDecision(tx, id, made, null);
  },

  /** @param siren of a decision on a proposed one; null of one on the whole company */
  async keepDecision(tx: Tx, id: number, made: DecisionMade, siren: string | null): Promise<number> {
    const row = await tx.one<{ id: number }>(sql`
      insert into prospect_decision (distributor_id, decision, reason, seen_version, decided_by, decided_at, siren)
      values (${id}, ${made.decision}, ${made.reason}, ${made.version}, ${made.by}, ${made.at}, ${siren}) returning id`);
    return row.id;
  },

  async application(tx: Tx, id: number): Promise<Application> {
    const row = await tx.one<Omit<Application, "missing"> & Parameters<typeof missingOf>[0]>(sql`
      select d.name, d.address, d.post_code, d.city, d.siren, d.prefix_vat, d.proposed_prefix_vat, d.default_vat_rate_bp,
        d.iban, d.iban_holder, d.validation_status, ${DOCUMENTS} as documents,
        (select json_build_object('decision', x.decision, 'reason', x.reason, 'decided_at', x.decided_at)
          from prospect_decision x where x.distributor_id = d.id and x.siren is null order by x.id desc limit 1) as decision
      from distributor d where d.id = ${id}`);
    const { validation_status, iban_holder, documents, decision } = row;
    const file = decision?.decision === "ask" ? await fileProgress(tx, id) : undefined;
    return {
      validation_status,
      iban_holder,
      documents: documents.map(withInstant),
      missing: missingOf(row, documents),
      decision: decision && { ...decision, decided_at: instant(decision.decided_at) },
      ...(file?.is_asked ? { is_asked: true } : {}),
    };
  },

  /** @returns who it was; undefined when it was them already */
  setIbanHolder: async (tx: Tx, id: number, holder: string): Promise<string | undefined> =>
    (
      await tx.maybe<{ before: string }>(sql`
        with known as (select id, iban_holder from distributor where id = ${id} for update)
        update distributor d set iban_holder = ${holder} from known
        where d.id = known.id and known.iban_holder <> ${holder} returning known.iban_holder as before`)
    )?.before,

  documentCount: async (tx: Tx, distributorId: number): Promise<number> =>
    (
      await tx.one<{ count: number }>(
        sql`select count(*)::integer as count from prospect_document where distributor_id = ${distributorId}`,
      )
    ).count,

  hasDocument: async (tx: Tx, distributorId: number, kind: DocumentKind, sha256: Buffer): Promise<boolean> =>
    (await tx.maybe(
      sql`select from prospect_document where distributor_id = ${distributorId} and kind = ${kind} and sha256 = ${sha256}`,
    )) !== undefined,

  insertDocument: (
    tx: Tx,
    distributorId: number,
    file: StoredFile & {
      readonly kind: DocumentKind;
      readonly file_name: string;
      readonly uploadedBy: number;
      readonly at: Date;
    },
  ): Promise<number> =>
    tx.run(sql`
      insert into prospect_document (distributor_id, kind, file_name, size, sha256, storage_key, uploaded_by, created_at)
      values (${distributorId}, ${file.kind}, ${file.file_name}, ${file.size}, ${file.sha256}, ${file.storage_key},
        ${file.uploadedBy}, ${file.at})
      on conflict on constraint prospect_document_once do nothing`),

  document: (tx: Tx, id: number): Promise<(StoredFile & { file_name: string }) | undefined> =>
    tx.maybe(
      sql`select storage_key, size::integer as size, sha256, file_name from prospect_document where id = ${id}`,
    ),

  deleteDocument: (tx: Tx, distributorId: number, id: number): Promise<{ file_name: string } | undefined> =>
    tx.maybe(
      sql`delete from prospect_document where id = ${id} and distributor_id = ${distributorId} returning file_name`,
    ),
};

async function prospectsWhere(tx: Tx, where: Sql = empty): Promise<Prospect[]> {
  const rows = await tx.many<ProspectRow>(sql`
    select d.id, d.name, d.address, d.post_code, d.city, d.phone, d.siren, d.prefix_vat, d.proposed_prefix_vat, d.default_vat_rate_bp,
      case when d.prefix_vat = '' then '' else d.prefix_vat || d.siren end as vat_number,
      d.iban, d.iban_holder, d.validation_status, d.created_at,
      (select json_build_object('name', trim(u.first_name || ' ' || u.last_name), 'email', u.email)
        from app_user u where u.distributor_id = d.id and u.disabled_at is null
        order by u.is_onboarding_contact desc, (u.role = 'admin') desc, u.id limit 1) as applicant,
      ${DOCUMENTS} as documents,
      case when last.siren is null and last.id is not null then json_build_object('decision', last.decision, 'reason', last.reason,
        'decided_at', last.decided_at, 'decided_by',
        (select ${USER_NAME} from app_user u where u.id = last.decided_by)) end as decision,
      case when d.proposed_at is not null then json_build_object('siren', d.proposed_siren,
        'vat_number', case when d.proposed_prefix_vat = '' then '' else d.proposed_prefix_vat || d.proposed_siren end,
        'requested_at', d.proposed_at, 'requested_by',
        (select ${USER_NAME} from app_user u where u.id = d.proposed_by)) end as proposed,
      coalesce(last.siren is null and ${IS_CHANGED}, false) as is_changed,
      ${SAME_SIREN} as same_siren, ${VERSION} as version
    from distributor d
    left join lateral (select * from prospect_decision x where x.distributor_id = d.id order by x.id desc limit 1) last on true
    ${where}
    order by d.validation_status = 'refused', coalesce(d.proposed_at, d.created_at), d.id`);
  return rows.map(({ prefix_vat, proposed_prefix_vat, default_vat_rate_bp, ...row }) => ({
    ...row,
    documents: row.documents.map(withInstant),
    missing: missingOf({ ...row, prefix_vat, proposed_prefix_vat, default_vat_rate_bp }, row.documents),
    decision: row.decision && { ...row.decision, decided_at: instant(row.decision.decided_at) },
    proposed: row.proposed && { ...row.proposed, requested_at: instant(row.proposed.requested_at) },
  }));
}

/** JSON that the database builds writes an instant with its offset. */
const instant = (text: string): string => new Date(text).toISOString();
const withInstant = (document: ProspectDocument): ProspectDocument => ({
  ...document,
  created_at: instant(document.created_at),
});
