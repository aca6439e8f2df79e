import type { Readable } from "node:stream";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import type { Config } from "./config.ts";
import type { Replica } from "./db/replica.ts";
import type { Tx } from "./db/scope.ts";
import type { StatementPlaces } from "./http/statement-places.ts";
import type { IdentityCache } from "./http/identity-cache.ts";
import type { Identity } from "./http/identity.ts";
import type { BankAggregator } from "./platform/bank-aggregator/bank-aggregator.ts";
import type { CardPayments } from "./platform/card-payments/card-payments.ts";
import type { Metrics } from "./platform/metrics.ts";

/** A job as it is asked for: made in the transaction of the change that wants it, so neither exists without the other. */
export interface JobQueue {
  enqueue(tx: Tx, job: Job): Promise<void>;
  /** Lets this node look at once for a job that was committed, instead of within half a second. */
  wake?(name: Job["name"]): void;
}
/** What a super admin does to jobs, in the transaction that says so in the audit log. */
export interface JobControls {
  /** Lets a job that failed, was cancelled or waits for its next try run now. */
  runAgain(tx: Tx, job: QueuedJob): Promise<void>;
  /** Cancels a job that waits. */
  cancel(tx: Tx, job: QueuedJob): Promise<void>;
  /** Asks the node that runs a job to stop it between two units of its work. */
  requestCancel(tx: Tx, job: Pick<QueuedJob, "id">): Promise<void>;
}
/** A job of the queue, whose row the transaction holds. */
export interface QueuedJob {
  readonly id: string;
  readonly name: string;
}
export type Job =
  /** A build has spent its error budget (FED-27). */
  | { readonly name: "take-build-back"; readonly data: { readonly remote: string; readonly build: string } }
  | {
      readonly name: "notify-of-return";
      /** Which super admin is told that the product took a build back by itself. */
      readonly data: { readonly remote: string; readonly build: string; readonly user_id: number };
    }
  /** Somebody waits for it at the screen of sign-in; the address is in `link_request`. */
  | { readonly name: "mail-link"; readonly data: { readonly request_id: string } }
  | {
      readonly name: "mail-invitation";
      readonly data: {
        readonly distributor_id: number;
        readonly invitation_id: number;
        /** Of which mail of it: one that was mailed again since has another link. */
        readonly sent_count: number;
      };
    }
  | {
      readonly name: "issue-invoices";
      readonly data: { readonly distributor_id: number; readonly import_id?: number };
    }
  | { readonly name: "draw-documents"; readonly data: { readonly distributor_id: number } }
  | {
      readonly name: "make-lot";
      readonly data: { readonly distributor_id: number; readonly preparation_id: number };
    }
  /** Open actions may have more to propose: invoices came, or the name of a payer. */
  | { readonly name: "propose-again"; readonly data: { readonly distributor_id: number } }
  /** What is certain of a long statement is still to be lettered, should its import end half-way. */
  | {
      readonly name: "letter-statement";
      readonly data: {
        readonly distributor_id: number;
        readonly import_id: number;
        readonly user_id: number;
      };
    }
  /** What is certain of all that a bank brought at once is to be lettered. */
  | {
      readonly name: "letter-sync";
      readonly data: {
        readonly distributor_id: number;
        readonly sync_id: number;
        readonly user_id: number | null;
      };
    }
  /** Each minute, by the queue's own clock. */
  | { readonly name: "mail-round"; readonly data: Record<string, never> }
  /** Each hour, by the queue's own clock. */
  | { readonly name: "bank-round"; readonly data: Record<string, never> }
  /** Each morning, by the queue's own clock. */
  | { readonly name: "subscription-round"; readonly data: Record<string, never> }
  | { readonly name: "send-mails"; readonly data: { readonly distributor_id: number } }
  | {
      readonly name: "apply-payment";
      readonly data: {
        readonly kind: "checkout" | "subscription";
        /** The provider's. */
        readonly id: string;
        readonly event_id: string | null;
      };
    }
  | {
      readonly name: "notify-of-decision";
      readonly data: { readonly distributor_id: number; readonly decision_id: number };
    }
  | {
      readonly name: "notify-of-prospect";
      /** Which super admin is told; all of them, each by a job of his own, when none is named. */
      readonly data: {
        readonly distributor_id: number;
        readonly user_id?: number;
        /** It was validated, and says that it is another company. */
        readonly is_renamed?: true;
        /** It was refused or asked for more, and its file is to be read again. */
        readonly is_completed?: true;
      };
    }
  /** Each hour, by the queue's own clock. */
  | { readonly name: "links-round"; readonly data: Record<string, never> }
  | {
      readonly name: "notify-of-links";
      /** Which super admin is told that a distributor gained so many cinemas, more than the limit. */
      readonly data: {
        readonly distributor_id: number;
        readonly user_id: number;
        readonly count: number;
        readonly limit: number;
      };
    }
  | {
      readonly name: "notify-of-request";
      /** Which super admin is told; all of them, each by a job of his own, when none is named. */
      readonly data: {
        readonly distributor_id: number;
        readonly request_id: number;
        readonly user_id?: number;
      };
    }
  | { readonly name: "warn-of-refused-payment"; readonly data: { readonly distributor_id: number } }
  /** Mails about an account's security: a changed IBAN, a replaced address. */
  | {
      readonly name: "send-security-notice";
      readonly data: { readonly distributor_id: number; readonly notice_id: number };
    }
  /** A second factor was enabled or removed, or has other recovery codes: its person is told. */
  | {
      readonly name: "mail-second-factor";
      readonly data: {
        readonly user_id: number;
        readonly is_enabled: boolean;
        readonly has_new_codes?: true;
      };
    }
  /** Each night, by the queue's own clock. */
  | { readonly name: "archive-round"; readonly data: Record<string, never> }
  /** Each hour, by the queue's own clock. */
  | { readonly name: "security-round"; readonly data: Record<string, never> }
  | {
      readonly name: "sync-bank";
      readonly data: {
        readonly distributor_id: number;
        /** Null when nobody asked: an event of the aggregator. */
        readonly user_id: number | null;
        /** Which of its banks; without it, as jobs from before there were several have it, all of them. */
        readonly connection_id?: number;
      };
    }
  | {
      readonly name: "delete-bank-item";
      readonly data: {
        readonly distributor_id: number;
        readonly user_uuid: string;
        readonly item_id: number;
      };
    };

/** Bytes of a file, the first and the last included, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where documents are kept. All throw `errors.files.unavailable` (503) when the store does not serve for the moment: the work is
 * tried again, or its user is told to; and `errors.files.missing` when a file that should be there is not.
 */
export interface FileStore {
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** The file, or the part of it that `range` names, at the reader's pace; whoever opens it reads it or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** One that is not there is gone already. */
  remove(key: string): Promise<void>;
  /** Whether it serves now. */
  check(): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Time is an argument of everything below the edge; this is the only clock. */
export interface Clock {
  now(): Date;
  /** The civil date in Paris. */
  today(): CivilDate;
}

/** What the modules are given. Built once in server.ts, and by tests. */
export interface Services {
  readonly config: Config;
  readonly pool: Pool;
  /** Sessions that only read, for pages of lists; the pool serves them where there is none. */
  readonly readers?: Pool;
  /** A standby that lists and their files are read from when it has come far enough (OPS-11). */
  readonly replica?: Replica;
  /** Who the sessions of the last minute belong to; asked of the database each time where there is none. */
  readonly identities?: IdentityCache<Identity>;
  readonly jobs: JobQueue;
  /** Jobs are left to themselves where there are none. */
  readonly jobControls?: JobControls;
  readonly files: FileStore;
  /** Does what an operator would with the rights of the database's owner, elsewhere; left to operators where there is none. */
  readonly asOperator?: (args: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly mailer: Mailer;
  readonly payments: CardPayments;
  readonly bank: BankAggregator;
  /** The places in which statements are read and lettered (LET-17). */
  readonly statements: StatementPlaces;
  /** Where the pages of the simulators are that stand in for a provider whose keys the installation has not. */
  readonly simulatorPages?: string;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Nothing is measured where there is none. */
  readonly metrics?: Metrics;
}
