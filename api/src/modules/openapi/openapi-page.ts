import { escapeHtml } from "../../escape-html.ts";
import type { OpenApiDocument, OpenApiOperation } from "./openapi-document.ts";
import { must } from "../../domain/must.ts";

/** Escaped, with what stands between backquotes as code. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
const json = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

/** The description of the API as one page to read: no script, so the product's content policy holds for it too. */
export function openApiPage({ info, paths, servers }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => must(operation.tags[0], "tag")))];
  const base = must(servers[0], "server").url;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="data:,">
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #172026; background: #f5f7f8 }
nav a { margin-right: 1rem }
details { background: #fff; border: 1px solid #dfe5e8; border-radius: 8px; margin: .5rem 0; padding: .5rem .9rem }
summary { cursor: pointer }
summary b { display: inline-block; min-width: 4.5rem; color: #1b6379 }
pre { overflow: auto; background: #f1f4f5; padding: .75rem; border-radius: 6px; font-size: 13px }
h3 { margin: .8rem 0 .2rem; font-size: 1rem }
</style>
</head>
<body>
<h1>${escapeHtml(info.title)} API</h1>
<p>${prose(info.description)}</p>
<p>For machines: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav>${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join("")}</nav>
${tags
  .map(
    (tag) => `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>
${operations
  .filter(({ operation }) => operation.tags[0] === tag)
  .map(({ path, method, operation }) => operationHtml(`${base}${path}`, method, operation))
  .join("\n")}`,
  )
  .join("\n")}
</body>
</html>
`;
}

function operationHtml(path: string, method: string, operation: OpenApiOperation): string {
  const { parameters, requestBody, responses } = operation;
  const section = (title: string, content: string): string => `<h3>${escapeHtml(title)}</h3>${content}`;
  return `<details><summary><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code> ${prose(operation.summary)}</summary>
${parameters.length > 0 ? section("Parameters", json(parameters)) : ""}
${requestBody ? section("Body", json(requestBody)) : ""}
${Object.entries(responses)
  .map(([status, response]) =>
    section(`${status} ${String(response["description"])}`, json(response["content"] ?? {})),
  )
  .join("\n")}
</details>`;
}
