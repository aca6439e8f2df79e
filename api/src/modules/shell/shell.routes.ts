import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Registry, registrySchema } from "@bobine/contract/registry";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { errors } from "../../errors.ts";
import { isOfShell } from "../../http/readable-address.ts";
import type { Services } from "../../services.ts";
import { registryStore } from "./registry-store.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const REMOTES = ["mfe-admin", "mfe-cinemas", "mfe-finance", "mfe-imports"];
const PLACEHOLDER = "__REGISTRY__";
const NOT_BUILT = "The front end is not built: run `npm run build`.\n";

/** JSON that cannot end the script element that carries it. */
export const inScript = (json: string): string => json.replaceAll("<", String.raw`\u003c`);

/**
 * The shell with its registry, its files and the published builds of the remotes (FEDERATION L1).
 * @param root folder that holds `host/dist` and each remote's `dist`
 */
export async function mountShell(app: FastifyInstance, services: Services, root = ROOT): Promise<void> {
  const { config, clock, log } = services;
  const hostDist = join(root, "host/dist");
  const store = registryStore(join(config.dataDir, "remotes"));
  for (const remote of REMOTES) {
    const dist = join(root, remote, "dist");
    // A remote that is not built or not sound costs its own screens, not the start.
    if (!existsSync(join(dist, "remote.json"))) continue;
    await store
      .publish(dist, clock.now())
      .catch((error: unknown) => log.error({ err: error, remote }, "a remote could not be published"));
  }

  const registry = async (): Promise<Registry> =>
    registrySchema.parse({
      schemaVersion: 1,
      generatedAt: clock.now().toISOString(),
      settings: { boxOfficeKind: config.boxOfficeKind, communicationDomain: config.communicationDomain },
      remotes: await store.live(),
    });

  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    const template = await readFile(join(hostDist, "index.html"), "utf8").catch(() => undefined);
    if (template === undefined) return reply.status(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    const json = inScript(JSON.stringify(await registry()));
    return (
      reply
        .header("cache-control", "no-cache")
        .type("text/html; charset=utf-8")
        // A function, so that a `$` in the registry stays a `$`.
        .send(template.replace(PLACEHOLDER, () => json))
    );
  };

  const immutable = {
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
    dotfiles: "ignore",
  } as const;
  if (existsSync(hostDist)) {
    await app.register(fastifyStatic, {
      ...immutable,
      root: hostDist,
      prefix: "/assets/host/",
      allowedPath: (path) => !/\.(html|json)$/.test(path),
    });
  }
  if (existsSync(store.folder)) {
    await app.register(fastifyStatic, {
      ...immutable,
      root: store.folder,
      prefix: "/r/",
      // Only files of a published build: /<name>/<build>/<file>.
      allowedPath: (path) => /^\/[a-z][a-z0-9-]*\/[a-f0-9]{12,64}\/./.test(path),
      setHeaders: (reply) => {
        // Integrity makes these requests anonymous CORS ones.
        reply.header("access-control-allow-origin", "*");
      },
    });
  }

  app.get("/registry.json", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(await registry())),
  );
  app.get("/", async (_request, reply) => sendPage(reply));
  // Every address of the shell is the same page; what is no page of the browser's says that it does not exist.
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      isOfShell(request.url) &&
      (request.headers.accept ?? "text/html").includes("text/html");
    if (isPage) return sendPage(reply);
    return reply
      .status(404)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errors.notFound().body));
  });
}
