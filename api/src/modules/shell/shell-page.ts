import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Registry } from "@bobine/contract/registry";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import { acceptedEncodings, encodePage } from "./file-encodings.ts";
import { setCacheHeaders, triedHost } from "./host-visitors.ts";
import { pageRegistry } from "./page-registry.ts";
import { preloadLinks } from "./preload-links.ts";
import type { RegistryReader } from "./registry-reader.ts";

const PLACEHOLDER = "__REGISTRY__";
/** Where the page's head takes the links of its address. */
const PRELOADS = "<!-- preloads of the remote -->";
const NO_REGISTRY =
  "Le registre des modules ne répond pas encore. Rechargez la page dans quelques instants.\n";
const NOT_BUILT = "The front end is not built: run `npm run build`.\n";

/** JSON that cannot end the script element that carries it. */
const inScript = (json: string): string => json.replaceAll("<", String.raw`\u003c`);

/** A page that is not of the builds that are live. */
export interface OtherPage {
  readonly template: string;
  readonly registry: Registry;
}

/**
 * Sends the page of the shell, with what the registry says now in its head (FED-1).
 * @param otherPage what a request asks for in its place, and may have (FED-28), given the page on this server's disk
 */
export const pageSender =
  (
    config: Pick<Config, "publicUrl">,
    hostDist: string,
    registry: Pick<RegistryReader, "page" | "lastCanary">,
    otherPage: (request: FastifyRequest, page: OtherPage, own: string) => Promise<OtherPage> = async (
      _request,
      page,
    ) => page,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const own = await readFile(join(hostDist, "index.html"), "utf8").catch(() => undefined);
    if (own === undefined) return reply.status(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    const given = await registry.page(triedHost(config, request)).catch(() => undefined);
    if (given === undefined)
      return reply
        .status(503)
        .header("retry-after", "5")
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send(NO_REGISTRY);
    const live = { template: given.template ?? own, registry: given.registry };
    const { template, registry: now } = await otherPage(request, live, own);
    const json = inScript(pageRegistry(now));
    const page = template
      .replace(PRELOADS, () => preloadLinks(now, request.url))
      // A function, so that a `$` in the registry stays a `$`.
      .replace(PLACEHOLDER, () => json);
    const { content, encoding } = encodePage(page, acceptedEncodings(request.headers["accept-encoding"]));
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return setCacheHeaders(reply.header("vary", "accept-encoding"), registry)
      .type("text/html; charset=utf-8")
      .send(content);
  };
