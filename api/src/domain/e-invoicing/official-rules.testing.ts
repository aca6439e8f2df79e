import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const require = createRequire(import.meta.url);

/** The rule sets that come with the product, compiled. Their source and licences: official-rules/README.md. */
const OWN = join(import.meta.dirname, "official-rules");
/** Folder of other rule sets to try, as XSLT 2.0: newer ones, or those of Factur-X with their code list. */
const FOLDER = process.env["E_INVOICING_RULES"];
const COMPILED = ".sef.json.gz";

/** A failed rule: « BR-FR-05 … ». */
export type FailedRule = string;

/** File names of the rule sets. */
export const officialRuleSets = (): string[] => [
  ...readdirSync(OWN).filter((file) => file.endsWith(COMPILED)),
  ...(FOLDER === undefined ? [] : readdirSync(FOLDER).filter((file) => file.endsWith(".xslt"))),
];

interface Saxon {
  transform(
    options: {
      stylesheetText: string;
      stylesheetBaseURI: string;
      sourceText: string;
      destination: "serialized";
    },
    mode: "async",
  ): Promise<{ principalResult: string }>;
}

/** What one official rule set refuses in a Cross Industry Invoice; empty when it is valid. */
export async function failedRules(ruleSet: string, xml: string): Promise<FailedRule[]> {
  const isOwn = ruleSet.endsWith(COMPILED);
  const path = join(isOwn ? OWN : (FOLDER ?? OWN), ruleSet);
  // SaxonJS has no types of its own.
  const saxon = require("saxon-js") as Saxon;
  const { principalResult } = await saxon.transform(
    {
      stylesheetText: isOwn ? gunzipSync(readFileSync(path)).toString() : compiled(path),
      stylesheetBaseURI: pathToFileURL(path).href,
      sourceText: xml,
      destination: "serialized",
    },
    "async",
  );
  return [
    ...principalResult.matchAll(
      /<svrl:failed-assert([^>]*)>[\s\S]*?<svrl:text[^>]*>([\s\S]*?)<\/svrl:text>/g,
    ),
  ].map(
    ([, attributes, text]) => `${/ id="([^"]*)"/.exec(attributes ?? "")?.[1] ?? ""} ${(text ?? "").trim()}`,
  );
}

/** Compiling a rule set takes some twenty seconds: it is kept until the rules change. */
function compiled(path: string): string {
  const folder = join(tmpdir(), "bobine-e-invoicing-rules");
  const key = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
  const kept = join(folder, `${key}.sef.json`);
  if (!existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    const made = join(folder, `${key}.${process.pid}`);
    const compiler = require.resolve("xslt3");
    execFileSync(process.execPath, [compiler, `-xsl:${path}`, `-export:${made}`, "-nogo", "-ns:##html5"], {
      stdio: "pipe",
    });
    renameSync(made, kept);
  }
  return readFileSync(kept, "utf8");
}
