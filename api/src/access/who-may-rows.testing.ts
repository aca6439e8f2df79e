// Who may make each call: one row for a call, and one for each id that it takes. A call of the contract without a row is red.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { workbook } from "../domain/parsing/tables/workbook.testing.ts";
import { applyCredit } from "../modules/banking/apply-credit.ts";
import { decideParts } from "../modules/banking/decide-parts.ts";
import { storageKeyOf } from "../modules/banking/store-statement.ts";
import { storedStatementsRepository } from "../modules/banking/stored-statements.repository.ts";
import { reconcileManually } from "../modules/banking/reconcile-manually.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import { aCinema, anInvoice, aStaffUser } from "../testing/builders.ts";
import type { TestApp } from "../testing/test-app.ts";
import { systemSource } from "../http/audit.ts";
import { must } from "../domain/must.ts";
import {
  aPairThatWorksTogether,
  byAccountants,
  byAdministrators,
  everybody,
  managersAlone,
  everySignedInPerson,
  onlyRowsOfTheDistributor,
  type Row,
  row,
  rowNaming,
  rowOf,
  staffAndTheChoosingAdmin,
  ownForStaffAnyForSuperAdmins,
  superAdminsAlone,
  sameAsInThePath,
} from "./who-may.testing.ts";
import { nextSerial, type Side } from "./who-may-world.testing.ts";

const NO_JOB = "6b1f0c9e-0000-4000-8000-000000000000";

const A_PROPOSAL = {
  name: "Le Rex",
  city: "Dole",
  address: "",
  pin_code: "",
  legal_name: "",
  siren: "",
  cnc_authorization: "",
  words: "",
};

/** Kept statements have ids that nobody guesses; those of the matrix are made of a number. */
const storedId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const storedStatement = ({ id }: { readonly id: number }) => ({ params: { id: storedId(id) } });

export const ROWS: readonly Row[] = [
  // Signing in
  row("GET /auth/csrf-token/", everybody(200)),
  row("POST /auth/login/", everybody(200), () => ({ body: { email: "personne@distributeur.example" } })),
  row("POST /auth/register/", everybody(200), () => ({ body: { email: "personne@distributeur.example" } })),
  row("POST /auth/login/verify/", everybody(400), () => ({ body: { token: "inconnu" } })),
  row("POST /auth/token/refresh/", everybody(401), () => ({ body: { refresh: "inconnu" } })),
  row("POST /auth/logout/", everySignedInPerson(204)),
  row("GET /auth/user/", everySignedInPerson(200)),
  row("GET /auth/second-factor/", everySignedInPerson(200)),
  // Sessions of the matrix are older than a quarter of an hour.
  row("POST /auth/second-factor/start/", everySignedInPerson(403)),
  row("POST /auth/second-factor/enable/", everySignedInPerson(409), () => ({
    body: { totp_code: "123456" },
  })),
  row("POST /auth/second-factor/recovery-codes/", everySignedInPerson(400), () => ({
    body: { totp_code: "123456" },
  })),
  row("POST /auth/second-factor/disable/", everySignedInPerson(400), () => ({
    body: { totp_code: "123456" },
  })),
  row("GET /auth/second-factor/holders/", superAdminsAlone(200, 200)),
  // Super admins of the matrix have no second factor, whose code it takes.
  rowOf("POST /users/:id/reset-second-factor/", { ...superAdminsAlone(400, 400) }, aColleague, () => ({
    body: { totp_code: "123456" },
  })),
  row("PATCH /auth/user/", everySignedInPerson(200), () => ({ body: { job_role: "Comptable" } })),

  // People and sessions: super admins manage everybody, administrators those of their distributor (people.integration.test.ts)
  row("GET /users/", { ...managersAlone(200), freeAdmin: [400, 400, 400] }),
  rowNaming("GET /users/", "distributor", managersAlone(200), theDistributor, ({ id }) => ({
    query: { distributor: String(id) },
  })),
  rowOf("POST /users/:id/disable/", managersAlone(200), aColleague),
  rowOf("POST /users/:id/enable/", managersAlone(200), aColleague),
  rowOf("GET /users/:id/sessions/", managersAlone(200), aColleague),
  rowOf("POST /users/:id/end-sessions/", managersAlone(200), aColleague),
  rowOf("PATCH /users/:id/", managersAlone(200), aColleague, () => ({ body: { role: "viewer" } })),
  row("GET /users/colleagues/", staffAndTheChoosingAdmin(200)),
  row("GET /users/invitations/", { ...managersAlone(200), freeAdmin: [400, 400, 400] }),
  rowNaming("GET /users/invitations/", "distributor", managersAlone(200, 200), theDistributor, ({ id }) => ({
    query: { distributor: String(id) },
  })),
  row("POST /users/invitations/", { ...managersAlone(201), freeAdmin: [400, 400, 400] }, () => ({
    body: { email: `nouveau-${nextSerial()}@distributeur.example`, role: "viewer" },
  })),
  rowNaming("POST /users/invitations/", "distributor", managersAlone(201), theDistributor, ({ id }) => ({
    query: { distributor: String(id) },
    body: { email: `nouveau-${nextSerial()}@distributeur.example`, role: "viewer" },
  })),
  // Mailed a moment ago.
  rowOf("POST /users/invitations/:id/resend/", managersAlone(429), anInvitation),
  rowOf("POST /users/invitations/:id/withdraw/", managersAlone(204), anInvitation),
  row("GET /sessions/", everySignedInPerson(200)),
  row("POST /sessions/:session/end/", everySignedInPerson(404), () => ({
    params: { session: "6b1f0c9e-0000-4000-8000-000000000001" },
  })),
  row("POST /sessions/end-others/", everySignedInPerson(200)),

  // Dashboard, log, exports
  row("GET /banking/dashboard-stats/", staffAndTheChoosingAdmin(200)),
  row("GET /banking/dashboard-figures/", staffAndTheChoosingAdmin(200)),
  row("GET /search/", staffAndTheChoosingAdmin(200)),
  row("GET /audit-logs/", staffAndTheChoosingAdmin(200)),
  row("GET /audit-logs/console/", superAdminsAlone(200, 200)),
  row("GET /audit-archives/console/", superAdminsAlone(200, 200)),
  row("GET /audit-archives/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/export-csv/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/export-csv-b/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/export-csv-c/", staffAndTheChoosingAdmin(200)),
  row("GET /accounting/lots/", staffAndTheChoosingAdmin(200)),
  row("GET /accounting/lots/preview/", staffAndTheChoosingAdmin(200)),
  row("GET /accounting/lots/preparation/", staffAndTheChoosingAdmin(200)),
  row(
    "POST /accounting/lots/",
    byAccountants(staffAndTheChoosingAdmin(201)),
    async ({ app, mine, fresh }) => {
      await fresh(anOpenInvoice(app, mine));
      return { body: { period_from: "2026-01-01", period_to: "2026-11-30" } };
    },
  ),
  rowNaming("GET /clients/account/", "account", onlyRowsOfTheDistributor(200), aClientAccount, ({ id }) => ({
    query: { account: accountOf(id) },
  })),
  rowNaming(
    "GET /clients/account/statement/",
    "account",
    onlyRowsOfTheDistributor(200),
    aClientAccount,
    ({ id }) => ({ query: { account: accountOf(id) } }),
  ),
  rowNaming(
    "POST /clients/account/statement/mail/preview/",
    "account",
    onlyRowsOfTheDistributor(200),
    aClientAccount,
    ({ id }) => ({ body: { account: accountOf(id) } }),
  ),
  rowNaming(
    "POST /clients/account/statement/mail/",
    "account",
    byAccountants(onlyRowsOfTheDistributor(201)),
    aClientAccount,
    ({ id }) => ({ body: { account: accountOf(id) } }),
  ),
  row("GET /clients/aged-balance/", staffAndTheChoosingAdmin(200)),
  row("GET /clients/aged-balance/csv/", staffAndTheChoosingAdmin(200)),
  row("GET /clients/aged-balance/pdf/", staffAndTheChoosingAdmin(200)),
  // A filter: of another distributor's account they find nothing.
  rowNaming(
    "GET /clients/account/movements/",
    "account",
    staffAndTheChoosingAdmin(200),
    aClientAccount,
    ({ id }) => ({ query: { account: accountOf(id) } }),
  ),
  rowNaming(
    "GET /exports/lists/client-account/",
    "account",
    staffAndTheChoosingAdmin(200),
    aClientAccount,
    ({ id }) => ({ query: { account: accountOf(id) } }),
  ),
  row("GET /accounting/vat-settings/", staffAndTheChoosingAdmin(200)),
  row("PUT /accounting/vat-settings/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: {
      vat_due: "collection",
      since: "2026-12-31",
      waiting_account: "445740",
      account_2000: "445711",
      account_1000: "445712",
      account_550: "445713",
      account_210: "445714",
    },
  })),
  row("GET /accounting/vat/", staffAndTheChoosingAdmin(200)),
  row("GET /accounting/vat/csv/", staffAndTheChoosingAdmin(200)),
  rowOf("GET /accounting/lots/:id/a/", onlyRowsOfTheDistributor(200), aLot),
  rowOf("GET /accounting/lots/:id/b/", onlyRowsOfTheDistributor(200), aLot),
  rowOf("GET /accounting/lots/:id/c/", onlyRowsOfTheDistributor(200), aLot),
  row("GET /exports/lists/transactions/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/lists/client-credits/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/lists/user-actions/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/lists/audit-logs/", staffAndTheChoosingAdmin(200)),
  row("GET /exports/console-audit-archives/:year/", superAdminsAlone(404, 404), () => ({
    params: { year: "2020" },
  })),
  row("GET /exports/audit-archives/:year/", staffAndTheChoosingAdmin(404), () => ({
    params: { year: "2020" },
  })),
  row("GET /exports/lists/box-office-reports/", staffAndTheChoosingAdmin(200)),
  rowOf(
    "GET /exports/lists/box-office-reports/:id/declarations/",
    onlyRowsOfTheDistributor(200),
    anImportedReport,
  ),
  row("GET /exports/lists/console-audit-logs/", superAdminsAlone(200, 200)),
  row("GET /exports/lists/jobs/", superAdminsAlone(200, 200)),
  row("GET /exports/lists/cinemas/", superAdminsAlone(200, 200)),

  // Subscriptions: plans are the same for all; the provider's signature is nobody's session
  row("GET /subscriptions/plans", everySignedInPerson(200)),
  row("GET /subscriptions/get-distributor-subscription", staffAndTheChoosingAdmin(204)),
  row("POST /subscriptions/subscribe", byAdministrators(staffAndTheChoosingAdmin(200)), async ({ app }) => ({
    body: { plan_id: (await app.inDatabase((tx) => tx.one<{ id: number }>(ANY_PLAN))).id },
  })),
  // None of them has ever paid.
  row("GET /subscriptions/billing/", byAdministrators(staffAndTheChoosingAdmin(200))),
  row(
    "POST /subscriptions/change-plan/",
    byAdministrators(staffAndTheChoosingAdmin(409)),
    async ({ app }) => ({
      body: { plan_id: (await app.inDatabase((tx) => tx.one<{ id: number }>(ANY_PLAN))).id },
    }),
  ),
  row("POST /subscriptions/cancel/", byAdministrators(staffAndTheChoosingAdmin(409))),
  row("POST /subscriptions/resume/", byAdministrators(staffAndTheChoosingAdmin(409))),
  row("POST /subscriptions/payment-method/", byAdministrators(staffAndTheChoosingAdmin(409))),
  row("POST /subscriptions/webhook", everybody(400)),

  // Distributors: their own profile is the distributor's, the console is the super admins'
  row("GET /onboarding/distributor/profile/", staffAndTheChoosingAdmin(200)),
  row("PATCH /onboarding/distributor/profile/", byAdministrators(staffAndTheChoosingAdmin(200)), () => ({
    body: { city: `Ville ${nextSerial()}` },
  })),
  row("GET /onboarding/distributor/first-steps/", staffAndTheChoosingAdmin(200)),
  row("GET /onboarding/distributor/invoicing/", staffAndTheChoosingAdmin(200)),
  row("PATCH /onboarding/distributor/invoicing/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: { rcs_city: `Ville ${nextSerial()}` },
  })),
  row("POST /onboarding/distributor/numbering/", byAdministrators(staffAndTheChoosingAdmin(204)), () => ({
    body: { series: "A", last_number: 7 },
  })),
  row("POST /onboarding/distributor/invoicing/preview/", staffAndTheChoosingAdmin(200), () => ({
    body: { rcs_city: "Paris" },
  })),
  // A change of IBAN: none waits, and a link is the person's that it was mailed to
  row("POST /onboarding/distributor/bank-details/resend/", byAdministrators(staffAndTheChoosingAdmin(409))),
  row("POST /onboarding/distributor/bank-details/withdraw/", byAdministrators(staffAndTheChoosingAdmin(409))),
  row(
    "POST /onboarding/distributor/bank-details/confirm/",
    byAdministrators(staffAndTheChoosingAdmin(409)),
    () => ({
      body: { totp_code: "123456" },
    }),
  ),
  ...["link/", "link/confirm/", "link/refuse/"].map((path) =>
    row(`POST /onboarding/bank-details/${path}`, everySignedInPerson(404), () => ({
      body: { token: "inconnu" },
    })),
  ),
  row("GET /onboarding/distributor/automation/backlog/", byAccountants(staffAndTheChoosingAdmin(200))),
  row("PATCH /onboarding/distributor/automation/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: { automation_on: true },
  })),
  row("GET /onboarding/distributor/application/", staffAndTheChoosingAdmin(200)),
  // Those of the matrix are validated: their file is closed.
  row("PATCH /onboarding/distributor/application/", byAdministrators(staffAndTheChoosingAdmin(409)), () => ({
    body: { iban_holder: "Lumen Films" },
  })),
  row(
    "POST /onboarding/distributor/application/documents/:kind/",
    byAdministrators(staffAndTheChoosingAdmin(409)),
    () => ({
      params: { kind: "kbis" },
      file: { name: "kbis.pdf", content: Buffer.from("%PDF-1.7") },
    }),
  ),
  rowOf(
    "DELETE /onboarding/distributor/application/documents/:id/",
    byAdministrators(onlyRowsOfTheDistributor(409)),
    aProspectDocument,
  ),
  rowOf("GET /onboarding/prospect-documents/:id/", ownForStaffAnyForSuperAdmins(200), aProspectDocument),
  row("GET /onboarding/admin/prospects/", superAdminsAlone(200, 200)),
  rowOf("POST /onboarding/admin/prospects/:id/decision/", superAdminsAlone(409), theDistributor, () => ({
    body: { decision: "ask", reason: "Il manque le RIB.", version: "" },
  })),
  // Modules: a team's token takes the place of a session (SEC-26), and these people have none
  row("POST /remotes/:remote/builds/", everybody(401), () => ({ params: { remote: "mfe-planning" } })),
  row("POST /remotes/:remote/decisions/", everybody(401), () => ({
    params: { remote: "mfe-planning" },
    body: { decision: "promote", build: "0123456789ab" },
  })),
  row("GET /remotes/:remote/", everybody(401), () => ({ params: { remote: "mfe-planning" } })),
  row("GET /remotes/:remote/can-i-deploy/:build/", everybody(401), () => ({
    params: { remote: "mfe-planning", build: "0123456789ab" },
  })),
  row("GET /onboarding/admin/remotes/", superAdminsAlone(200, 200)),
  row("GET /onboarding/admin/remotes/:remote/log/", superAdminsAlone(200, 200), () => ({
    params: { remote: "mfe-planning" },
  })),
  row("POST /onboarding/admin/remotes/:remote/decisions/", superAdminsAlone(409, 409), () => ({
    params: { remote: "mfe-planning" },
    body: { decision: "end-canary" },
  })),
  row("GET /onboarding/admin/remote-tokens/", superAdminsAlone(200, 200)),
  row("POST /onboarding/admin/remote-tokens/", superAdminsAlone(201, 201), () => ({
    body: { team: "Équipe Planning", remotes: ["mfe-planning"], rights: ["publish"] },
  })),
  rowOf("POST /onboarding/admin/remote-tokens/:id/revoke/", superAdminsAlone(204), aTeamToken),
  row("GET /onboarding/admin/remote-keys/", superAdminsAlone(200, 200)),
  row("POST /onboarding/admin/remote-keys/", superAdminsAlone(201, 201), () => ({
    body: { team: "Équipe Planning", remotes: ["mfe-planning"], public_key: aPublicKey() },
  })),
  rowOf("POST /onboarding/admin/remote-keys/:id/revoke/", superAdminsAlone(204), aTeamKey),
  row("GET /onboarding/admin/distributors/", superAdminsAlone(200, 200)),
  row("GET /onboarding/admin/distributors/list/", superAdminsAlone(200, 200)),
  row("POST /onboarding/admin/distributors/", superAdminsAlone(201, 201), () => ({
    body: {
      name: `Nouveau ${nextSerial()}`,
      address: "1 rue Neuve",
      post_code: "75010",
      city: "Paris",
      phone: "01 99 00 14 10",
      iban: "FR7630006000011234567890189",
    },
  })),
  rowOf("PATCH /onboarding/admin/distributors/:id/", superAdminsAlone(200), theDistributor, () => ({
    body: { city: `Ville ${nextSerial()}` },
  })),

  // Operations
  row("GET /operations/jobs/", superAdminsAlone(200, 200)),
  row("POST /operations/jobs/:job/retry/", superAdminsAlone(404, 404), () => ({ params: { job: NO_JOB } })),
  row("POST /operations/jobs/:job/cancel/", superAdminsAlone(404, 404), () => ({ params: { job: NO_JOB } })),
  row("POST /operations/compositions/:composition/open/", superAdminsAlone(404, 404), () => ({
    params: { composition: "0123456789abcdef" },
  })),
  row("POST /operations/build-reports/", everySignedInPerson(204), () => ({
    body: { composition: { host: "0123456789ab", remotes: {} }, loads: [], failures: [] },
  })),
  row("POST /operations/remote-failures/", everybody(204), () => ({
    body: {
      remote: "mfe-finance",
      build: "0123456789ab",
      version: "1.0.0",
      owner: "Équipe Finance",
      kind: "network",
      supportCode: "FIN-7KQM-2XHD",
      path: "/invoices",
      detail: "TypeError",
    },
  })),

  // Cinemas: super admins manage them, staff read those that their distributor works with
  row("GET /cinemas/", everySignedInPerson(200)),
  rowNaming(
    "GET /cinemas/",
    "distributors__id",
    ownForStaffAnyForSuperAdmins(200, 200),
    theDistributor,
    ({ id }) => ({
      query: { distributors__id: String(id) },
    }),
  ),
  rowOf("GET /cinemas/:id/", ownForStaffAnyForSuperAdmins(200), aLinkedCinema),
  row("POST /cinemas/", superAdminsAlone(201, 201), () => ({ body: { name: `Palace ${nextSerial()}` } })),
  rowOf("PUT /cinemas/:id/", superAdminsAlone(200), aLinkedCinema, () => ({
    body: { name: `Palace ${nextSerial()}` },
  })),
  rowOf("PATCH /cinemas/:id/", superAdminsAlone(200), aLinkedCinema, () => ({ body: { city: "Lens" } })),
  rowOf("DELETE /cinemas/:id/", superAdminsAlone(204), aLinkedCinema),
  row("GET /cinemas/group-merges/", staffAndTheChoosingAdmin(200)),
  row("POST /cinemas/group-merges/", superAdminsAlone(200, 200), () => ({
    body: { name: `Groupe ${nextSerial()}` },
  })),
  row("POST /cinemas/import-from-xlsx/", superAdminsAlone(200, 200), async () => ({
    file: { name: "cinemas.xlsx", content: await workbook([["nom"], [`Palace ${nextSerial()}`]]) },
  })),
  rowOf("POST /cinemas/:id/activate/", superAdminsAlone(200), aLinkedCinema),
  rowOf("POST /cinemas/:id/deactivate/", superAdminsAlone(200), aLinkedCinema),

  // Screens go with their cinema
  row("GET /cinemas/screens/", everySignedInPerson(200)),
  rowNaming(
    "GET /cinemas/screens/",
    "cinema",
    ownForStaffAnyForSuperAdmins(200),
    aLinkedCinema,
    ({ id }) => ({
      query: { cinema: String(id) },
    }),
  ),
  rowOf("GET /cinemas/screens/:id/", ownForStaffAnyForSuperAdmins(200), aScreen),
  rowNaming("POST /cinemas/screens/", "cinema", superAdminsAlone(201, 400), aLinkedCinema, ({ id }) => ({
    body: { cinema: id, name: "Salle 2" },
  })),
  rowOf("PATCH /cinemas/screens/:id/", superAdminsAlone(200), aScreen, () => ({
    body: { name: `Salle ${nextSerial()}` },
  })),
  rowOf("DELETE /cinemas/screens/:id/", superAdminsAlone(204), aScreen),

  // Settings of a cinema are a distributor's own; a super admin sets up any pair, linked or not
  rowOf(
    "GET /cinemas/:id/distributor-settings/",
    aPairThatWorksTogether(200),
    aCinemaWithSettings,
    ({ mine }) => ({ query: { distributor: String(mine.distributor.id) } }),
  ),
  rowNaming(
    "GET /cinemas/:id/distributor-settings/",
    "distributor",
    aPairThatWorksTogether(200),
    theDistributor,
    ({ id, mine }) => ({ params: { id: String(mine.cinema.id) }, query: { distributor: String(id) } }),
  ),
  rowOf(
    "POST /cinemas/:id/distributor-settings/",
    byAccountants(ownForStaffAnyForSuperAdmins(201)),
    // A super admin's settings link the two: its name may then be seen by both.
    aCinemaToShare,
    ({ id, mine }) => ({ body: { distributor: mine.distributor.id, cinema: id } }),
  ),
  rowNaming(
    "POST /cinemas/:id/distributor-settings/",
    "distributor",
    byAccountants(ownForStaffAnyForSuperAdmins(201)),
    theDistributor,
    async ({ id, mine, app, fresh }) => {
      const cinema = await fresh(aCinemaToShare(app, mine));
      return { params: { id: String(cinema) }, body: { distributor: id, cinema } };
    },
  ),
  // The cinema of the body is the one of the address, whoever asks.
  rowNaming(
    "POST /cinemas/:id/distributor-settings/",
    "cinema",
    byAccountants(sameAsInThePath(201)),
    aLinkedCinema,
    async ({ id, kind, mine, app, fresh }) => ({
      params: { id: String(kind === "own" ? id : await fresh(aLinkedCinema(app, mine))) },
      body: { distributor: mine.distributor.id, cinema: id },
    }),
  ),
  rowOf(
    "PUT /cinemas/:id/distributor-settings/",
    byAccountants(aPairThatWorksTogether(200)),
    aCinemaWithSettings,
    ({ id, mine }) => ({
      body: { distributor: mine.distributor.id, cinema: id, custom_accounting_code: `411${nextSerial()}` },
    }),
  ),
  rowNaming(
    "PUT /cinemas/:id/distributor-settings/",
    "distributor",
    byAccountants(aPairThatWorksTogether(200)),
    theDistributor,
    ({ id, mine }) => ({
      params: { id: String(mine.cinema.id) },
      body: { distributor: id, cinema: mine.cinema.id, custom_accounting_code: `411${nextSerial()}` },
    }),
  ),
  rowNaming(
    "PUT /cinemas/:id/distributor-settings/",
    "cinema",
    byAccountants(sameAsInThePath(200)),
    (_app, side) => Promise.resolve(side.cinema.id),
    ({ id, mine }) => ({
      params: { id: String(mine.cinema.id) },
      body: { distributor: mine.distributor.id, cinema: id, custom_accounting_code: `411${nextSerial()}` },
    }),
  ),
  rowOf("GET /cinemas/distributors/:id/linked-cinemas/", ownForStaffAnyForSuperAdmins(200), theDistributor),
  rowOf("GET /cinemas/:id/linked-distributors/", ownForStaffAnyForSuperAdmins(200), aLinkedCinema),
  row("GET /cinemas/links/", superAdminsAlone(200, 200)),
  row("GET /cinemas/link-requests/", superAdminsAlone(200, 200)),
  rowOf("POST /cinemas/link-requests/:id/accept/", superAdminsAlone(204), aLinkRequest, () => ({
    body: { cinema: null },
  })),
  rowNaming(
    "POST /cinemas/link-requests/:id/accept/",
    "cinema",
    superAdminsAlone(204, 400),
    // Its distributor then works with it too: its name may be seen by both.
    aCinemaToShare,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aLinkRequest(app, mine))) },
      body: { cinema: id },
    }),
  ),
  row("GET /cinemas/requests/", staffAndTheChoosingAdmin(200)),
  rowNaming("GET /cinemas/requests/", "cinema", staffAndTheChoosingAdmin(200), aLinkedCinema, ({ id }) => ({
    query: { cinema: String(id) },
  })),
  rowNaming(
    "POST /cinemas/requests/",
    "cinema",
    byAccountants(onlyRowsOfTheDistributor(201)),
    aLinkedCinema,
    ({ id }) => ({
      body: { cinema: id, words: "Son SIREN est 900001001." },
    }),
  ),
  row("POST /cinemas/requests/proposals/", byAccountants(staffAndTheChoosingAdmin(201)), () => ({
    body: A_PROPOSAL,
  })),
  row("POST /cinemas/requests/lists/", byAccountants(staffAndTheChoosingAdmin(201)), async () => ({
    file: { name: "cinemas.xlsx", content: await workbook([["nom"], [`Palace ${nextSerial()}`]]) },
  })),
  rowOf("GET /cinemas/requests/:id/list/", superAdminsAlone(200), aProposedList),
  rowOf("POST /cinemas/requests/:id/withdraw/", byAccountants(onlyRowsOfTheDistributor(200)), aCinemaRequest),
  row("GET /cinemas/requests/all/", superAdminsAlone(200, 200)),
  rowOf("POST /cinemas/requests/:id/answer/", superAdminsAlone(200), aCinemaRequest, () => ({
    body: { state: "done", answer: "", cinema: null },
  })),
  rowNaming(
    "POST /cinemas/requests/:id/answer/",
    "cinema",
    superAdminsAlone(200, 400),
    // Its distributor then works with it too: its name may be seen by both.
    aCinemaToShare,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aProposal(app, mine))) },
      body: { state: "done", answer: "", cinema: id },
    }),
  ),
  rowOf(
    "DELETE /cinemas/:id/linked-distributors/:distributor/",
    byAccountants(aPairThatWorksTogether(204)),
    aLinkedCinema,
    ({ id, mine }) => ({ params: { id: String(id), distributor: String(mine.distributor.id) } }),
  ),
  rowNaming(
    "DELETE /cinemas/:id/linked-distributors/:distributor/",
    "distributor",
    byAccountants(aPairThatWorksTogether(204)),
    theDistributor,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aLinkedCinema(app, mine))), distributor: String(id) },
    }),
  ),
  row("GET /cinemas/screen-proposals/", superAdminsAlone(200, 200)),
  rowOf("POST /cinemas/screen-proposals/:id/accept/", superAdminsAlone(204), aScreenProposal),
  rowOf("POST /cinemas/screen-proposals/:id/refuse/", superAdminsAlone(204), aScreenProposal),

  // Box office
  row("GET /box-office/reports/", staffAndTheChoosingAdmin(200)),
  rowOf("GET /box-office/reports/:id/", onlyRowsOfTheDistributor(200), anImportedReport),
  rowOf("GET /box-office/reports/:id/declarations/", onlyRowsOfTheDistributor(200), anImportedReport),
  row("POST /box-office/upload-:kind-xml/", byAccountants(staffAndTheChoosingAdmin(200)), ({ mine }) => ({
    params: { kind: "cnc" },
    file: { name: "rapport.xml", content: aReport(mine) },
  })),
  row("POST /box-office/report-previews/", byAccountants(staffAndTheChoosingAdmin(200)), ({ mine }) => ({
    file: { name: "rapport.xml", content: aReport(mine) },
  })),

  // Invoices
  row("GET /invoices/invoices/", staffAndTheChoosingAdmin(200)),
  row("GET /invoices/totals/", staffAndTheChoosingAdmin(200)),
  row("GET /invoices/export-csv/", staffAndTheChoosingAdmin(200)),
  // A filter: of another distributor's cinema it finds nothing.
  ...["GET /invoices/invoices/", "GET /invoices/totals/", "GET /invoices/export-csv/"].map((call) =>
    rowNaming(call, "cinema", staffAndTheChoosingAdmin(200), aLinkedCinema, ({ id }) => ({
      query: { cinema: String(id) },
    })),
  ),
  rowOf("GET /invoices/invoices/:id/", onlyRowsOfTheDistributor(200), anOpenInvoice),
  rowOf("GET /invoices/invoices/:id/detail/", onlyRowsOfTheDistributor(200), anOpenInvoice),
  rowOf(
    "POST /invoices/invoices/:id/credit-notes/",
    byAccountants(onlyRowsOfTheDistributor(201)),
    anIssuedInvoice,
    () => ({
      body: { remaining_net_amount: "100.00", reason: "Geste commercial" },
    }),
  ),
  // An open invoice is not in default: what one may not see is not found, what one may is refused.
  rowOf(
    "PUT /invoices/invoices/:id/provision/",
    byAccountants(onlyRowsOfTheDistributor(409)),
    anOpenInvoice,
    () => ({
      body: { amount: "10.00" },
    }),
  ),
  rowOf("GET /invoices/invoices/:id/files/", onlyRowsOfTheDistributor(200), anOpenInvoice),
  rowOf("GET /invoices/files/:id/", onlyRowsOfTheDistributor(200), aDocument),
  rowOf("GET /invoices/invoices/:id/mails/", onlyRowsOfTheDistributor(200), anOpenInvoice),
  rowOf(
    "PUT /invoices/invoices/:id/reminder-stop/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    anOpenInvoice,
    () => ({
      body: { reason: "dispute" },
    }),
  ),
  rowOf(
    "DELETE /invoices/invoices/:id/reminder-stop/",
    byAccountants(onlyRowsOfTheDistributor(204)),
    anOpenInvoice,
  ),
  row("GET /reminders/plan/", staffAndTheChoosingAdmin(200)),
  row("GET /reminders/", staffAndTheChoosingAdmin(200)),
  rowNaming(
    "POST /reminders/preview/",
    "invoice_ids",
    onlyRowsOfTheDistributor(200),
    anOpenInvoice,
    ({ id }) => ({ body: { level: 1, invoice_ids: [id] } }),
  ),
  rowNaming(
    "POST /reminders/send/",
    "invoice_ids",
    byAccountants(onlyRowsOfTheDistributor(201)),
    aRemindedInvoice,
    ({ id }) => ({ body: { level: 1, invoice_ids: [id] } }),
  ),
  row("GET /reminders/texts/", staffAndTheChoosingAdmin(200)),
  row("GET /reminders/texts/:level/ours/", staffAndTheChoosingAdmin(200), () => ({ params: { level: "1" } })),
  row("PUT /reminders/texts/:level/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    params: { level: "1" },
    body: { subject: `Rappel ${nextSerial()}`, opening: "Bonjour,", closing: "" },
  })),
  row("DELETE /reminders/texts/:level/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    params: { level: "2" },
  })),
  row("POST /reminders/texts/preview/", staffAndTheChoosingAdmin(200), () => ({
    body: { level: 1, subject: "Rappel", opening: "Bonjour,", closing: "" },
  })),
  rowOf("POST /invoices/invoices/:id/send/preview/", onlyRowsOfTheDistributor(409), anOpenInvoice),
  // An invoice of another software: what one may not see is not found, what one may is not sent.
  rowOf("POST /invoices/invoices/:id/send/", byAccountants(onlyRowsOfTheDistributor(409)), anOpenInvoice),
  rowNaming(
    "POST /invoices/invoices/",
    "cinema_id",
    byAccountants(onlyRowsOfTheDistributor(201, 400)),
    aLinkedCinema,
    ({ id, mine }) => ({
      body: {
        invoice_number: `N-${mine.mark}-${nextSerial()}`,
        invoice_date: "2026-11-20",
        cinema_id: id,
        total_net_amount: "100.00",
        total_vat_amount: "10.00",
        total_amount: "110.00",
      },
    }),
  ),
  rowOf("PATCH /invoices/invoices/:id/", byAccountants(onlyRowsOfTheDistributor(200)), anOpenInvoice, () => ({
    body: { notes: "Relancée" },
  })),
  rowNaming(
    "PATCH /invoices/invoices/:id/",
    "cinema_id",
    byAccountants(onlyRowsOfTheDistributor(200, 400)),
    aLinkedCinema,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(anOpenInvoice(app, mine))) },
      body: { cinema_id: id },
    }),
  ),
  rowOf("DELETE /invoices/invoices/:id/", byAccountants(onlyRowsOfTheDistributor(204)), anOpenInvoice),
  row("POST /invoices/upload/", byAccountants(staffAndTheChoosingAdmin(200)), ({ mine }) => ({
    file: { name: "factures.csv", content: anInvoiceList(mine) },
  })),

  row("GET /invoices/to-confirm/", staffAndTheChoosingAdmin(200)),
  // Of another distributor's there are none: they are passed over.
  rowNaming(
    "POST /invoices/to-confirm/confirm/",
    "cinemas",
    byAccountants(staffAndTheChoosingAdmin(200)),
    aCinemaToConfirm,
    ({ id }) => ({ body: { cinemas: [id] } }),
  ),
  rowNaming(
    "POST /invoices/to-confirm/discard/",
    "cinemas",
    byAccountants(staffAndTheChoosingAdmin(204)),
    aCinemaToConfirm,
    ({ id }) => ({ body: { cinemas: [id] } }),
  ),

  // Bank lines and what is decided about them
  row("GET /banking/all-transactions/", staffAndTheChoosingAdmin(200)),
  row("GET /banking/all-transactions/totals/", staffAndTheChoosingAdmin(200)),
  row("POST /banking/upload-transactions/", byAccountants(staffAndTheChoosingAdmin(200)), ({ mine }) => ({
    file: {
      name: "releve.csv",
      content: `Date;Libellé;Montant\n02/12/2026;VIR ${mine.mark} ${nextSerial()};12,50\n`,
    },
  })),

  row("POST /banking/statement-columns/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    file: { name: "releve.csv", content: "Fait le;Quoi;Combien\n02/12/2026;VIR;12,50\n" },
  })),
  row("POST /banking/statement-columns/preview/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: { rows: [{ line: 1, cells: ["02/12/2026", "VIR", "12,50"] }], columns: THREE_COLUMNS },
  })),
  row("GET /banking/statement-layouts/", staffAndTheChoosingAdmin(200)),
  rowOf(
    "DELETE /banking/statement-layouts/:id/",
    byAccountants(onlyRowsOfTheDistributor(204)),
    aStatementLayout,
  ),
  row("POST /banking/statement-previews/", byAccountants(staffAndTheChoosingAdmin(201)), ({ mine }) => ({
    file: {
      name: "releve.csv",
      content: `Date;Libellé;Montant\n02/12/2026;VIR ${mine.mark} ${nextSerial()};12,50\n`,
    },
  })),
  rowOf(
    "GET /banking/statement-previews/:id/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aStoredStatement,
    storedStatement,
  ),
  rowOf(
    "POST /banking/statement-previews/:id/import/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aStoredStatement,
    (given) => ({ ...storedStatement(given), body: {} }),
  ),
  rowOf(
    "DELETE /banking/statement-previews/:id/",
    byAccountants(onlyRowsOfTheDistributor(204)),
    aStoredStatement,
    storedStatement,
  ),

  row("GET /banking/statement-imports/", staffAndTheChoosingAdmin(200)),
  rowOf("GET /banking/statement-imports/:id/file/", onlyRowsOfTheDistributor(200), anImportedStatement),
  rowOf(
    "POST /banking/statement-imports/:id/preview/",
    byAccountants(onlyRowsOfTheDistributor(201)),
    anImportedStatement,
  ),
  rowOf(
    "POST /banking/statement-imports/:id/take-back/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    anImportedStatement,
  ),

  // The bank: its return and its events prove themselves otherwise
  row("GET /banking/connection-status/", staffAndTheChoosingAdmin(200)),
  // The aggregator's limit of calls is another test's business.
  row("POST /banking/sync-transactions/", byAccountants(staffAndTheChoosingAdmin(400))),
  row("POST /banking/start-bridge-connection/", byAccountants(staffAndTheChoosingAdmin(200))),
  row("POST /banking/disconnect-bridge/", byAccountants(staffAndTheChoosingAdmin(200))),
  rowNaming(
    "POST /banking/start-bridge-connection/",
    "connection_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aBankConnection,
    theConnection,
  ),
  rowNaming(
    "POST /banking/sync-transactions/",
    "connection_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aBankConnection,
    theConnection,
  ),
  // Ended already is as good, and so is never begun.
  rowNaming(
    "POST /banking/disconnect-bridge/",
    "connection_id",
    byAccountants(onlyRowsOfTheDistributor(200, 200)),
    aBankConnection,
    theConnection,
  ),
  row("GET /banking/bridge-callback/", everybody(303)),
  row("POST /banking/bridge-webhook/", everybody(401)),
  row("GET /user-actions/", staffAndTheChoosingAdmin(200)),
  row("GET /user-actions/overview/", staffAndTheChoosingAdmin(200)),
  row("GET /user-actions/history/", staffAndTheChoosingAdmin(200)),
  rowOf("GET /user-actions/:id/", onlyRowsOfTheDistributor(200), aQuestion),
  rowOf("PUT /user-actions/:id/assignee/", byAccountants(onlyRowsOfTheDistributor(200)), aQuestion, () => ({
    body: { user: null },
  })),
  rowNaming(
    "PUT /user-actions/:id/assignee/",
    "user",
    byAccountants(onlyRowsOfTheDistributor(200, 400)),
    aColleague,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aQuestion(app, mine))) },
      body: { user: id },
    }),
  ),
  rowNaming("GET /comments/", "subject", onlyRowsOfTheDistributor(200), aQuestion, ({ id }) => ({
    query: { subject: `user_action:${id}` },
  })),
  rowNaming(
    "POST /comments/",
    "subject",
    byAccountants(onlyRowsOfTheDistributor(201)),
    aBankLine,
    ({ id }) => ({
      body: { subject: `transaction:${id}`, text: "Vu avec le cinéma" },
    }),
  ),
  rowOf("PATCH /comments/:id/", byAccountants(onlyRowsOfTheDistributor(403)), aComment, () => ({
    body: { text: "Vu" },
  })),
  rowOf(
    "DELETE /comments/:id/",
    {
      ...byAccountants(onlyRowsOfTheDistributor(403)),
      administrator: [204, 404, 404],
      choosingAdmin: [204, 404, 404],
    },
    aComment,
  ),
  rowOf("GET /banking/transactions/:id/files/", onlyRowsOfTheDistributor(200), aBankLine),
  rowOf(
    "POST /banking/transactions/:id/files/",
    byAccountants(onlyRowsOfTheDistributor(201)),
    aBankLine,
    () => ({
      file: { name: "bordereau.pdf", content: "%PDF-1.7" },
    }),
  ),
  rowOf("GET /banking/operation-files/:id/", onlyRowsOfTheDistributor(200), anOperationFile),
  rowOf(
    "DELETE /banking/operation-files/:id/",
    {
      ...byAccountants(onlyRowsOfTheDistributor(403)),
      administrator: [204, 404, 404],
      choosingAdmin: [204, 404, 404],
    },
    anOperationFile,
  ),
  row("GET /comments/mentions/", staffAndTheChoosingAdmin(200)),
  row("POST /comments/mentions/read/", staffAndTheChoosingAdmin(200), () => ({ body: { comments: null } })),
  row("GET /saved-filters/", staffAndTheChoosingAdmin(200), () => ({ query: { list: "invoices" } })),
  row("POST /saved-filters/", staffAndTheChoosingAdmin(200), () => ({
    body: { list: "invoices", name: "Impayées", query: "status=UNPAID" },
  })),
  // Each is its person's alone (UI-28): these are a colleague's.
  rowOf("PATCH /saved-filters/:id/", staffAndTheChoosingAdmin(404), aSavedFilter, () => ({
    body: { is_default: true },
  })),
  rowOf("DELETE /saved-filters/:id/", staffAndTheChoosingAdmin(404), aSavedFilter),
  rowOf("PATCH /user-actions/:id/", byAccountants(onlyRowsOfTheDistributor(200)), aQuestion, () => ({
    body: { status: "REJECTED" },
  })),
  rowNaming(
    "POST /banking/manual-reconciliation/",
    "user_action_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aQuestion,
    async ({ id, mine, app, fresh }) => ({
      body: { user_action_id: id, invoice_ids: [await fresh(anOpenInvoice(app, mine))] },
    }),
  ),
  rowNaming(
    "POST /banking/manual-reconciliation/",
    "invoice_ids",
    byAccountants(onlyRowsOfTheDistributor(200)),
    anOpenInvoice,
    async ({ id, mine, app, fresh }) => ({
      body: { user_action_id: await fresh(aQuestion(app, mine)), invoice_ids: [id] },
    }),
  ),
  rowNaming(
    "POST /banking/revert-reconciliation/",
    "user_action_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aReconciledAction,
    ({ id }) => ({ body: { user_action_id: id } }),
  ),
  rowOf(
    "POST /banking/transactions/:id/revert/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aReconciledTransaction,
  ),
  rowOf("GET /banking/transactions/:id/parts/", onlyRowsOfTheDistributor(200), aBankLine),
  rowOf(
    "POST /banking/transactions/:id/parts/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aBankLine,
    () => ({
      body: { parts: [{ kind: "unknown", amount: "110.00" }] },
    }),
  ),
  rowOf(
    "POST /banking/transactions/:id/internal-transfer/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aTransferSide,
    ({ id }) => ({ body: { other_transaction_id: id + 1 } }),
  ),
  // A line that is one's own, and is no side of a transfer: another distributor's does not exist.
  rowNaming(
    "POST /banking/transactions/:id/internal-transfer/",
    "other_transaction_id",
    byAccountants(onlyRowsOfTheDistributor(409)),
    aBankLine,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aBankLine(app, mine))) },
      body: { other_transaction_id: id },
    }),
  ),
  rowNaming(
    "POST /banking/transactions/:id/parts/",
    "invoice_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    anOpenInvoice,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aBankLine(app, mine))) },
      body: { parts: [{ kind: "invoice", invoice_id: id, amount: "110.00" }] },
    }),
  ),
  row("GET /banking/accounts/", staffAndTheChoosingAdmin(200)),
  row("POST /banking/accounts/", byAccountants(staffAndTheChoosingAdmin(201)), () => {
    return { body: { number: `****${String(nextSerial()).padStart(6, "0")}`, label: "Compte courant" } };
  }),
  rowOf("PATCH /banking/accounts/:id/", byAccountants(onlyRowsOfTheDistributor(200)), aBankAccount, () => ({
    body: { label: "Compte principal" },
  })),
  rowNaming(
    "POST /banking/transactions/:id/parts/",
    "cinema_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aLinkedCinema,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aBankLine(app, mine))) },
      body: { parts: [{ kind: "advance", cinema_id: id, amount: "110.00" }] },
    }),
  ),
  row("GET /banking/credits/", staffAndTheChoosingAdmin(200)),
  // A filter: of another distributor's cinema it finds nothing.
  rowNaming("GET /banking/credits/", "cinema_id", staffAndTheChoosingAdmin(200), aLinkedCinema, ({ id }) => ({
    query: { cinema_id: String(id) },
  })),
  rowNaming(
    "POST /banking/transactions/:id/parts/",
    "transaction_id",
    byAccountants(staffAndTheChoosingAdmin(400)),
    aBankLine,
    async ({ id, mine, app, fresh }) => ({
      params: { id: String(await fresh(aBankLine(app, mine))) },
      body: { parts: [{ kind: "return", transaction_id: id, invoice_id: 1, amount: "110.00" }] },
    }),
  ),
  rowOf(
    "POST /banking/credits/:id/apply/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aWaitingPart,
    async ({ id, mine, app, fresh }) => ({
      params: { id: `part:${id}` },
      body: { invoice_id: await fresh(anOpenInvoice(app, mine)), amount: "1.00" },
    }),
  ),
  rowNaming(
    "POST /banking/credits/:id/apply/",
    "invoice_id",
    byAccountants(onlyRowsOfTheDistributor(200)),
    anOpenInvoice,
    async ({ id, mine, app, fresh }) => ({
      params: { id: `part:${await fresh(aWaitingPart(app, mine))}` },
      body: { invoice_id: id, amount: "1.00" },
    }),
  ),
  rowOf(
    "POST /banking/credit-uses/:id/undo/",
    byAccountants(onlyRowsOfTheDistributor(200)),
    aCreditUse,
    ({ id }) => ({
      params: { id: `allocation:${id}` },
    }),
  ),
  row("GET /banking/ties/", staffAndTheChoosingAdmin(200)),
  row("PUT /banking/ties/balances/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: { account_id: null, date: "2026-10-31", balance: "100.00" },
  })),
  rowNaming(
    "PUT /banking/ties/balances/",
    "account_id",
    byAccountants(onlyRowsOfTheDistributor(200, 400)),
    aBankAccount,
    ({ id }) => ({ body: { account_id: id, date: "2026-10-31", balance: "100.00" } }),
  ),
  row("GET /banking/account-choices/", staffAndTheChoosingAdmin(200)),
  row("PUT /banking/account-choices/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: { accounts: [{ code: "613200", label: "Loyers" }] },
  })),
  row("GET /banking/unpaid-invoices/", staffAndTheChoosingAdmin(200)),
  // A filter: of another distributor's cinema it finds nothing.
  rowNaming(
    "GET /banking/unpaid-invoices/",
    "cinema",
    staffAndTheChoosingAdmin(200),
    aLinkedCinema,
    ({ id }) => ({ query: { cinema: String(id) } }),
  ),
  // Of several lines each has its own outcome: what is another distributor's is refused as not found, in the answer.
  row(
    "POST /banking/bulk-reconciliation/",
    byAccountants(staffAndTheChoosingAdmin(200)),
    async ({ mine, app, fresh }) => ({
      body: {
        group_key: randomUUID(),
        lines: [
          {
            user_action_id: await fresh(aQuestion(app, mine)),
            invoice_ids: [await fresh(anOpenInvoice(app, mine))],
          },
        ],
      },
    }),
  ),
  row("POST /banking/revert-group/", byAccountants(staffAndTheChoosingAdmin(404)), () => ({
    body: { group_key: randomUUID() },
  })),
  row("GET /banking/automatic-lettering/", staffAndTheChoosingAdmin(200)),
  row("PATCH /banking/automatic-lettering/", byAccountants(staffAndTheChoosingAdmin(200)), () => ({
    body: { is_on: true },
  })),
];

const ANY_PLAN = sql`select id from subscription_plan order by id limit 1`;

function theDistributor(_app: TestApp, side: Side): Promise<number> {
  return Promise.resolve(side.distributor.id);
}

async function anInvitation(app: TestApp, side: Side): Promise<number> {
  const email = `invite-${side.mark}-${nextSerial()}@distributeur.example`;
  const now = app.clock.now();
  return app.inDatabase(
    async (tx) =>
      (
        await tx.one<{ id: number }>(sql`
          insert into invitation (distributor_id, email, role, created_at, token_hash, sent_at, expires_at)
          values (${side.distributor.id}, ${email}, 'viewer', ${now}, ${Buffer.from(email)}, ${now}, ${new Date(now.getTime() + 86_400_000)})
          returning id`)
      ).id,
  );
}

async function aColleague(app: TestApp, side: Side): Promise<number> {
  const email = `collegue-${side.mark}-${nextSerial()}@distributeur.example`;
  return (await app.inDatabase((tx) => aStaffUser(tx, side.distributor, { email }))).id;
}

async function aProspectDocument(app: TestApp, side: Side): Promise<number> {
  const storage_key = `prospects/${side.mark}-${nextSerial()}.pdf`;
  const content = Buffer.from(`%PDF-1.7 ${storage_key}`);
  await app.services.files.put(storage_key, content, "application/pdf");
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into prospect_document (distributor_id, kind, file_name, size, sha256, storage_key, created_at)
      values (${side.distributor.id}, 'kbis', ${`kbis-${side.mark}.pdf`}, ${content.length}, ${content}, ${storage_key}, now())
      returning id`);
    return id;
  });
}

async function aLinkedCinema(app: TestApp, side: Side): Promise<number> {
  const name = `Eden ${side.mark} ${nextSerial()}`;
  return (await app.inDatabase((tx) => aCinema(tx, side.distributor, { name }))).id;
}

async function aCinemaToShare(app: TestApp, side: Side): Promise<number> {
  return (await app.inDatabase((tx) => aCinema(tx, side.distributor))).id;
}

async function aCinemaWithSettings(app: TestApp, side: Side): Promise<number> {
  const id = await aLinkedCinema(app, side);
  await app.inDatabase((tx) =>
    tx.run(sql`
      insert into distributor_cinema_settings (distributor_id, cinema_id) values (${side.distributor.id}, ${id})`),
  );
  return id;
}

function aScreen(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into screen (cinema_id, name, authorization_number) values (${side.cinema.id}, ${`Salle ${side.mark}`}, '') returning id`);
    return id;
  });
}

function aLinkRequest(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      select nextval(pg_get_serial_sequence('cinema', 'id')) as id`);
    await tx.run(sql`
      insert into cinema (id, name, city, sandbox_distributor_id) overriding system value
      values (${id}, ${`Rex ${side.mark} ${nextSerial()}`}, 'Lens', ${side.distributor.id})`);
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${id}, ${side.distributor.id})`,
    );
    return id;
  }, side.distributor.id);
}

/** Of no distributor. */
function aTeamToken(app: TestApp): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id: by } = await tx.one<{ id: number }>(
      sql`select id from app_user where system_role = 'super_admin' limit 1`,
    );
    const { id } = await tx.one<{ id: number }>(sql`
      insert into remote_token (team, remotes, rights, token_hash, created_by, created_at)
      values ('Équipe Planning', '{mfe-planning}', '{publish}', sha256(${`${nextSerial()}`}::bytea), ${by}, now()) returning id`);
    return id;
  });
}

const aPublicKey = (): string =>
  generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" }).toString("base64");

function aTeamKey(app: TestApp): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id: by } = await tx.one<{ id: number }>(
      sql`select id from app_user where system_role = 'super_admin' limit 1`,
    );
    const { id } = await tx.one<{ id: number }>(sql`
      insert into remote_key (team, remotes, public_key, created_by, created_at)
      values ('Équipe Planning', '{mfe-planning}', ${aPublicKey()}, ${by}, now()) returning id`);
    return id;
  });
}

function aCinemaRequest(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema_request (distributor_id, cinema_id, subject, words, created_at)
      values (${side.distributor.id}, ${side.cinema.id}, ${`Eden ${side.mark}`}, ${`SIREN de ${side.mark}`}, now()) returning id`);
    return id;
  });
}

function aProposal(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const proposal = JSON.stringify({ ...A_PROPOSAL, words: undefined });
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema_request (distributor_id, subject, words, proposal, created_at)
      values (${side.distributor.id}, ${`Rex ${side.mark}`}, '', ${proposal}, now()) returning id`);
    return id;
  });
}

function aProposedList(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema_request (distributor_id, subject, words, created_at, list_name, list_count, list_rows, list_errors, list_sha256)
      values (${side.distributor.id}, 'Liste de 1 cinéma', '', now(), ${`${side.mark}.xlsx`}, 1,
        ${JSON.stringify([
          {
            line: 2,
            problems: [],
            notes: [],
            cinema: { name: `Palace ${side.mark}` },
            fields: { data: { name: `Palace ${side.mark}` } },
          },
        ])}, '[]', ${Buffer.alloc(32)}) returning id`);
    return id;
  });
}

function aScreenProposal(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into screen_proposal (cinema_id, authorization_number, name, distributor_id, created_at)
      values (${side.cinema.id}, ${`95${nextSerial()}`}, 'Salle 9', ${side.distributor.id}, now()) returning id`);
    return id;
  });
}

function aCinemaToConfirm(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema_to_confirm (distributor_id, key, named, file_name, created_at)
      values (${side.distributor.id}, ${`cle ${nextSerial()}`},
        '{"name": "Rex", "city": "Lens", "short_code": "", "cnc": "", "siren": "", "siret": ""}', 'factures.csv', now())
      returning id`);
    return id;
  });
}

const THREE_COLUMNS = {
  date: 0,
  value_date: null,
  labels: [1],
  amount: 2,
  debit: null,
  credit: null,
  sense: null,
  debit_word: "",
  balance: null,
  currency: null,
  reference: null,
  account: null,
  status: null,
  decimal_mark: "any",
  date_order: "day_first",
  sign: "as_written",
};

function aStatementLayout(app: TestApp, { distributor, staff }: Side): Promise<number> {
  const key = String(nextSerial()).padStart(64, "0");
  return app.inDatabase(
    async (tx) =>
      (
        await tx.one<{ id: number }>(sql`
          insert into statement_layout (distributor_id, header_key, header, layout, created_by, created_at, used_at)
          values (${distributor.id}, ${key}, '{Date}', ${JSON.stringify({ skip: 0, columns: THREE_COLUMNS })}, ${staff.id}, now(), now())
          returning id`)
      ).id,
  );
}
function aBankAccount(app: TestApp, { distributor, mark }: Side): Promise<number> {
  const serial = nextSerial();
  return app.inDatabase(
    async (tx) =>
      (
        await tx.one<{ id: number }>(sql`
          insert into bank_account (distributor_id, number, label, ledger_account, journal)
          values (${distributor.id}, ${`****9${serial}`}, ${mark}, ${`512${String(serial).padStart(5, "0")}`}, ${`BQ${serial}`}) returning id`)
      ).id,
  );
}
function theConnection({ id }: { readonly id: number }) {
  return { query: { connection_id: String(id) } };
}
/** A bank that waits to be asked about. */
async function aBankConnection(app: TestApp, { distributor }: Side): Promise<number> {
  const user = await app.services.bank.ensureUser(`distributor-${distributor.id}`);
  return await app.inDatabase(
    async (tx) =>
      (
        await tx.one<{ id: number }>(sql`
          insert into bank_connection (distributor_id, provider_user, awaited_item_id) values (${distributor.id}, ${user}, ${nextSerial()})
          on conflict (distributor_id) where item_id is null
            do update set awaited_item_id = excluded.awaited_item_id, provider_user = excluded.provider_user returning id`)
      ).id,
  );
}
/** The debit of a transfer between two own accounts; the next line is its credit. */
async function aTransferSide(app: TestApp, side: Side): Promise<number> {
  const { distributor, mark } = side;
  const accounts = [await aBankAccount(app, side), await aBankAccount(app, side)];
  const serial = nextSerial();
  return await app.inDatabase(async (tx) => {
    const [sent] = await tx.many<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, bank_account_id, transaction_date, label, amount, fingerprint)
      select ${distributor.id}, account, '2026-10-02', 'VIREMENT INTERNE ' || ${mark}, amount, 'transfer ' || ${serial} || ' ' || amount
      from unnest(${accounts}::bigint[], ${[`-${serial}.77`, `${serial}.77`]}::numeric[]) with ordinality as l (account, amount, n)
      order by n returning id`);
    return must(sent, "the line that was sent").id;
  });
}
function aLot(app: TestApp, { distributor, staff, mark }: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const lot = await tx.one<{ id: number }>(sql`
      insert into export_lot (distributor_id, year, number, period_from, period_to, created_at, created_by, created_by_name, entry_count,
        reversal_count, total_amount)
      values (${distributor.id}, 2026, ${nextSerial()}, '2026-01-01', '2026-11-30', now(), ${staff.id}, ${mark}, 1, 0, 1) returning id`);
    await tx.run(sql`
      insert into export_lot_part (distributor_id, lot_id, format, part, bytes)
      select ${distributor.id}, ${lot.id}, format, 0, convert_to(${mark}, 'UTF8') from unnest(array['A', 'B', 'C']) as format`);
    return lot.id;
  });
}
/** Accounts are text; those of the matrix are made of a number. */
const accountOf = (id: number): string => `411M${id}`;

async function aClientAccount(app: TestApp, side: Side): Promise<number> {
  const id = nextSerial();
  await app.inDatabase((tx) =>
    anInvoice(tx, side.distributor, side.cinema, {
      invoice_number: `C-${side.mark}-${id}`,
      client_account: accountOf(id),
    }),
  );
  return id;
}

async function anOpenInvoice(app: TestApp, side: Side): Promise<number> {
  const invoice_number = `F-${side.mark}-${nextSerial()}`;
  return (await app.inDatabase((tx) => anInvoice(tx, side.distributor, side.cinema, { invoice_number }))).id;
}

/** Of a client of its own, and late enough for its first reminder. */
function aRemindedInvoice(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${side.distributor.id}`);
    const cinema = await aCinema(tx, side.distributor);
    const days = { invoice_date: "2026-10-01", due_date: "2026-11-01" };
    return (await anInvoice(tx, side.distributor, cinema, days)).id;
  });
}

function anImportedReport(app: TestApp, side: Side): Promise<number> {
  const name = `rapport-${side.mark}-${nextSerial()}.xml`;
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into import_file (distributor_id, kind, file_name, file_size, sha256)
      values (${side.distributor.id}, 'box_office', ${name}, 10, '\\x00') returning id`);
    return id;
  });
}

/** One of ours, of 100.00 € HT. */
async function anIssuedInvoice(app: TestApp, side: Side): Promise<number> {
  const number = `F-${side.mark}-${nextSerial()}`;
  return await app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number,
        week_year, client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown)
      values (${side.distributor.id}, ${side.cinema.id}, 'issued', ${number}, '2026-11-30', '2026-12-30', ${side.cinema.name}, '2026-11-18', 47,
        2026, '411CLIENT', 100, 10, 110, '[{"vat_rate_bp": 1000, "net_amount": "100.00", "vat_amount": "10.00"}]') returning id`);
    await tx.run(sql`
      insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, visa_number, description, net_amount, vat_rate_bp)
      values (${side.distributor.id}, ${id}, 1, 'rental', 'Les Heures bleues', '199041', 'Les Heures bleues', 100, 1000)`);
    return id;
  });
}

async function aDocument(app: TestApp, side: Side): Promise<number> {
  const invoice = await anOpenInvoice(app, side);
  const key = `who-may/${invoice}.pdf`;
  await app.services.files.put(key, Buffer.from("%PDF-1.7"), "application/pdf");
  return app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into invoice_file (distributor_id, invoice_id, file_name, content_type, size, sha256, storage_key)
      values (${side.distributor.id}, ${invoice}, 'facture.pdf', 'application/pdf', 8, '\\x00', ${key}) returning id`);
    return id;
  });
}

/** A bank line of 110.00 € that nobody has decided about. */
function aQuestion(app: TestApp, side: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const label = `VIR ${side.mark} ${nextSerial()}`;
    const transaction = await tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${side.distributor.id}, '2026-12-01', ${label}, 110, ${label}) returning id`);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
      values (${side.distributor.id}, 'AWAITING_INVOICE_SELECTION', 'AWAITING_INVOICE_SELECTION', 'unknown_payer', 'Payeur non identifié',
        ${transaction.id}) returning id`);
    return id;
  });
}

/** The bank line of such a question. */
/** Of somebody who is nobody of the matrix. */
async function anOperationFile(app: TestApp, side: Side): Promise<number> {
  const line = await aBankLine(app, side);
  const key = `operation-files/who-may/${nextSerial()}`;
  await app.services.files.put(key, Buffer.from("%PDF-1.7"), "application/octet-stream");
  return await app.inDatabase(async (tx) => {
    const { id: author } = await aStaffUser(tx, side.distributor);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into operation_file (distributor_id, transaction_id, file_name, size, sha256, storage_key, added_by, created_at)
      values (${side.distributor.id}, ${line}, 'bordereau.pdf', 8, '\\x00', ${key}, ${author}, now()) returning id`);
    return id;
  });
}

/** Of somebody who is nobody of the matrix. */
function aComment(app: TestApp, { distributor, mark }: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id: author } = await aStaffUser(tx, distributor);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into comment (distributor_id, subject_kind, client_account, author_id, text, created_at)
      values (${distributor.id}, 'client', '411CLIENT', ${author}, ${`Commentaire ${mark}`}, now()) returning id`);
    return id;
  });
}

/** Of somebody who is nobody of the matrix. */
function aSavedFilter(app: TestApp, { distributor, mark }: Side): Promise<number> {
  return app.inDatabase(async (tx) => {
    const { id: owner } = await aStaffUser(tx, distributor);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into saved_filter (distributor_id, user_id, list, name, query, created_at, updated_at)
      values (${distributor.id}, ${owner}, 'invoices', ${`Filtre ${mark}`}, 'status=UNPAID', now(), now()) returning id`);
    return id;
  });
}

async function aBankLine(app: TestApp, side: Side): Promise<number> {
  return await lineOf(app, side, await aQuestion(app, side));
}

/** A statement that waits for its import. */
async function aStoredStatement(app: TestApp, side: Side): Promise<number> {
  const number = nextSerial();
  const content = Buffer.from(`Date;Libellé;Montant\n02/10/2026;VIR ${side.mark} ${number};12,50\n`);
  const { id: distributorId } = side.distributor;
  const kept = {
    id: storedId(number),
    fileName: "releve.csv",
    size: content.length,
    sha256: Buffer.alloc(32),
  };
  const at = app.clock.now();
  const expiresAt = new Date(at.getTime() + 3_600_000);
  await app.inDatabase(
    (tx) =>
      storedStatementsRepository.insert(tx, distributorId, { ...kept, userId: side.staff.id, at, expiresAt }),
    distributorId,
  );
  await app.services.files.put(storageKeyOf(distributorId, kept.id), content, "text/csv");
  return number;
}

/** A statement that was imported, with its file. */
async function anImportedStatement(app: TestApp, side: Side): Promise<number> {
  const kept = storedId(await aStoredStatement(app, side));
  return await app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into import_file (distributor_id, kind, file_name, file_size, sha256)
      values (${side.distributor.id}, 'bank_statement', 'releve.csv', 10, '\\x00') returning id`);
    await storedStatementsRepository.imported(tx, kept, id);
    return id;
  });
}

/** A receipt that nobody knows: its money may be put on an invoice later. */
async function aWaitingPart(app: TestApp, side: Side): Promise<number> {
  const transactionId = await aBankLine(app, side);
  const distributorId = side.distributor.id;
  const decided = await app.inDatabase(
    (tx) =>
      decideParts(tx, {
        distributorId,
        userId: side.staff.id,
        transactionId,
        parts: [{ kind: "unknown", amount: "110.00" }],
        at: app.clock.now(),
        source: systemSource(distributorId),
      }),
    distributorId,
  );
  return decided.parts[0]?.id ?? 0;
}

async function aCreditUse(app: TestApp, side: Side): Promise<number> {
  const id = `part:${await aWaitingPart(app, side)}`;
  const body = { invoice_id: await anOpenInvoice(app, side), amount: "1.00" };
  const distributorId = side.distributor.id;
  const userId = side.staff.id;
  const asked = { distributorId, userId, id, body, today: app.clock.today() };
  const { credit } = await app.inDatabase(
    (tx) => applyCredit(tx, { ...asked, source: systemSource(distributorId) }),
    distributorId,
  );
  return Number(credit.uses[0]?.id.split(":")[1]);
}

async function aReconciledAction(app: TestApp, side: Side): Promise<number> {
  const userActionId = await aQuestion(app, side);
  const invoiceIds = [await anOpenInvoice(app, side)];
  const distributorId = side.distributor.id;
  await app.inDatabase(
    (tx) =>
      reconcileManually(tx, {
        distributorId,
        userId: side.staff.id,
        userActionId,
        invoiceIds,
        at: app.clock.now(),
        source: systemSource(distributorId),
      }),
    distributorId,
  );
  return userActionId;
}

async function aReconciledTransaction(app: TestApp, side: Side): Promise<number> {
  return await lineOf(app, side, await aReconciledAction(app, side));
}

async function lineOf(app: TestApp, side: Side, action: number): Promise<number> {
  return await app.inDatabase(
    async (tx) =>
      (await tx.one<{ id: number }>(sql`select transaction_id as id from user_action where id = ${action}`))
        .id,
    side.distributor.id,
  );
}

/** A report of one declaration for the distributor. */
const aReport = (side: Side): string =>
  reportOf([
    declaration({ reference: `R${nextSerial()}` })
      .replace("Lumen Films Distribution", side.distributor.name)
      .replace("000100016", side.siren),
  ]);

const anInvoiceList = (side: Side): string =>
  [
    "numero_facture;date_facture;nom_cinema;ville;semaine;montant_ht;montant_tva;montant_ttc",
    `L-${side.mark}-${nextSerial()};01/10/2026;${side.cinema.name};Douai;S39/2026;100,00;10,00;110,00`,
  ].join("\r\n");
