import type { FastifyInstance, FastifyReply } from "fastify";
import { escapeHtml } from "../../escape-html.ts";
import { type BankSimulator, LOGINS } from "./bank-simulator.ts";
import { DEMO_BANK, DEMO_BANKS } from "./simulated-bridge.routes.ts";

/** Where the simulator's pages are, on the product's own origin. */
export const SIMULATOR_PAGES = "/simulateur/banque";
const NBSP = "\u00a0";

/** Logins that ask something more before they come to an end. */
const SECOND_STEP: Readonly<Record<string, string>> = {
  otp: `Saisissez le code reçu par SMS (n’importe lequel)${NBSP}:`,
  otp_fail: `Saisissez le code reçu par SMS (il sera refusé)${NBSP}:`,
  app2app: "Validez la connexion dans l’application de votre banque, puis continuez.",
  app2app_expiry: "La validation dans l’application expirera.",
};

const page = (title: string, body: string): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 1rem;color:#1f2933;background:#f6f7f9}
main{background:#fff;border:1px solid #d5dae1;border-radius:.5rem;padding:1.5rem}h1{font-size:1.25rem;margin-top:0}
label{display:block;font-weight:600}input,select{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;margin:.25rem 0 1rem;border:1px solid #7b8794;border-radius:.25rem}
button{font:inherit;padding:.5rem 1.25rem;border:0;border-radius:.25rem;background:#1d4ed8;color:#fff}
@media (prefers-color-scheme:dark){body{background:#16191d;color:#e6e9ed}main{background:#20252b;border-color:#3a424c}input,select{background:#16191d;color:inherit}}</style>
</head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const bankField = `<label for="bank">Banque</label><select id="bank" name="bank">${DEMO_BANKS.map(
  ({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`,
).join("")}</select>`;

/** The pages where a person 'signs in' to the simulated bank: French, without scripts, on the product's origin (AGG-6). */
export function mountSimulatorPages(app: FastifyInstance, simulator: BankSimulator): void {
  const send = (reply: FastifyReply, status: number, title: string, body: string) =>
    reply
      .status(status)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page(title, body));
  const unknown = (reply: FastifyReply) =>
    send(
      reply,
      404,
      "Session inconnue",
      '<p>Cette session de connexion est terminée ou n’existe pas.</p><p><a href="/account/bank">Revenir à Bobine</a></p>',
    );
  const form = (id: string, inner: string): string =>
    `<form method="get" action="${SIMULATOR_PAGES}/session/${id}/suite">${inner}<p><button>Continuer</button></p></form>`;

  app.get<{ Params: { id: string } }>(`${SIMULATOR_PAGES}/session/:id`, async ({ params }, reply) => {
    const session = simulator.session(params.id);
    if (!session) return unknown(reply);
    return send(
      reply,
      200,
      DEMO_BANK.name,
      `<p>Cette banque n’existe pas${NBSP}: elle remplace la vôtre dans la démonstration.</p>${form(
        session.id,
        `${session.item_id === null ? bankField : ""}<label for="login">Identifiant</label><input id="login" name="login" value="success" autocomplete="off" aria-describedby="aide">
        <label for="password">Mot de passe</label><input id="password" type="password" autocomplete="off">
        <p id="aide">Identifiants possibles${NBSP}: ${LOGINS.join(", ")}. Le mot de passe est libre.</p>`,
      )}`,
    );
  });

  app.get<{ Params: { id: string }; Querystring: { login?: string; step?: string; bank?: string } }>(
    `${SIMULATOR_PAGES}/session/:id/suite`,
    async ({ params, query }, reply) => {
      const session = simulator.session(params.id);
      if (!session) return unknown(reply);
      const login = String(query.login ?? "").slice(0, 100);
      const bank = DEMO_BANKS.find(({ id }) => String(id) === query.bank) ?? DEMO_BANK;
      const more = Object.hasOwn(SECOND_STEP, login) ? SECOND_STEP[login] : undefined;
      if (more !== undefined && query.step !== "2") {
        const code = login.startsWith("otp")
          ? `<label for="code">${more}</label><input id="code" inputmode="numeric" autocomplete="one-time-code">`
          : `<p>${more}</p>`;
        const hidden = `<input type="hidden" name="login" value="${escapeHtml(login)}"><input type="hidden" name="step" value="2"><input type="hidden" name="bank" value="${bank.id}">`;
        return send(reply, 200, bank.name, form(session.id, hidden + code));
      }
      return reply.redirect(await simulator.endSession(session.id, login, bank.id), 302);
    },
  );
}
