// Holds the answers of tests to the OpenAPI document: what a client was promised is what it gets.
import type { RouteContract } from "@bobine/contract/route";
import addFormatsModule from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { openApiDocument } from "../modules/openapi/openapi-document.ts";
import { contractRoutes } from "../../level/contract-routes.ts";

interface DocumentedAnswer {
  readonly content?: Record<string, { readonly schema?: object }>;
}
type Answers = Record<string, DocumentedAnswer>;

/** Read once per process, and as JSON, which is what a client reads. */
let documented: Promise<(route: RouteContract) => Answers> | undefined;
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  // Compiled often and run seldom.
  code: { optimize: false },
});
addFormatsModule.default(ajv);
const compiled = new Map<object, ValidateFunction>();

async function readDocument(): Promise<(route: RouteContract) => Answers> {
  const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(await contractRoutes()))) as {
    paths: Record<string, Record<string, { responses: Answers }>>;
    components: object;
  };
  ajv.addSchema({ $id: ROOT, components });
  return (route) =>
    paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()]?.responses ?? {};
}
const ROOT = "https://bobine.example/openapi";

/** Compiled at its first use: most tests see few of the calls. */
function validatorOf(schema: object): ValidateFunction {
  let validate = compiled.get(schema);
  if (!validate) {
    const text = JSON.stringify(schema).replaceAll('"#/components/', `"${ROOT}#/components/`);
    validate = ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, validate);
  }
  return validate;
}

/** What is wrong with an answer of `route`, by its document, or undefined. */
export async function undocumentedIn(
  route: RouteContract,
  answer: { readonly status: number; readonly type: string; readonly text: string },
): Promise<string | undefined> {
  documented ??= readDocument();
  const answers = (await documented)(route);
  const { content } = answers[String(answer.status)] ?? {};
  if (!(String(answer.status) in answers))
    return `the status ${answer.status} is not in its document, which knows ${Object.keys(answers).join(", ")}`;
  const type = answer.type.split(";")[0] ?? "";
  if (!content) return answer.text === "" ? undefined : "it has a body, and its document has none";
  const media = content[type];
  if (!media) return `the type « ${type} » is not in its document`;
  if (!media.schema) return undefined;
  const validate = validatorOf(media.schema);
  return validate(JSON.parse(answer.text)) ? undefined : ajv.errorsText(validate.errors?.slice(0, 5) ?? []);
}

/**
 * From now on `app.inject` fails for each answer of a call of the contract that is not as its document says. Before `ready`.
 * @returns runs what is meant to break the server: no document promises a 500
 */
export function validateAgainstDocument(app: FastifyInstance): <T>(work: () => Promise<T>) => Promise<T> {
  let breaking = 0;
  const routes = new WeakMap<object, RouteContract>();
  app.addHook("onRequest", async (request) => {
    const { contract } = request.routeOptions.config;
    if (contract) routes.set(request.raw, contract);
  });
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>;
  const held = async (options: InjectOptions | string): Promise<LightMyRequestResponse> => {
    const answer = await inject(options);
    const route = routes.get(answer.raw.req);
    // An answer to HEAD is that of GET without its body.
    if (!route || answer.raw.req.method === "HEAD" || (breaking > 0 && answer.statusCode === 500))
      return answer;
    const wrong = await undocumentedIn(route, {
      status: answer.statusCode,
      type: String(answer.headers["content-type"] ?? ""),
      text: answer.payload,
    });
    if (wrong !== undefined) {
      throw new Error(
        `${route.method} ${route.path} answered ${answer.statusCode} against its OpenAPI document: ${wrong}\n${answer.payload.slice(0, 500)}`,
      );
    }
    return answer;
  };
  app.inject = held as typeof app.inject;
  return async (work) => {
    breaking += 1;
    return await work().finally(() => {
      breaking -= 1;
    });
  };
}
