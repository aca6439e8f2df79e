import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

const PREFIX = "/api/docs/viewer/";
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const STYLE = join(SWAGGER_UI, "swagger-ui.css");
const SCRIPTS = [join(import.meta.dirname, "viewer/start.js"), join(SWAGGER_UI, "swagger-ui-bundle.js")];

/** `/api/docs`: the description of the API in Swagger UI, its files from here and under the content policy of every page. */
export async function mountViewer(app: FastifyInstance): Promise<void> {
  const files = new Set([STYLE, ...SCRIPTS].map((file) => basename(file)));
  await app.register(fastifyStatic, {
    root: [SWAGGER_UI, join(import.meta.dirname, "viewer")],
    prefix: PREFIX,
    decorateReply: false,
    index: false,
    allowedPath: (path) => files.has(basename(path)),
  });
  let page: Promise<string> | undefined;
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(await (page ??= viewerPage())),
  );
}

async function viewerPage(): Promise<string> {
  const scripts = await Promise.all(
    SCRIPTS.map(async (file) => `<script defer ${await checked("src", file)}></script>`),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bobine API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" ${await checked("href", STYLE)}>
${scripts.join("\n")}
</head>
<body><div id="swagger-ui"></div></body>
</html>
`;
}

/** The integrity policy refuses a script without a hash, or one that is not asked for as CORS. */
async function checked(attribute: "src" | "href", file: string): Promise<string> {
  const hash = createHash("sha384")
    .update(await readFile(file))
    .digest("base64");
  return `${attribute}="${PREFIX}${basename(file)}" integrity="sha384-${hash}" crossorigin="anonymous"`;
}
