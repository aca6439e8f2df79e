import { detailErrorSchema, fieldErrorsSchema, uploadErrorSchema } from "@bobine/contract/errors";
import { IDEMPOTENCY_KEY, type RouteContract } from "@bobine/contract/route";
import { z } from "zod";
import { must } from "../../domain/must.ts";

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
type JsonSchema = Record<string, unknown>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Record<string, JsonSchema>;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
  readonly components: JsonSchema;
}

const DESCRIPTION =
  "Money is a decimal string (`2897.31`), a date is a civil date in Europe/Paris (`2026-11-18`), an instant is ISO 8601 in UTC. " +
  "A super admin says with `X-Distributor-Id` for which distributor a call is. Changes carry the CSRF token of the cookie `csrftoken` in `X-CSRFToken`.";

/**
 * The description of the API, from the very contracts that it is mounted by: OpenAPI 3.1.
 * @param routes mounted, in their order
 */
export function openApiDocument(routes: readonly RouteContract[]): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Bobine", version: "1", description: DESCRIPTION },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        teamToken: {
          type: "http",
          scheme: "bearer",
          description: "The token that a super admin made for a team.",
        },
      },
      schemas: {
        Error: schemaOf(detailErrorSchema, "output"),
        FieldErrors: schemaOf(fieldErrorsSchema, "output"),
        UploadError: schemaOf(uploadErrorSchema, "output"),
      },
    },
  };
}

function operationOf(route: RouteContract): OpenApiOperation {
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^a-zA-Z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    summary: route.summary,
    tags: [must(route.path.split("/")[1], "first segment of a path")],
    security: securityOf(route),
    parameters: [
      ...parametersOf(route.params, "path"),
      ...parametersOf(route.query, "query"),
      ...(route.access === "public" || route.access === "super-admin" ? [] : [DISTRIBUTOR]),
      ...(route.method === "GET" || route.signed ? [] : [CSRF]),
      ...(route.ranged ? [RANGE] : []),
      ...(route.idempotent ? [IDEMPOTENCY] : []),
    ],
    ...bodyOf(route),
    responses: { ...successOf(route), ...failuresOf(route) },
  };
}

function securityOf({ access, signed }: RouteContract): OpenApiOperation["security"] {
  if (signed === "by-team") return [{ teamToken: [] }];
  return access === "public" ? [] : [{ bearer: [] }];
}

const DISTRIBUTOR: JsonSchema = {
  name: "X-Distributor-Id",
  in: "header",
  required: false,
  description: "The distributor that a super admin has chosen; ignored from anybody else.",
  schema: { type: "string", pattern: "^[1-9]\\d{0,15}$" },
};
const RANGE: JsonSchema = {
  name: "Range",
  in: "header",
  required: false,
  description: "One part of the document, as bytes=0-1023; If-Range takes its ETag.",
  schema: { type: "string" },
};
const IDEMPOTENCY: JsonSchema = {
  name: IDEMPOTENCY_KEY,
  in: "header",
  required: false,
  description:
    "Made by the caller, another one for each thing that is to be done. For 24 hours the same request with the same key is done once, and is answered " +
    "the same (with Idempotency-Replayed: true). While the first one is under way: 409. With another request: 422. A refusal or a failure is not kept.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
};
const CSRF: JsonSchema = {
  name: "X-CSRFToken",
  in: "header",
  required: true,
  description: "The value of the cookie csrftoken.",
  schema: { type: "string" },
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query"): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function bodyOf({ body, upload, uploadFields = {} }: RouteContract): Pick<OpenApiOperation, "requestBody"> {
  if (upload !== undefined) {
    const beside = Object.entries(uploadFields).map(([name, field]) => [
      name,
      { type: "string", contentMediaType: "application/json", contentSchema: schemaOf(field, "input") },
    ]);
    const schema = {
      type: "object",
      properties: {
        [upload]: { type: "string", contentMediaType: "application/octet-stream" },
        ...Object.fromEntries(beside),
      },
      required: [upload],
    };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (!body) return {};
  return {
    requestBody: {
      required: !body.isOptional(),
      content: { "application/json": { schema: schemaOf(body, "input") } },
    },
  };
}

function successOf(route: RouteContract): Record<string, JsonSchema> {
  const { response, binary, ranged, orNothing, status = 200 } = route;
  if (binary !== undefined) {
    return {
      [status]: { description: "The document", content: { [binary]: {} } },
      ...(ranged ? { 206: { description: "The part that Range asks for", content: { [binary]: {} } } } : {}),
      304: { description: "The one that the browser has still holds" },
    };
  }
  if (!response) return { [status]: { description: "Done" } };
  return {
    [status]: {
      description: "Done",
      content: { "application/json": { schema: schemaOf(response, "output") } },
    },
    ...(orNothing ? { 204: { description: "There is none" } } : {}),
  };
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
interface Failure extends JsonSchema {
  readonly description: string;
  readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
}
const failure = (description: string, schema: JsonSchema = reference("Error")): Failure => ({
  description,
  content: { "application/json": { schema } },
});

/** Everything that may go wrong with a call, whether its own handler says so or what stands before it. */
function failuresOf(route: RouteContract): Record<string, JsonSchema> {
  const {
    access,
    beforeProfile,
    beforeSecondFactor,
    params,
    body,
    query,
    upload,
    uploadFields,
    method,
    signed,
    failures = {},
  } = route;
  const isChange = method !== "GET";
  const takesIds = params !== undefined || body !== undefined || query !== undefined;
  // Of an upload the file answers in its own form, a parameter beside it in the form of fields.
  const wrong = [
    ...(upload === undefined || query !== undefined || uploadFields !== undefined
      ? [reference("FieldErrors")]
      : []),
    ...(upload === undefined ? [] : [reference("UploadError")]),
  ];
  const known: Record<string, Failure> = {
    400: failure("The request is wrong, or no distributor is chosen", {
      anyOf: [...wrong, reference("Error")],
    }),
    ...(access === "public" ? {} : { 401: failure("Not signed in, or the token is over") }),
    ...(signed === "by-team"
      ? {
          401: failure("No token of a team, or one that is revoked or wrong"),
          403: failure("The token is not for this remote, or lacks the right"),
        }
      : {}),
    ...((isChange && !signed) ||
    access === "super-admin" ||
    (access !== "public" && !(beforeProfile && beforeSecondFactor))
      ? {
          403: failure(
            "No CSRF token, not for this person, or not before their profile is complete or a super admin's second factor enabled",
          ),
        }
      : {}),
    ...(takesIds || upload !== undefined ? { 404: failure("Not there, or not yours") } : {}),
    ...(isChange && access !== "public" ? { 409: failure("Its state forbids it") } : {}),
    ...(isChange
      ? {
          413: failure("The file or body is too large", {
            anyOf: [reference("UploadError"), reference("Error")],
          }),
          415: failure("The body is of another type"),
        }
      : {}),
    ...(route.ranged
      ? { 415: failure("Its bytes are not of its type"), 416: failure("It has no such part") }
      : {}),
    ...(route.idempotent ? { 422: failure("The Idempotency-Key was used for another request") } : {}),
    429: failure("Too many requests; Retry-After says how long to wait"),
    503: failure("The database or the store of documents is busy or away; try again"),
  };
  for (const [status, schema] of Object.entries(failures)) {
    const { description = "See its code", content } = known[status] ?? {};
    const own = schemaOf(schema, "output");
    const usual = content?.["application/json"].schema;
    known[status] = failure(description, usual ? { anyOf: [own, usual] } : own);
  }
  return known;
}
