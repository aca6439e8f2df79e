import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { readRawBodies, rawBodyOf } from "../http/raw-body.ts";
import type { Said } from "./desk-page.ts";
import { must } from "../domain/must.ts";

const KEY = /^[0-9a-f]{32}$/;

/** The key of an installation's desk: the same after a restart, and nothing that is kept. */
export const keyOfDesk = (name: "bank" | "card", secretKey: string): string =>
  createHmac("sha256", `${name}-desk:${secretKey}`).digest("hex").slice(0, 32);

/** What a form of the desk does. @throws z.ZodError for fields that make no sense: the page says which */
export type DeskAction = (form: object) => Said | Promise<Said>;

/**
 * Serves the desk of a simulator: one page, and forms that come back to it. Who has its address may do all that the desk can, so the
 * address ends in a key that the terminal shows at start; any other is not found.
 * @param desk.forAll forms of the whole desk, by the last word of their address
 * @param desk.forOne forms of one thing, by the last word of their address, which follows its id
 * @param desk.find the thing; undefined when it is gone
 */
export async function mountDesk<Thing>(
  app: FastifyInstance,
  desk: {
    readonly path: string;
    readonly page: (said: Said | undefined) => string;
    readonly forAll: Readonly<Record<string, DeskAction>>;
    readonly forOne: Readonly<Record<string, (thing: Thing, form: object) => Said | Promise<Said>>>;
    readonly find: (id: string) => Thing | undefined;
    readonly gone: string;
  },
): Promise<void> {
  const { path, forAll, forOne } = desk;
  if (!KEY.test(must(path.split("/").at(-1), "last segment")))
    throw new RangeError("the key of a desk is 32 hexadecimal digits");
  // What the last form led to, told once, so that a page that is loaded again does nothing again.
  let told: Said | undefined;
  const show = (reply: FastifyReply, said?: Said) =>
    reply
      .status(said?.isError ? 400 : 200)
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(desk.page(said));
  const act = async (reply: FastifyReply, body: Buffer, work: DeskAction) => {
    try {
      const said = await work(Object.fromEntries(new URLSearchParams(body.toString("utf8"))));
      if (said.isError) return show(reply, said);
      told = said;
      return reply.redirect(path, 303);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const fields = [...new Set(error.issues.map((issue) => String(issue.path[0])))];
      return show(reply, { text: `À corriger\u00a0: ${fields.join(", ")}.`, isError: true });
    }
  };

  await app.register(async (pages) => {
    readRawBodies(pages);
    const config = { withoutCsrf: true };
    pages.get(path, async (_request, reply) => {
      const said = told;
      told = undefined;
      return show(reply, said);
    });
    pages.post<{ Params: { action: string } }>(`${path}/:action`, { config }, async (request, reply) => {
      const { action } = request.params;
      const work = Object.hasOwn(forAll, action) ? forAll[action] : undefined;
      return work ? await act(reply, rawBodyOf(request), work) : reply.callNotFound();
    });
    pages.post<{ Params: { id: string; action: string } }>(
      `${path}/:id/:action`,
      { config },
      async (request, reply) => {
        const { id, action } = request.params;
        const work = Object.hasOwn(forOne, action) ? forOne[action] : undefined;
        if (!work) return reply.callNotFound();
        const thing = desk.find(id);
        if (thing === undefined) return show(reply, { text: desk.gone, isError: true });
        return await act(reply, rawBodyOf(request), (form) => work(thing, form));
      },
    );
  });
}

/** What a desk says of an event that it sent. */
export const answerInWords = (status: number): string =>
  status === 0 ? "le produit n’a pas répondu" : `le produit a répondu ${status}`;
