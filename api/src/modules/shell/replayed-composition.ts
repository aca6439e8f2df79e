import { createHmac, timingSafeEqual } from "node:crypto";
import type { Composition } from "@bobine/contract/build-reports";
import type { HostBuild, Registry, RegistryRemote, Release } from "@bobine/contract/registry";
import type { FastifyReply, FastifyRequest } from "fastify";
import sql from "sql-template-tag";
import type { Config } from "../../config.ts";
import type { Tx } from "../../db/scope.ts";
import type { RegistryStore } from "./registry-store.ts";
import { wasGiven } from "./remote-pointer.ts";

/** Long enough to look at a failure, too short to be forgotten in a browser. */
const LIFE_SECONDS = 15 * 60;
const ID = /^[0-9a-f]{16}$/;

type Keyed = Pick<Config, "publicUrl" | "secretKey">;

const isHttps = ({ publicUrl }: Keyed): boolean => publicUrl.startsWith("https:");
const cookieName = (config: Keyed): string =>
  isHttps(config) ? "__Host-bobine-composition" : "bobine-composition";
const signatureOf = ({ secretKey }: Keyed, ticket: string): string =>
  createHmac("sha256", `composition:${secretKey}`).update(ticket).digest("base64url");

/** The builds that a page had when something failed in it; undefined when they are not known (any more). */
export const compositionOf = (tx: Tx, id: string): Promise<Composition | undefined> =>
  tx.maybe<Composition>(sql`select host, remotes from page_composition where id = ${id}`);

/**
 * Lets this browser open pages of a composition for a quarter of an hour (FED-28). A page is asked for without a session: what says that a
 * super admin asked is this cookie, which no script reads and no other site sends.
 */
export function allowReplay(config: Keyed, reply: FastifyReply, id: string, now: Date): void {
  const ticket = `${id}.${Math.floor(now.getTime() / 1000) + LIFE_SECONDS}`;
  reply.setCookie(cookieName(config), `${ticket}.${signatureOf(config, ticket)}`, {
    path: "/",
    sameSite: "strict",
    httpOnly: true,
    secure: isHttps(config),
    maxAge: LIFE_SECONDS,
  });
}

/** The composition that a page is asked for with, by a browser that may have it. */
export function requestedReplay(config: Keyed, request: FastifyRequest, now: Date): string | undefined {
  const query = request.url.split("?", 2)[1];
  const id = query === undefined ? null : new URLSearchParams(query).get("composition");
  if (id === null || !ID.test(id)) return undefined;
  const [given, until = "", signature = ""] = request.cookies[cookieName(config)]?.split(".") ?? [];
  if (given !== id || !/^\d{1,12}$/.test(until) || Number(until) * 1000 < now.getTime()) return undefined;
  const expected = Buffer.from(signatureOf(config, `${id}.${until}`));
  const written = Buffer.from(signature);
  return written.length === expected.length && timingSafeEqual(written, expected) ? id : undefined;
}

/**
 * The registry of a composition: of each remote the build that the page was to run and what it fell back to, as far as pages were given them.
 * @param now what pages are given now, for all that a composition does not say
 * @param host of the composition, when this server or the registry has it
 */
export async function replayedRegistry(
  store: Pick<RegistryStore, "manifestOf" | "pointers">,
  id: string,
  composition: Composition,
  now: Registry,
  host: HostBuild | undefined,
): Promise<Registry> {
  const missing = host === undefined ? [`host ${composition.host}`] : [];
  const pointers = await store.pointers();
  const releaseOf = async (remote: string, build: string | undefined): Promise<Release | undefined> => {
    if (build === undefined) return undefined;
    const pointer = Object.hasOwn(pointers, remote) ? pointers[remote] : undefined;
    const manifest = pointer && wasGiven(pointer, build) ? await store.manifestOf(remote, build) : undefined;
    if (manifest === undefined) missing.push(`${remote} ${build}`);
    const deployedAt = pointer?.builds[build]?.since ?? "";
    return manifest && { ...manifest, baseUrl: `/r/${remote}/${build}/`, deployedAt };
  };
  const remotes = await Promise.all(
    Object.entries(composition.remotes).map(async ([name, [build, before]]): Promise<RegistryRemote[]> => {
      const [live, previous] = [await releaseOf(name, build), await releaseOf(name, before)];
      return live ? [{ ...live, previous: previous ?? null, canary: null }] : [];
    }),
  );
  return {
    ...now,
    id: `composition-${id}`,
    host: host === undefined ? now.host : { ...host, deployedAt: now.host.deployedAt },
    remotes: remotes.flat().sort((one, other) => (one.name < other.name ? -1 : 1)),
    replayed: { id, missing },
  };
}
