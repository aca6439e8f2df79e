// Written by `npm run schema`, never by hand. Migrations 250c56fd503ab926, contents 6d6bea39cb264725.
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";

/** What an insert says: the columns with a default, and those that may be null, only when it wants to. */
type Inserted<Row, Computed extends keyof Row, Optional extends keyof Row> = Omit<Row, Computed | Optional> &
  Partial<Pick<Row, Optional>>;

export interface AllocationRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly reconciliation_id: number | null;
  readonly transaction_id: number | null;
  readonly invoice_id: number;
  readonly kind: "payment" | "opening" | "part" | "return";
  readonly amount: Money;
  readonly created_at: string;
  readonly letters: string | null;
  readonly part_id: number | null;
  readonly settled_on: CivilDate | null;
  readonly returned_transaction_id: number | null;
  readonly decided_by: number | null;
}
export type NewAllocation = Inserted<AllocationRow, "id", "reconciliation_id" | "transaction_id" | "kind" | "created_at" | "letters" | "part_id" | "settled_on" | "returned_transaction_id" | "decided_by">;

export interface AppUserRow {
  readonly id: number;
  readonly distributor_id: number | null;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly job_role: string;
  readonly system_role: "super_admin" | "distributor_staff";
  readonly role: "admin" | "accountant" | "viewer";
  readonly is_onboarding_contact: boolean;
  readonly email_verified_at: string | null;
  readonly disabled_at: string | null;
  readonly created_at: string;
  readonly digest_off_at: string | null;
  readonly entrusted_at: string | null;
  readonly admin_until: string | null;
}
export type NewAppUser = Inserted<AppUserRow, "id", "distributor_id" | "first_name" | "last_name" | "company" | "job_role" | "system_role" | "role" | "is_onboarding_contact" | "email_verified_at" | "disabled_at" | "created_at" | "digest_off_at" | "entrusted_at" | "admin_until">;

export interface ArchivedWeekNotInvoicedRow {
  readonly distributor_id: number;
  readonly cinema_id: number;
  readonly week_start: CivilDate;
}
export type NewArchivedWeekNotInvoiced = Inserted<ArchivedWeekNotInvoicedRow, never, never>;

export interface AuditArchiveRow {
  readonly id: number;
  readonly distributor_id: number | null;
  readonly year: number;
  readonly first_entry_id: number;
  readonly last_entry_id: number;
  readonly entry_count: number;
  readonly from_instant: string;
  readonly to_instant: string;
  readonly storage_key: string;
  readonly file_size: number;
  readonly sha256: Buffer;
  readonly archived_at: string;
}
export type NewAuditArchive = Inserted<AuditArchiveRow, "id", "distributor_id" | "archived_at">;

export interface AuditChainRow {
  readonly chain: number;
  readonly number: number;
  readonly entry_id: number;
  readonly digest: Buffer;
  readonly hash: Buffer;
}
export type NewAuditChain = Inserted<AuditChainRow, never, never>;

export interface AuditChainHeadRow {
  readonly chain: number;
  readonly last_number: number;
  readonly last_hash: Buffer;
}
export type NewAuditChainHead = Inserted<AuditChainHeadRow, never, never>;

export interface AuditChainPendingRow {
  readonly id: number;
  readonly chain: number;
  readonly entries: number[];
  readonly digests: Buffer[];
}
export type NewAuditChainPending = Inserted<AuditChainPendingRow, "id", never>;

export interface AuditLogRow {
  readonly id: number;
  readonly distributor_id: number | null;
  readonly actor_id: number | null;
  readonly action_type: "created_invoice" | "sent_email" | "updated_box_office" | "processed_banking" | "manual_reconciliation" | "reverted_reconciliation" | "updated_user" | "updated_cinema" | "system_action" | "other";
  readonly action_details: unknown;
  readonly request_id: string;
  readonly ui_build: string;
  readonly created_at: string;
  readonly invoice_id: string | null;
}
export type NewAuditLog = Inserted<AuditLogRow, "id" | "invoice_id", "distributor_id" | "actor_id" | "action_details" | "request_id" | "ui_build" | "created_at">;

export interface AuditRetentionRow {
  readonly distributor_id: number | null;
  readonly years: number | null;
}
export type NewAuditRetention = Inserted<AuditRetentionRow, never, "distributor_id" | "years">;

export interface AutomaticReturnRow {
  readonly remote: string;
  readonly build: string;
  readonly since: string;
  readonly decided_at: string;
  readonly loads: number;
  readonly failures: number;
  readonly people: number;
  readonly composition: string | null;
  readonly done_at: string | null;
  readonly is_canary: boolean;
  readonly back_to: string | null;
  readonly refusal: string | null;
}
export type NewAutomaticReturn = Inserted<AutomaticReturnRow, never, "composition" | "done_at" | "is_canary" | "back_to" | "refusal">;

export interface BankAccountRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly number: string;
  readonly label: string;
  readonly ledger_account: string;
  readonly journal: string;
  readonly opening_date: CivilDate | null;
  readonly opening_balance: Money | null;
  readonly created_at: string;
  readonly bank: string;
  readonly colour: "" | "blue" | "teal" | "green" | "yellow" | "orange" | "red" | "grape" | "gray";
  readonly currency: string;
  readonly opened_on: CivilDate | null;
}
export type NewBankAccount = Inserted<BankAccountRow, "id", "opening_date" | "opening_balance" | "created_at" | "bank" | "colour" | "currency" | "opened_on">;

export interface BankAccountChoiceRow {
  readonly distributor_id: number;
  readonly code: string;
  readonly label: string;
  readonly position: number;
}
export type NewBankAccountChoice = Inserted<BankAccountChoiceRow, never, never>;

export interface BankBalanceRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly bank_account_id: number | null;
  readonly import_id: number | null;
  readonly kind: "opening" | "closing";
  readonly balance_date: CivilDate;
  readonly amount: Money;
  readonly created_at: string;
}
export type NewBankBalance = Inserted<BankBalanceRow, "id", "bank_account_id" | "import_id" | "created_at">;

export interface BankConnectContextRow {
  readonly nonce_hash: Buffer;
  readonly distributor_id: number;
  readonly user_id: number;
  readonly browser_hash: Buffer;
  readonly expires_at: string;
  readonly used_at: string | null;
}
export type NewBankConnectContext = Inserted<BankConnectContextRow, never, "used_at">;

export interface BankConnectionRow {
  readonly distributor_id: number;
  readonly provider_user: string;
  readonly item_id: number | null;
  readonly awaited_item_id: number | null;
  readonly item_status: number | null;
  readonly item_message: string;
  readonly status_since: string | null;
  readonly bank_provider_id: number | null;
  readonly bank_name: string | null;
  readonly expires_at: string | null;
  readonly synced_to: string | null;
  readonly synced_accounts: number[];
  readonly last_sync_at: string | null;
  readonly sync_state: "idle" | "queued" | "running" | "failed";
  readonly sync_requested_at: string | null;
  readonly sync_lines_read: number;
  readonly sync_error: string | null;
  readonly sync_stats: unknown;
  readonly connected_at: string | null;
  readonly created_at: string;
  readonly id: number;
  readonly synced_ibans: string[] | null;
}
export type NewBankConnection = Inserted<BankConnectionRow, "id", "item_id" | "awaited_item_id" | "item_status" | "item_message" | "status_since" | "bank_provider_id" | "bank_name" | "expires_at" | "synced_to" | "synced_accounts" | "last_sync_at" | "sync_state" | "sync_requested_at" | "sync_lines_read" | "sync_error" | "sync_stats" | "connected_at" | "created_at" | "synced_ibans">;

export interface BankDetailsChangeRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly iban: string | null;
  readonly secondary_iban: string | null;
  readonly requested_by: number | null;
  readonly requested_by_name: string;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly mailings: number;
  readonly last_mailed_at: string;
  readonly outcome: "confirmed" | "refused" | "withdrawn" | "expired" | "replaced" | null;
  readonly settled_at: string | null;
}
export type NewBankDetailsChange = Inserted<BankDetailsChangeRow, "id", "iban" | "secondary_iban" | "requested_by" | "mailings" | "outcome" | "settled_at">;

export interface BankPartRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly reconciliation_id: number;
  readonly transaction_id: number;
  readonly position: number;
  readonly kind: "fees" | "account" | "unknown" | "write_off" | "credit" | "advance" | "refund";
  readonly amount: Money;
  readonly account: string;
  readonly account_label: string;
  readonly created_at: string;
  readonly invoice_id: number | null;
  readonly cinema_id: number | null;
  readonly client_account: string;
  readonly credit_note_id: number | null;
  readonly source_part_id: number | null;
  readonly used_amount: Money;
  readonly vat_rate_bp: number | null;
}
export type NewBankPart = Inserted<BankPartRow, "id", "account" | "account_label" | "created_at" | "invoice_id" | "cinema_id" | "client_account" | "credit_note_id" | "source_part_id" | "used_amount" | "vat_rate_bp">;

export interface BankTransactionRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly import_id: number | null;
  readonly source: "file" | "bridge";
  readonly bank_account: string;
  readonly transaction_date: CivilDate;
  readonly value_date: CivilDate | null;
  readonly label: string;
  readonly amount: Money;
  readonly currency_code: string;
  readonly fingerprint: string;
  readonly bank_reference: string;
  readonly is_noise: boolean;
  readonly allocated_amount: Money;
  readonly surplus_amount: Money;
  readonly created_at: string;
  readonly provider_transaction_id: number | null;
  readonly label_key: string;
  readonly parts_amount: Money;
  readonly bank_account_id: number | null;
  readonly evidence: unknown;
  readonly provider_item_id: number | null;
  readonly ignored_reason: "bank_operation" | "other_currency" | "other_purpose" | "earlier" | null;
}
export type NewBankTransaction = Inserted<BankTransactionRow, "id" | "label_key", "import_id" | "source" | "bank_account" | "value_date" | "currency_code" | "bank_reference" | "is_noise" | "allocated_amount" | "surplus_amount" | "created_at" | "provider_transaction_id" | "parts_amount" | "bank_account_id" | "evidence" | "provider_item_id" | "ignored_reason">;

export interface BankWebhookRow {
  readonly body_hash: Buffer;
  readonly received_at: string;
}
export type NewBankWebhook = Inserted<BankWebhookRow, never, never>;

export interface BuildHourRow {
  readonly remote: string;
  readonly build: string;
  readonly hour: string;
  readonly loads: number;
  readonly load_failures: number;
  readonly chunk_failures: number;
  readonly render_failures: number;
  readonly outside_failures: number;
  readonly composition: string | null;
}
export type NewBuildHour = Inserted<BuildHourRow, never, "loads" | "load_failures" | "chunk_failures" | "render_failures" | "outside_failures" | "composition">;

export interface BuildWitnessRow {
  readonly remote: string;
  readonly build: string;
  readonly since: string;
  readonly person: Buffer;
  readonly loads: number;
  readonly failures: number;
}
export type NewBuildWitness = Inserted<BuildWitnessRow, never, never>;

export interface CheckoutSessionRow {
  readonly id: string;
  readonly distributor_id: number;
  readonly plan_id: number;
  readonly price: Money;
  readonly currency_code: string;
  readonly provider_price_id: string | null;
  readonly status: "open" | "complete" | "expired";
  readonly opened_by: number | null;
  readonly created_at: string;
  readonly expires_at: string;
}
export type NewCheckoutSession = Inserted<CheckoutSessionRow, never, "provider_price_id" | "status" | "opened_by" | "created_at">;

export interface CinemaRow {
  readonly id: number;
  readonly name: string;
  readonly legal_name: string;
  readonly city: string;
  readonly group: string;
  readonly sub_group: string;
  readonly address: string;
  readonly address_line_2: string;
  readonly pin_code: string;
  readonly siren: string;
  readonly siret: string;
  readonly vat_number: string;
  readonly cnc_authorization: string;
  readonly invoicing_company_name: string;
  readonly invoicing_address: string;
  readonly invoicing_address_line_2: string;
  readonly invoicing_pin_code: string;
  readonly invoicing_city: string;
  readonly invoicing_siren: string;
  readonly phones: string[];
  readonly default_invoice_emails: string[];
  readonly default_reminder_emails: string[];
  readonly short_name_code: string | null;
  readonly default_accounting_code: string;
  readonly classification: unknown;
  readonly status: "active" | "inactive" | "closed";
  readonly is_validated: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name_key: string;
  readonly city_key: string;
  readonly group_key: string;
  readonly sandbox_distributor_id: number | null;
}
export type NewCinema = Inserted<CinemaRow, "id" | "name_key" | "city_key" | "group_key", "legal_name" | "city" | "group" | "sub_group" | "address" | "address_line_2" | "pin_code" | "siren" | "siret" | "vat_number" | "cnc_authorization" | "invoicing_company_name" | "invoicing_address" | "invoicing_address_line_2" | "invoicing_pin_code" | "invoicing_city" | "invoicing_siren" | "phones" | "default_invoice_emails" | "default_reminder_emails" | "short_name_code" | "default_accounting_code" | "classification" | "status" | "is_validated" | "created_at" | "updated_at" | "sandbox_distributor_id">;

export interface CinemaDistributorRow {
  readonly cinema_id: number;
  readonly distributor_id: number;
  readonly created_at: string;
  readonly origin: "earlier" | "report" | "list" | "console" | "request" | "validation";
  readonly identifier: string;
  readonly linked_by: number | null;
}
export type NewCinemaDistributor = Inserted<CinemaDistributorRow, never, "created_at" | "origin" | "identifier" | "linked_by">;

export interface CinemaRequestRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly cinema_id: number | null;
  readonly subject: string;
  readonly words: string;
  readonly proposal: unknown;
  readonly state: "open" | "done" | "refused" | "withdrawn";
  readonly answer: string;
  readonly asked_by: number | null;
  readonly created_at: string;
  readonly decided_by: number | null;
  readonly decided_at: string | null;
  readonly list_name: string | null;
  readonly list_count: number | null;
  readonly list_rows: unknown;
  readonly list_errors: unknown;
  readonly list_sha256: Buffer | null;
}
export type NewCinemaRequest = Inserted<CinemaRequestRow, "id", "cinema_id" | "proposal" | "state" | "answer" | "asked_by" | "decided_by" | "decided_at" | "list_name" | "list_count" | "list_rows" | "list_errors" | "list_sha256">;

export interface CinemaToConfirmRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly key: string;
  readonly named: unknown;
  readonly file_name: string;
  readonly created_at: string;
}
export type NewCinemaToConfirm = Inserted<CinemaToConfirmRow, "id", never>;

export interface CommentRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly subject_kind: "transaction" | "user_action" | "invoice" | "client";
  readonly transaction_id: number | null;
  readonly gone_account: string | null;
  readonly gone_fingerprint: string | null;
  readonly gone_import_id: number | null;
  readonly user_action_id: number | null;
  readonly invoice_id: number | null;
  readonly client_account: string | null;
  readonly author_id: number;
  readonly text: string;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly deleted_at: string | null;
  readonly deleted_by: number | null;
}
export type NewComment = Inserted<CommentRow, "id", "transaction_id" | "gone_account" | "gone_fingerprint" | "gone_import_id" | "user_action_id" | "invoice_id" | "client_account" | "edited_at" | "deleted_at" | "deleted_by">;

export interface CommentMentionRow {
  readonly comment_id: number;
  readonly user_id: number;
  readonly distributor_id: number;
  readonly written: string;
  readonly created_at: string;
  readonly read_at: string | null;
}
export type NewCommentMention = Inserted<CommentMentionRow, never, "read_at">;

export interface CreditApplicationRow {
  readonly credit_note_id: number;
  readonly invoice_id: number;
  readonly distributor_id: number;
  readonly amount: Money;
  readonly created_at: string;
  readonly letters: string | null;
  readonly id: number;
  readonly applied_on: CivilDate | null;
  readonly reconciliation_id: number | null;
  readonly decided_by: number | null;
}
export type NewCreditApplication = Inserted<CreditApplicationRow, "id", "created_at" | "letters" | "applied_on" | "reconciliation_id" | "decided_by">;

export interface CutLinkRow {
  readonly distributor_id: number;
  readonly cinema_id: number;
  readonly cut_by: number | null;
  readonly cut_at: string;
}
export type NewCutLink = Inserted<CutLinkRow, never, "cut_by">;

export interface DeclarationRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly import_id: number;
  readonly cinema_id: number;
  readonly invoice_id: number | null;
  readonly week_start: CivilDate;
  readonly screen_authorization: string;
  readonly screen_name: string;
  readonly film_key: string;
  readonly visa_number: string;
  readonly film_title: string;
  readonly version: string;
  readonly run_week: number | null;
  readonly reference: string;
  readonly nature: "initiale" | "rectificative" | "annulation";
  readonly corrects: string;
  readonly terms_type: "POURCENTAGE" | "FORFAIT" | "GRATUIT";
  readonly rate_bp: number | null;
  readonly flat_fee_ht: Money | null;
  readonly minimum_guarantee_ht: Money | null;
  readonly cancelled_screening: boolean;
  readonly screenings: number | null;
  readonly admissions_paid: number;
  readonly admissions_free: number;
  readonly gross_ttc: Money;
  readonly tsa: Money;
  readonly vat: Money;
  readonly base_film_ht: Money;
  readonly sacem: Money | null;
  readonly share_ht: Money;
  readonly share_declared: boolean;
  readonly sacem_deducted: boolean | null;
  readonly generated_at: string | null;
  readonly warnings: unknown;
  readonly state: "current" | "superseded" | "set_aside";
  readonly created_at: string;
  readonly settled: boolean;
  readonly reopens_week: boolean;
}
export type NewDeclaration = Inserted<DeclarationRow, "id", "invoice_id" | "screen_name" | "visa_number" | "version" | "run_week" | "reference" | "nature" | "corrects" | "rate_bp" | "flat_fee_ht" | "minimum_guarantee_ht" | "cancelled_screening" | "screenings" | "sacem" | "sacem_deducted" | "generated_at" | "warnings" | "state" | "created_at" | "settled" | "reopens_week">;

export interface DigestDayRow {
  readonly distributor_id: number;
  readonly day: CivilDate;
  readonly fresh: number;
}
export type NewDigestDay = Inserted<DigestDayRow, never, "fresh">;

export interface DistributorRow {
  readonly id: number;
  readonly name: string;
  readonly legal_mention: string;
  readonly rcs_city: string;
  readonly address: string;
  readonly post_code: string;
  readonly city: string;
  readonly phone: string;
  readonly siren: string;
  readonly prefix_vat: string;
  readonly iban: string;
  readonly secondary_iban: string;
  readonly communication_email: string | null;
  readonly automation_on: boolean;
  readonly auto_lettering_on: boolean;
  readonly payment_terms: "30" | "45fdm" | "60";
  readonly sacem_deducted: boolean;
  readonly vat_on_debits: boolean;
  readonly default_vat_rate_bp: number;
  readonly factor_name: string;
  readonly factor_iban: string;
  readonly onboarding_status: "created" | "email_verified" | "company_info_added" | "plan_selected" | "bank_connected" | "email_assigned" | "data_imported" | "active" | "paused";
  readonly was_active: boolean;
  readonly created_at: string;
  readonly mailing_from: CivilDate;
  readonly reminder_before_due: boolean;
  readonly auto_lettering_line_bp: number;
  readonly auto_lettering_min_sample: number;
  readonly auto_lettering_paused_at: string | null;
  readonly auto_lettering_paused_by: number | null;
  readonly auto_lettering_resumed_at: string | null;
  readonly validation_status: "prospect" | "validated" | "refused";
  readonly is_issuing: boolean;
  readonly iban_holder: string;
  readonly proposed_siren: string;
  readonly proposed_prefix_vat: string;
  readonly proposed_by: number | null;
  readonly proposed_at: string | null;
  readonly write_off_limit: Money;
  readonly provision_account: string;
  readonly provision_charge_account: string;
  readonly provision_release_account: string;
  readonly contrary_words: string[];
  readonly siret: string;
  readonly proposed_siret: string;
  readonly told_of_decision: number | null;
}
export type NewDistributor = Inserted<DistributorRow, "id" | "is_issuing", "legal_mention" | "rcs_city" | "address" | "post_code" | "city" | "phone" | "siren" | "prefix_vat" | "iban" | "secondary_iban" | "communication_email" | "automation_on" | "auto_lettering_on" | "payment_terms" | "sacem_deducted" | "vat_on_debits" | "default_vat_rate_bp" | "factor_name" | "factor_iban" | "onboarding_status" | "was_active" | "created_at" | "mailing_from" | "reminder_before_due" | "auto_lettering_line_bp" | "auto_lettering_min_sample" | "auto_lettering_paused_at" | "auto_lettering_paused_by" | "auto_lettering_resumed_at" | "validation_status" | "iban_holder" | "proposed_siren" | "proposed_prefix_vat" | "proposed_by" | "proposed_at" | "write_off_limit" | "provision_account" | "provision_charge_account" | "provision_release_account" | "contrary_words" | "siret" | "proposed_siret" | "told_of_decision">;

export interface DistributorCinemaSettingsRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly cinema_id: number;
  readonly additional_invoice_emails: string[];
  readonly invoice_email_override: boolean;
  readonly additional_reminder_emails: string[];
  readonly reminder_email_override: boolean;
  readonly minimum_guarantee: Money | null;
  readonly custom_accounting_code: string;
  readonly is_factor_guaranteed: boolean;
}
export type NewDistributorCinemaSettings = Inserted<DistributorCinemaSettingsRow, "id", "additional_invoice_emails" | "invoice_email_override" | "additional_reminder_emails" | "reminder_email_override" | "minimum_guarantee" | "custom_accounting_code" | "is_factor_guaranteed">;

export interface ExportLotRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly year: number;
  readonly number: number;
  readonly period_from: CivilDate;
  readonly period_to: CivilDate;
  readonly created_at: string;
  readonly created_by: number;
  readonly created_by_name: string;
  readonly entry_count: number;
  readonly reversal_count: number;
  readonly total_amount: Money;
  readonly last_invoice_id: number | null;
  readonly last_transaction_id: number | null;
}
export type NewExportLot = Inserted<ExportLotRow, "id", "last_invoice_id" | "last_transaction_id">;

export interface ExportLotFileRow {
  readonly distributor_id: number;
  readonly lot_id: number;
  readonly format: "A" | "B" | "C";
  readonly size: number;
  readonly sha256: Buffer;
}
export type NewExportLotFile = Inserted<ExportLotFileRow, never, never>;

export interface ExportLotPartRow {
  readonly distributor_id: number;
  readonly lot_id: number;
  readonly format: "A" | "B" | "C";
  readonly part: number;
  readonly bytes: Buffer;
}
export type NewExportLotPart = Inserted<ExportLotPartRow, never, never>;

export interface IdempotencyKeyRow {
  readonly distributor_id: number | null;
  readonly user_id: number;
  readonly route: string;
  readonly key_hash: Buffer;
  readonly fingerprint: Buffer;
  readonly request_id: string;
  readonly claimed_at: string;
  readonly created_at: string;
  readonly status: number | null;
  readonly answer: string | null;
}
export type NewIdempotencyKey = Inserted<IdempotencyKeyRow, never, "distributor_id" | "status" | "answer">;

export interface ImportFileRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly kind: "box_office" | "bank_statement" | "invoices";
  readonly file_name: string;
  readonly file_size: number;
  readonly sha256: Buffer;
  readonly stats: unknown;
  readonly created_by: number | null;
  readonly created_at: string;
  readonly taken_back_at: string | null;
  readonly taken_back_by: number | null;
  readonly taken_back_lines: number;
}
export type NewImportFile = Inserted<ImportFileRow, "id", "stats" | "created_by" | "created_at" | "taken_back_at" | "taken_back_by" | "taken_back_lines">;

export interface InvitationRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: "admin" | "accountant" | "viewer";
  readonly invited_by: number | null;
  readonly created_at: string;
  readonly token_hash: Buffer;
  readonly sent_count: number;
  readonly sent_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly withdrawn_at: string | null;
  readonly refused_at: string | null;
  readonly given_up_at: string | null;
}
export type NewInvitation = Inserted<InvitationRow, "id", "first_name" | "last_name" | "invited_by" | "sent_count" | "accepted_at" | "withdrawn_at" | "refused_at" | "given_up_at">;

export interface InvoiceRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly cinema_id: number;
  readonly type: "invoice" | "credit_note";
  readonly origin: "issued" | "imported";
  readonly invoice_number: string;
  readonly number_key: string;
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  readonly cinema_name: string;
  readonly week_start: CivilDate | null;
  readonly week_number: number | null;
  readonly week_year: number | null;
  readonly corrects_id: number | null;
  readonly client: unknown;
  readonly client_account: string;
  readonly total_net_amount: Money;
  readonly total_vat_amount: Money;
  readonly total_amount: Money;
  readonly vat_breakdown: unknown;
  readonly allocated_amount: Money;
  readonly credited_amount: Money;
  readonly in_default: boolean;
  readonly outstanding: Money;
  readonly status: "paid" | "default" | "part_paid" | "awaiting_payment";
  readonly lettering_letters: string | null;
  readonly notes: string;
  readonly issued_by: number | null;
  readonly created_at: string;
  readonly supplier: unknown;
  readonly search_text: string | null;
  readonly opening_date: CivilDate | null;
  readonly defaulted_on: CivilDate | null;
}
export type NewInvoice = Inserted<InvoiceRow, "id" | "number_key" | "outstanding" | "status" | "search_text", "type" | "origin" | "week_start" | "week_number" | "week_year" | "corrects_id" | "client" | "client_account" | "vat_breakdown" | "allocated_amount" | "credited_amount" | "in_default" | "lettering_letters" | "notes" | "issued_by" | "created_at" | "supplier" | "opening_date" | "defaulted_on">;

export interface InvoiceFileRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly invoice_id: number;
  readonly file_name: string;
  readonly kind: "invoice_pdf" | "factur_x" | "credit_note" | "reminder" | "report";
  readonly content_type: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly storage_key: string;
  readonly created_at: string;
}
export type NewInvoiceFile = Inserted<InvoiceFileRow, "id", "kind" | "created_at">;

export interface InvoiceLineRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly invoice_id: number;
  readonly position: number;
  readonly kind: "rental" | "minimum_guarantee" | "flat_fee" | "correction";
  readonly film_title: string;
  readonly visa_number: string;
  readonly version: string;
  readonly run_week: number | null;
  readonly screens: string[];
  readonly screenings: number | null;
  readonly admissions_paid: number;
  readonly admissions_free: number;
  readonly gross_ttc: Money;
  readonly base_film_ht: Money;
  readonly rate_bp: number | null;
  readonly description: string;
  readonly net_amount: Money;
  readonly vat_rate_bp: number;
  readonly declaration_ids: number[];
  readonly film_key: string;
}
export type NewInvoiceLine = Inserted<InvoiceLineRow, "id" | "film_key", "visa_number" | "version" | "run_week" | "screens" | "screenings" | "admissions_paid" | "admissions_free" | "gross_ttc" | "base_film_ht" | "rate_bp" | "declaration_ids">;

export interface InvoiceProvisionRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly invoice_id: number;
  readonly set_on: CivilDate;
  readonly amount: Money;
  readonly provision_account: string;
  readonly charge_account: string;
  readonly release_account: string;
  readonly created_by: number | null;
  readonly created_at: string;
}
export type NewInvoiceProvision = Inserted<InvoiceProvisionRow, "id", "created_by" | "created_at">;

export interface InvoiceReopeningRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly invoice_id: number;
  readonly defaulted_on: CivilDate;
  readonly reopened_on: CivilDate;
}
export type NewInvoiceReopening = Inserted<InvoiceReopeningRow, "id", never>;

export interface InvoiceSequenceRow {
  readonly distributor_id: number;
  readonly series: "F" | "A";
  readonly year: number;
  readonly last_number: number;
  readonly last_date: CivilDate | null;
  readonly taken_before: number;
}
export type NewInvoiceSequence = Inserted<InvoiceSequenceRow, never, "last_number" | "last_date" | "taken_before">;

export interface InvoiceToConfirmRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly cinema_to_confirm_id: number;
  readonly number_key: string;
  readonly row: unknown;
}
export type NewInvoiceToConfirm = Inserted<InvoiceToConfirmRow, "id", never>;

export interface JobCancelRequestRow {
  readonly job_id: string;
  readonly requested_at: string;
}
export type NewJobCancelRequest = Inserted<JobCancelRequestRow, never, "requested_at">;

export interface KeptStatementRow {
  readonly id: string;
  readonly distributor_id: number;
  readonly file_name: string;
  readonly file_size: number;
  readonly sha256: Buffer;
  readonly created_by: number | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly import_id: number | null;
  readonly layouts: unknown;
}
export type NewKeptStatement = Inserted<KeptStatementRow, never, "created_by" | "import_id" | "layouts">;

export interface LateRateRow {
  readonly from_day: CivilDate;
  readonly to_day: CivilDate;
  readonly rate_bp: number;
}
export type NewLateRate = Inserted<LateRateRow, never, never>;

export interface LetteringSequenceRow {
  readonly distributor_id: number;
  readonly client_account: string;
  readonly last_index: number;
}
export type NewLetteringSequence = Inserted<LetteringSequenceRow, never, never>;

export interface LinkAlertRow {
  readonly distributor_id: number;
  readonly day: CivilDate;
}
export type NewLinkAlert = Inserted<LinkAlertRow, never, never>;

export interface LinkRequestRow {
  readonly id: string;
  readonly kind: "sign-in" | "registration";
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly requested_at: string;
}
export type NewLinkRequest = Inserted<LinkRequestRow, never, "id" | "first_name" | "last_name" | "company">;

export interface ListTallyRow {
  readonly id: number;
  readonly list: string;
  readonly distributor_id: number | null;
  readonly kind: string;
  readonly change: number;
}
export type NewListTally = Inserted<ListTallyRow, "id", "distributor_id">;

export interface LotPreparationRow {
  readonly distributor_id: number;
  readonly id: number;
  readonly period_from: CivilDate;
  readonly period_to: CivilDate;
  readonly state: "queued" | "running" | "failed";
  readonly message: string;
  readonly percent: number;
  readonly requested_at: string;
  readonly touched_at: string;
  readonly requested_by: number;
  readonly requested_by_name: string;
  readonly request_id: string;
  readonly ui_build: string;
}
export type NewLotPreparation = Inserted<LotPreparationRow, "id", "state" | "message" | "percent">;

export interface MagicLinkRow {
  readonly id: number;
  readonly user_id: number;
  readonly token_hash: Buffer;
  readonly browser_hash: Buffer | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly used_at: string | null;
}
export type NewMagicLink = Inserted<MagicLinkRow, "id", "browser_hash" | "created_at" | "used_at">;

export interface MailRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly kind: "invoice" | "credit_note" | "reminder" | "digest" | "statement" | "mention";
  readonly reminder_level: number | null;
  readonly is_resend: boolean;
  readonly state: "waiting" | "claimed" | "handing_over" | "sent" | "refused" | "failed" | "unconfirmed" | "no_address" | "cancelled";
  readonly message_key: string;
  readonly subject: string;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly claim: string | null;
  readonly claimed_until: string | null;
  readonly last_response: string;
  readonly requested_by: number | null;
  readonly user_action_id: number | null;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly digest_for: number | null;
}
export type NewMail = Inserted<MailRow, "id", "reminder_level" | "is_resend" | "message_key" | "subject" | "attempts" | "next_attempt_at" | "claim" | "claimed_until" | "last_response" | "requested_by" | "user_action_id" | "sent_at" | "digest_for">;

export interface MailInvoiceRow {
  readonly mail_id: number;
  readonly invoice_id: number;
  readonly distributor_id: number;
  readonly event: string;
}
export type NewMailInvoice = Inserted<MailInvoiceRow, never, never>;

export interface MailMentionRow {
  readonly mail_id: number;
  readonly distributor_id: number;
  readonly comment_id: number;
  readonly user_id: number;
}
export type NewMailMention = Inserted<MailMentionRow, never, never>;

export interface MailRecipientRow {
  readonly mail_id: number;
  readonly address: string;
  readonly distributor_id: number;
  readonly state: "waiting" | "accepted" | "refused" | "unconfirmed";
  readonly response: string;
}
export type NewMailRecipient = Inserted<MailRecipientRow, never, "state" | "response">;

export interface MailStatementRow {
  readonly mail_id: number;
  readonly distributor_id: number;
  readonly client_account: string;
  readonly from_day: CivilDate | null;
  readonly to_day: CivilDate;
}
export type NewMailStatement = Inserted<MailStatementRow, never, "from_day">;

export interface MailingDayRow {
  readonly distributor_id: number;
  readonly day: CivilDate;
}
export type NewMailingDay = Inserted<MailingDayRow, never, never>;

export interface OperationFileRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly transaction_id: number | null;
  readonly gone_account: string | null;
  readonly gone_fingerprint: string | null;
  readonly gone_import_id: number | null;
  readonly file_name: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly storage_key: string;
  readonly added_by: number;
  readonly created_at: string;
}
export type NewOperationFile = Inserted<OperationFileRow, "id", "transaction_id" | "gone_account" | "gone_fingerprint" | "gone_import_id">;

export interface PackedSyncRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly connection_id: number | null;
  readonly item_id: number;
  readonly requested_at: string | null;
  readonly synced_at: string;
  readonly bank_name: string | null;
  readonly first_line_id: number;
  readonly last_line_id: number;
  readonly invoices_paid: number;
  readonly stats: unknown;
}
export type NewPackedSync = Inserted<PackedSyncRow, "id", "connection_id" | "requested_at" | "bank_name" | "invoices_paid">;

export interface PageCompositionRow {
  readonly id: string;
  readonly host: string;
  readonly remotes: unknown;
  readonly last_failed_at: string;
}
export type NewPageComposition = Inserted<PageCompositionRow, never, never>;

export interface PayerAccountRow {
  readonly distributor_id: number;
  readonly phrase: string;
  readonly kind: "fees" | "account";
  readonly account: string;
  readonly updated_at: string;
}
export type NewPayerAccount = Inserted<PayerAccountRow, never, "account" | "updated_at">;

export interface PayerAliasRow {
  readonly distributor_id: number;
  readonly phrase: string;
  readonly payer_key: string;
  readonly confirmations: number;
  readonly updated_at: string;
}
export type NewPayerAlias = Inserted<PayerAliasRow, never, "confirmations" | "updated_at">;

export interface PaymentEventRow {
  readonly id: string;
  readonly type: string;
  readonly subject_kind: "checkout" | "subscription" | "other";
  readonly subject_id: string;
  readonly received_at: string;
  readonly handled_at: string | null;
  readonly outcome: "applied" | "unchanged" | "refused" | "ignored" | null;
}
export type NewPaymentEvent = Inserted<PaymentEventRow, never, "subject_id" | "received_at" | "handled_at" | "outcome">;

export interface PlanPriceRow {
  readonly provider_price_id: string;
  readonly plan_id: number;
  readonly price: Money;
  readonly currency_code: string;
}
export type NewPlanPrice = Inserted<PlanPriceRow, never, never>;

export interface PlannedLetteringRow {
  readonly user_action_id: number;
  readonly distributor_id: number;
  readonly import_id: number | null;
  readonly engine_version: string;
  readonly entry: unknown;
  readonly is_outdated: boolean;
  readonly sync_id: number | null;
}
export type NewPlannedLettering = Inserted<PlannedLetteringRow, never, "import_id" | "is_outdated" | "sync_id">;

export interface PostedEntryRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly lot_id: number;
  readonly journal: string;
  readonly year: number;
  readonly number: number;
  readonly entry_date: CivilDate;
  readonly piece_date: CivilDate;
  readonly key: string;
  readonly reverses_id: number | null;
  readonly content_hash: Buffer;
  readonly lines: unknown;
}
export type NewPostedEntry = Inserted<PostedEntryRow, "id", "reverses_id">;

export interface ProspectDecisionRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly decision: "validate" | "refuse" | "ask";
  readonly reason: string;
  readonly seen_version: string;
  readonly decided_by: number | null;
  readonly decided_at: string;
  readonly siren: string | null;
}
export type NewProspectDecision = Inserted<ProspectDecisionRow, "id", "reason" | "decided_by" | "siren">;

export interface ProspectDocumentRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly kind: "kbis" | "rib" | "other";
  readonly file_name: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly storage_key: string;
  readonly uploaded_by: number | null;
  readonly created_at: string;
}
export type NewProspectDocument = Inserted<ProspectDocumentRow, "id", "uploaded_by">;

export interface RateLimitRow {
  readonly key: Buffer;
  readonly hits: number;
  readonly ends_at: string;
}
export type NewRateLimit = Inserted<RateLimitRow, never, never>;

export interface ReconciliationRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly transaction_id: number;
  readonly user_action_id: number | null;
  readonly decided_by: number | null;
  readonly gate: string | null;
  readonly reasons: unknown;
  readonly engine_version: string;
  readonly invoice_ids: number[];
  readonly surplus_amount: Money;
  readonly created_at: string;
  readonly reverted_at: string | null;
  readonly reverted_by: number | null;
  readonly group_key: string | null;
}
export type NewReconciliation = Inserted<ReconciliationRow, "id", "user_action_id" | "decided_by" | "gate" | "reasons" | "engine_version" | "surplus_amount" | "created_at" | "reverted_at" | "reverted_by" | "group_key">;

export interface RecoveryCodeRow {
  readonly code_hash: Buffer;
  readonly user_id: number;
  readonly used_at: string | null;
}
export type NewRecoveryCode = Inserted<RecoveryCodeRow, never, "used_at">;

export interface RegistrationRow {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly token_hash: Buffer;
  readonly created_at: string;
  readonly expires_at: string;
  readonly used_at: string | null;
}
export type NewRegistration = Inserted<RegistrationRow, "id", "first_name" | "last_name" | "company" | "used_at">;

export interface ReleasedLinkRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly cinema_id: number;
  readonly origin: string;
  readonly linked_at: string;
  readonly released_at: string;
  readonly identifier: string;
  readonly linked_by: number | null;
  readonly is_cut: boolean;
}
export type NewReleasedLink = Inserted<ReleasedLinkRow, "id", "identifier" | "linked_by" | "is_cut">;

export interface ReminderStopRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly invoice_id: number;
  readonly reason: "dispute" | "promise";
  readonly promised_on: CivilDate | null;
  readonly comment: string;
  readonly stopped_by: number | null;
  readonly stopped_at: string;
  readonly lifted_at: string | null;
}
export type NewReminderStop = Inserted<ReminderStopRow, "id", "promised_on" | "comment" | "stopped_by" | "lifted_at">;

export interface ReminderTextRow {
  readonly distributor_id: number;
  readonly level: number;
  readonly subject: string;
  readonly opening: string;
  readonly closing: string;
  readonly saved_at: string;
}
export type NewReminderText = Inserted<ReminderTextRow, never, never>;

export interface RemoteKeyRow {
  readonly id: number;
  readonly team: string;
  readonly remotes: string[];
  readonly public_key: string;
  readonly created_by: number;
  readonly created_at: string;
  readonly revoked_at: string | null;
}
export type NewRemoteKey = Inserted<RemoteKeyRow, "id", "revoked_at">;

export interface RemoteTokenRow {
  readonly id: number;
  readonly team: string;
  readonly remotes: string[];
  readonly rights: string[];
  readonly token_hash: Buffer;
  readonly created_by: number;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}
export type NewRemoteToken = Inserted<RemoteTokenRow, "id", "last_used_at" | "revoked_at">;

export interface SavedFilterRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly user_id: number;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly is_default: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}
export type NewSavedFilter = Inserted<SavedFilterRow, "id", "is_default">;

export interface SchemaMigrationRow {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: string;
}
export type NewSchemaMigration = Inserted<SchemaMigrationRow, never, "applied_at">;

export interface ScreenRow {
  readonly id: number;
  readonly cinema_id: number;
  readonly name: string;
  readonly authorization_number: string;
  readonly created_at: string;
  readonly sandbox_distributor_id: number | null;
}
export type NewScreen = Inserted<ScreenRow, "id", "name" | "authorization_number" | "created_at" | "sandbox_distributor_id">;

export interface ScreenProposalRow {
  readonly id: number;
  readonly cinema_id: number;
  readonly authorization_number: string;
  readonly name: string;
  readonly distributor_id: number;
  readonly state: "open" | "accepted" | "refused";
  readonly created_at: string;
  readonly decided_at: string | null;
}
export type NewScreenProposal = Inserted<ScreenProposalRow, "id", "name" | "state" | "decided_at">;

export interface SecondFactorRow {
  readonly user_id: number;
  readonly sealed_secret: Buffer;
  readonly started_at: string;
  readonly enabled_at: string | null;
  readonly last_step: number;
  readonly failures: number;
  readonly locked_until: string | null;
  readonly enabled_in: string | null;
  readonly started_in: string | null;
}
export type NewSecondFactor = Inserted<SecondFactorRow, never, "enabled_at" | "last_step" | "failures" | "locked_until" | "enabled_in" | "started_in">;

export interface SecurityMailRow {
  readonly notice_id: number;
  readonly user_id: number;
  readonly distributor_id: number;
  readonly token_hash: Buffer | null;
  readonly sent_at: string | null;
  readonly refused_at: string | null;
  readonly given_up_at: string | null;
}
export type NewSecurityMail = Inserted<SecurityMailRow, never, "token_hash" | "sent_at" | "refused_at" | "given_up_at">;

export interface SecurityNoticeRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly kind: "change_requested" | "change_in_effect" | "change_refused" | "contact_replaced" | "administrator_named";
  readonly created_at: string;
  readonly change_id: number | null;
  readonly facts: unknown;
  readonly user_id: number | null;
  readonly address: string | null;
}
export type NewSecurityNotice = Inserted<SecurityNoticeRow, "id", "change_id" | "user_id" | "address">;

export interface StatementLayoutRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly bank_account_id: number | null;
  readonly header_key: string;
  readonly header: string[];
  readonly layout: unknown;
  readonly created_by: number;
  readonly created_at: string;
  readonly used_at: string;
}
export type NewStatementLayout = Inserted<StatementLayoutRow, "id", "bank_account_id">;

export interface SubscriptionRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly plan_id: number;
  readonly provider_id: string;
  readonly customer_id: string;
  readonly provider_price_id: string;
  readonly status: "incomplete" | "trialing" | "active" | "past_due" | "unpaid" | "canceled";
  readonly expiry_date: CivilDate | null;
  readonly cancel_at_period_end: boolean;
  readonly revision: number;
  readonly created_at: string;
  readonly price: Money | null;
}
export type NewSubscription = Inserted<SubscriptionRow, "id", "expiry_date" | "cancel_at_period_end" | "revision" | "price">;

export interface SubscriptionPlanRow {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly price: Money;
  readonly currency_code: string;
  readonly currency_symbol: string;
  readonly unit: string;
  readonly provider_price_id: string | null;
  readonly is_offered: boolean;
  readonly people_max: number | null;
}
export type NewSubscriptionPlan = Inserted<SubscriptionPlanRow, "id", "description" | "currency_code" | "currency_symbol" | "unit" | "provider_price_id" | "is_offered" | "people_max">;

export interface TransactionEventRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly transaction_id: number;
  readonly kind: "imported" | "reconciled" | "surplus" | "reverted";
  readonly details: unknown;
  readonly actor_id: number | null;
  readonly created_at: string;
}
export type NewTransactionEvent = Inserted<TransactionEventRow, "id", "details" | "actor_id" | "created_at">;

export interface UserActionRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly status: "CREATED" | "PENDING" | "AWAITING_INVOICE_SELECTION" | "DONE" | "REJECTED";
  readonly open_status: "CREATED" | "PENDING" | "AWAITING_INVOICE_SELECTION";
  readonly reason_code: string;
  readonly reason: string;
  readonly explanation: unknown;
  readonly transaction_id: number | null;
  readonly invoice_id: number | null;
  readonly description: string;
  readonly suggested_invoices: unknown;
  readonly candidates: unknown;
  readonly resolved_by: number | null;
  readonly resolved_at: string | null;
  readonly created_at: string;
  readonly related_transaction_ids: number[];
  readonly cinema_id: number | null;
  readonly suggestion_kind: string | null;
  readonly suggestion_is_exact: boolean | null;
  readonly is_digested: boolean;
  readonly assigned_to: number | null;
  readonly rejection_reason: string;
}
export type NewUserAction = Inserted<UserActionRow, "id" | "suggestion_kind" | "suggestion_is_exact", "explanation" | "transaction_id" | "invoice_id" | "description" | "suggested_invoices" | "candidates" | "resolved_by" | "resolved_at" | "created_at" | "related_transaction_ids" | "cinema_id" | "is_digested" | "assigned_to" | "rejection_reason">;

export interface UserSessionRow {
  readonly id: string;
  readonly user_id: number;
  readonly refresh_hash: Buffer;
  readonly previous_refresh_hash: Buffer | null;
  readonly rotated_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly successor: string | null;
  readonly device: string;
  readonly network: string;
  readonly second_factor_at: string | null;
}
export type NewUserSession = Inserted<UserSessionRow, never, "id" | "previous_refresh_hash" | "rotated_at" | "created_at" | "last_used_at" | "revoked_at" | "successor" | "device" | "network" | "second_factor_at">;

export interface VatRegimeRow {
  readonly distributor_id: number;
  readonly since: CivilDate;
  readonly vat_due: "collection" | "debits";
  readonly waiting_account: string;
  readonly account_2000: string;
  readonly account_1000: string;
  readonly account_550: string;
  readonly account_210: string;
  readonly created_at: string;
  readonly created_by: number | null;
}
export type NewVatRegime = Inserted<VatRegimeRow, never, "waiting_account" | "account_2000" | "account_1000" | "account_550" | "account_210" | "created_at" | "created_by">;
