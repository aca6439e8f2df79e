import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isCompressedForm } from "./file-encodings.ts";
import { fileHeaders } from "./file-headers.ts";

const IMMUTABLE = {
  immutable: true,
  maxAge: "365d",
  index: false,
  decorateReply: false,
  dotfiles: "ignore",
  preCompressed: true,
} as const;

const HOST_FILES = "/assets/host/";

/** The files of the host that this server was built with; without a built host there are none. */
export async function mountHostFiles(app: FastifyInstance, hostDist: string): Promise<void> {
  if (!existsSync(hostDist)) return;
  await app.register(fastifyStatic, {
    ...IMMUTABLE,
    root: hostDist,
    prefix: HOST_FILES,
    allowedPath: (path) => !/\.(html|json)$/.test(path) && !isCompressedForm(path),
  });
}

/** The published builds of a registry that is a folder. */
export async function mountFolderFiles(app: FastifyInstance, folder: string): Promise<void> {
  // An operator may publish the first build while the server runs.
  await mkdir(folder, { recursive: true });
  await app.register(async (files) => {
    files.addHook("onSend", async (request, reply) => {
      // An unchanged file too: browsers take over the headers of that answer.
      if (reply.statusCode >= 400) return;
      reply.headers(fileHeaders((request.params as { "*": string })["*"]));
      // Integrity makes these requests anonymous CORS ones.
      reply.header("access-control-allow-origin", "*");
    });
    await files.register(fastifyStatic, {
      ...IMMUTABLE,
      root: folder,
      prefix: "/r/",
      // Only files of a published build: /<name>/<build>/<file>.
      allowedPath: (path) => /^\/[a-z][a-z0-9-]*\/[a-f0-9]{12,64}\/./.test(path) && !isCompressedForm(path),
    });
  });
}
