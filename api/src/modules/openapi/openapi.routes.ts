import type { RouteContract } from "@bobine/contract/route";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi-document.ts";
import { mountViewer } from "./openapi-viewer.ts";

/**
 * `/api/v1/openapi.json` and `/api/docs`: the description of every call that is mounted after this one.
 */
export async function mountOpenApi(app: FastifyInstance): Promise<void> {
  const routes: RouteContract[] = [];
  app.addHook("onRoute", ({ config, method }) => {
    // Fastify adds a HEAD to each GET.
    if (config?.contract && method === config.contract.method) routes.push(config.contract);
  });
  let document: ReturnType<typeof openApiDocument> | undefined;
  const described = () => (document ??= openApiDocument(routes));

  app.get("/api/v1/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(JSON.stringify(described())),
  );
  await mountViewer(app);
}
