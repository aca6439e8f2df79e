import { createHmac, timingSafeEqual } from "node:crypto";
import { ROLE } from "@bobine/contract/role-labels";
import type { FastifyInstance, FastifyReply } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { escapeHtml } from "../../escape-html.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import { readRawBodies, rawBodyOf } from "../../http/raw-body.ts";
import type { Services } from "../../services.ts";
import { digestRepository as repository } from "./digest.repository.ts";

/** Its token is in the query, which no log keeps. */
export const DIGEST_PATH = "/courriels/resume";
const MAC_BYTES = 16;
const TITLE = "Le résumé du matin";

/** The address, for one person, where the summary is stopped and taken again. It opens nothing else. */
export const digestLink = ({ publicUrl, secretKey }: Services["config"], userId: number): string =>
  `${publicUrl}${DIGEST_PATH}?jeton=${userId}.${sealOf(secretKey, userId).toString("hex")}`;

/** Whose token it is; undefined for one that we did not seal. */
export function readDigestToken(secretKey: string, token: unknown): number | undefined {
  const [, id, seal] = /^([1-9]\d{0,14})\.([0-9a-f]{32})$/.exec(typeof token === "string" ? token : "") ?? [];
  if (id === undefined || seal === undefined) return undefined;
  return timingSafeEqual(Buffer.from(seal, "hex"), sealOf(secretKey, Number(id))) ? Number(id) : undefined;
}

const sealOf = (secretKey: string, userId: number): Buffer =>
  createHmac("sha256", `digest:${secretKey}`).update(String(userId)).digest().subarray(0, MAC_BYTES);

/**
 * The page that a summary's last line leads to. Looking at it changes nothing, as mail servers look at links too; its button does, and
 * the one that readers of mail show by themselves (RFC 8058).
 */
export async function mountDigestPreference(app: FastifyInstance, services: Services): Promise<void> {
  const { secretKey } = services.config;
  const send = (reply: FastifyReply, status: number, body: string) =>
    reply
      .status(status)
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(pageOf(body));
  const unknown = (reply: FastifyReply) =>
    send(
      reply,
      404,
      '<p>Ce lien n’est pas valable. Ouvrez-le depuis un résumé récent.</p><p><a href="/">Aller à Bobine</a></p>',
    );
  const show = (reply: FastifyReply, token: string, isWanted: boolean, isOfRole: boolean) =>
    send(
      reply,
      200,
      !isOfRole
        ? `<p role="status">Votre rôle, «\u00a0${ROLE.viewer.label}\u00a0», ne reçoit pas le résumé des actions\u00a0: il va à qui peut les traiter.</p><p><a href="/">Aller à Bobine</a></p>`
        : `<p role="status">${isWanted ? "Vous recevez chaque matin le résumé des actions qui attendent une décision." : "Vous ne recevez plus le résumé des actions."}</p>
<form method="post" action="${DIGEST_PATH}?jeton=${escapeHtml(token)}"><button name="souhait" value="${isWanted ? "non" : "oui"}">${isWanted ? "Ne plus le recevoir" : "Le recevoir de nouveau"}</button></form>`,
    );

  await app.register(async (pages) => {
    readRawBodies(pages);
    pages.get<{ Querystring: { jeton?: unknown } }>(DIGEST_PATH, async ({ query }, reply) => {
      const userId = readDigestToken(secretKey, query.jeton);
      if (userId === undefined) return unknown(reply);
      const known = await inTransaction(services.pool, { kind: "all" }, (tx) =>
        repository.isWanted(tx, userId),
      );
      return known ? show(reply, String(query.jeton), known.is_wanted, known.is_of_role) : unknown(reply);
    });
    pages.post<{ Querystring: { jeton?: unknown } }>(
      DIGEST_PATH,
      { config: { withoutCsrf: true } },
      async (request, reply) => {
        const token = request.query.jeton;
        const userId = readDigestToken(secretKey, token);
        if (userId === undefined) return unknown(reply);
        const form = new URLSearchParams(rawBodyOf(request).toString("utf8"));
        const isWanted = form.get("souhait") === "oui";
        const known = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
          const before = await repository.isWanted(tx, userId);
          if (before && (await repository.want(tx, userId, isWanted, services.clock.now())))
            await writeAudit(
              tx,
              { ...systemSource(before.distributor_id), actorId: userId, requestId: request.id },
              "updated_user",
              { comment: isWanted ? "Résumé du matin demandé" : "Résumé du matin arrêté" },
            );
          return before;
        });
        return known ? show(reply, String(token), isWanted, known.is_of_role) : unknown(reply);
      },
    );
  });
}

const pageOf = (body: string): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${TITLE}</title><link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:10vh auto;padding:0 1rem}h1{font-size:1.25rem}
button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border:0;border-radius:8px;background:#1b6379;color:#fff;cursor:pointer}
:focus-visible{outline:3px solid #7fb6c8;outline-offset:2px}</style></head>
<body><main><h1>${TITLE}</h1>${body}</main></body></html>`;
