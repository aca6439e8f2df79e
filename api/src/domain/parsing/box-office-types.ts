import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";

export type Nature = "initiale" | "rectificative" | "annulation";
export type TermsType = "POURCENTAGE" | "FORFAIT" | "GRATUIT";
export type FilmVersion = "VF" | "VO" | "VOST" | "VFST" | "MUET";

/** Something to tell about a declaration, in French, with where it stands in the file. */
export interface ReportIssue {
  readonly line: number;
  readonly reference: string | null;
  readonly field: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** What refuses a declaration, with its cinema as the report gives it. */
export interface RefusedIssue extends ReportIssue {
  readonly cinema_name: string | null;
}

/** One screen × film × version × week of a report (BOX-1), read and checked. Plain data: it crosses threads. */
export interface BoxOfficeDeclaration {
  /** 1-based, among all the declarations of the file. */
  readonly position: number;
  readonly line: number;
  readonly reference: string | null;
  readonly nature: Nature;
  /** Reference of the declaration that this one corrects. */
  readonly corrects: string | null;
  /** A Wednesday. */
  readonly week_start: CivilDate;
  readonly cinema: {
    readonly cnc_authorization: string | null;
    readonly siret: string | null;
    readonly siren: string | null;
    readonly short_name_code: string | null;
    readonly name: string | null;
    readonly legal_name: string | null;
    readonly address: string | null;
    readonly pin_code: string | null;
    readonly city: string | null;
    readonly group: string | null;
  };
  readonly screen: {
    readonly authorization_number: string;
    readonly name: string | null;
    readonly capacity: number | null;
  };
  readonly film: {
    readonly visa_number: string | null;
    readonly title: string | null;
    /** Its known name (`FilmVersion`), else its own in capitals. */
    readonly version: string | null;
    /** None is written. */
    readonly lacks_version: boolean;
    readonly run_week: number | null;
    readonly release_date: CivilDate | null;
  };
  readonly distributor: { readonly name: string | null; readonly siren: string | null };
  readonly terms: {
    readonly type: TermsType;
    /** Hundredths of a percent: 50 % = 5000. Rounded. */
    readonly rate_bp: number | null;
    /** As written, in millionths of a percent: what is computed, is computed with it. */
    readonly rate_millionths: number | null;
    readonly flat_fee_ht: Cents | null;
    readonly minimum_guarantee_ht: Cents | null;
  };
  readonly screenings: number | null;
  readonly admissions_paid: number;
  readonly admissions_free: number;
  readonly gross_ttc: Cents;
  readonly tsa: Cents;
  readonly vat: Cents;
  readonly base_film_ht: Cents;
  readonly sacem: Cents | null;
  /** As declared; null when the report gives none. */
  readonly share_declared_ht: Cents | null;
  readonly cancelled_screening: boolean;
  readonly warnings: readonly ReportIssue[];
}

/** What a whole file was, once it is read to its end. */
export interface BoxOfficeReading {
  readonly declarations_found: number;
  /** ISO instant of `genereLe`, as written. */
  readonly generated_at: string | null;
  readonly emitter: string | null;
  /** The first errors; `errors_count` counts them all. A declaration in error is not given. */
  readonly errors: readonly RefusedIssue[];
  readonly errors_count: number;
  readonly warnings: readonly ReportIssue[];
  readonly warnings_count: number;
}

export type UnreadableCode =
  | "not_xml"
  | "malformed"
  | "doctype"
  | "empty"
  | "control"
  | "limits"
  | "encoding";

/** The file is refused as a whole; nothing of it may be kept. `message` is French, for the user (BOX-5). */
export class UnreadableReport extends Error {
  override readonly name = "UnreadableReport";
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}
