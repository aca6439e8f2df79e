// What goes to a running product over HTTP, with the token of the team (FED-25).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CommandRefusal } from "./command-refusal.mjs";
import { signature } from "./signing-key.mjs";

const MANIFEST = "remote.json";
const SIGNATURE = "remote.json.sig";
/** A build is some megabytes, and a bucket may be slow. */
const PATIENCE_MS = 120_000;

const WHERE = "BOBINE_URL=<address of the product> and BOBINE_TOKEN=<token of the team>";

const OPTIONS = {
  reason: { type: "string" },
  force: { type: "boolean" },
  from: { type: "string" },
  to: { type: "string" },
  share: { type: "string" },
  distributor: { type: "string", multiple: true },
  end: { type: "boolean" },
  key: { type: "string" },
  promote: { type: "boolean" },
  "no-smoke": { type: "boolean" },
};

/** @type {Readonly<Record<string, import("./commands.mjs").Command>>} */
export const PRODUCT_COMMANDS = {
  publish: {
    usage: "publish [--key <file>] [--promote [--no-smoke --reason …]]",
    does: `sends dist/, signed with a private Ed25519 key; needs ${WHERE}`,
    async run(args) {
      const { values } = parsed(args, 0, ["key", "promote", "reason", "force", "no-smoke"]);
      const { name, files } = readDist(resolve("dist"));
      if (values.key !== undefined) files[SIGNATURE] = signature(files[MANIFEST], values.key);
      const { build, obstacles } = await ask(`/remotes/${name}/builds/`, {
        upload: { files: encoded(files) },
      });
      console.log(`${name} ${build} is published.`);
      if (values.promote) return promote(name, build, values);
      for (const obstacle of obstacles) console.log(`  ${obstacle}`);
      if (obstacles.length > 0) console.log("It could not be promoted now.");
      return 0;
    },
  },
  promote: {
    usage: "promote <build> [--reason …] [--force] [--no-smoke]",
    does: "live for everybody, after its pages were opened in a browser (CHROMIUM_PATH); --no-smoke, with a reason, does without",
    async run(args) {
      const { values, positionals } = parsed(args, 1, ["reason", "force", "no-smoke"]);
      const name = nameHere();
      // All of its name: its files are asked for.
      const { build } = await ask(`/remotes/${name}/can-i-deploy/${positionals[0]}/`);
      return promote(name, build, values);
    },
  },
  canary: {
    usage: "canary <build> --share 10 | --distributor 12 | --end",
    does: "live for some users; --end takes it back",
    run(args) {
      const { values, positionals } = parsed(args, args.includes("--end") ? 0 : 1, [
        "share",
        "distributor",
        "end",
        "reason",
        "force",
      ]);
      if (values.end) return decide(nameHere(), { decision: "end-canary" });
      return decide(nameHere(), {
        decision: "canary",
        build: positionals[0],
        ...(values.share === undefined ? {} : { share: Number(values.share) }),
        ...(values.distributor === undefined ? {} : { distributors: values.distributor.map(Number) }),
        ...forceOf(values),
      });
    },
  },
  rollback: {
    usage: "rollback --from <bad build> --reason … [--to …]",
    does: "back to the build before",
    run(args) {
      const { values } = parsed(args, 0, ["from", "to", "reason", "force"]);
      return decide(nameHere(), {
        decision: "rollback",
        from: values.from ?? missing("--from <bad build>"),
        ...(values.to === undefined ? {} : { to: values.to }),
        reason: values.reason ?? missing("--reason …"),
        ...(values.force ? { force: true } : {}),
      });
    },
  },
  retire: {
    usage: "retire --reason …",
    does: "takes the remote out of the pages",
    run(args) {
      const { values } = parsed(args, 0, ["reason"]);
      return decide(nameHere(), { decision: "retire", reason: values.reason ?? missing("--reason …") });
    },
  },
  "can-i-deploy": {
    usage: "can-i-deploy <build>",
    does: "whether every host that is served can run it; exit code 1 for no",
    async run(args) {
      const { positionals } = parsed(args, 1, []);
      const { obstacles, hosts } = await ask(`/remotes/${nameHere()}/can-i-deploy/${positionals[0]}/`);
      for (const obstacle of obstacles) console.log(`  ${obstacle}`);
      if (obstacles.length > 0) console.log("No.");
      else console.log(hosts === 0 ? "Yes, but no host was ever served." : "Yes.");
      return obstacles.length > 0 ? 1 : 0;
    },
  },
  log: {
    usage: "log",
    does: "how the remote stands, and every decision: who, when, what, why",
    async run(args) {
      parsed(args, 0, []);
      const { live, previous, canary, log } = await ask(`/remotes/${nameHere()}/`);
      console.log(
        `live ${live?.build ?? "–"}, before it ${previous ?? "–"}${canary ? `, canary ${canary.build}` : ""}`,
      );
      for (const { at, who, action, build, reason, details } of log) {
        const more = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : "";
        console.log(`${at} ${who} ${action} ${build}${more}${reason === "" ? "" : ` « ${reason} »`}`);
      }
      return 0;
    },
  },
};

const missing = (option) => {
  throw new CommandRefusal(`This command takes ${option}.`);
};

const forceOf = ({ reason, force }) => ({
  ...(reason === undefined ? {} : { reason }),
  ...(force ? { force: true } : {}),
});

/** @param {readonly string[]} options that the command takes */
function parsed(args, names, options) {
  const known = Object.fromEntries(options.map((option) => [option, OPTIONS[option]]));
  let result;
  try {
    result = parseArgs({ args: [...args], allowPositionals: true, options: known });
  } catch (error) {
    throw new CommandRefusal(error.message);
  }
  if (result.positionals.length !== names)
    throw new CommandRefusal(names === 0 ? "This command takes no name." : "This command takes one build.");
  return result;
}

/** The remote of this folder, as its build says. */
const nameHere = () => readDist(resolve("dist")).name;

/** @returns {{ name: string, files: Record<string, Buffer> }} */
function readDist(dist) {
  if (!existsSync(join(dist, MANIFEST)))
    throw new CommandRefusal("dist/ holds no build: bobine-remote build makes one.");
  const files = {};
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      files[relative(dist, path).replaceAll("\\", "/")] = readFileSync(path);
    }
  return { name: JSON.parse(files[MANIFEST].toString("utf8")).name, files };
}

const encoded = (files) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, content.toString("base64")]));

/** @throws CommandRefusal with the page and the error, when one of its pages does not open */
async function promote(name, build, values) {
  if (values["no-smoke"] && !values.reason) throw new CommandRefusal("--no-smoke needs --reason.");
  if (!values["no-smoke"]) {
    const { smokeTest, told } = await import("./smoke.mjs");
    const { BOBINE_URL: url, CHROMIUM_PATH: browser } = process.env;
    if (!url) throw new CommandRefusal(`This command needs ${WHERE}.`);
    const { line, isRefused } = told(await smokeTest({ url, name, build, browser }));
    if (isRefused) throw new CommandRefusal(line);
    console.log(line);
  }
  return decide(name, { decision: "promote", build, ...forceOf(values) });
}

async function decide(name, decision) {
  const { changed, state } = await ask(`/remotes/${name}/decisions/`, { json: decision });
  const { live, canary } = state;
  console.log(changed ? `Done: ${decision.decision}.` : "It was so already.");
  console.log(`${name}: live ${live?.build ?? "–"}${canary ? `, canary ${canary.build}` : ""}`);
  return 0;
}

/**
 * Asks the product.
 * @param {string} path below `/api/v1`
 * @param {{ json?: object, upload?: object }} [sent] nothing reads
 * @throws CommandRefusal with what the product says
 */
async function ask(path, { json, upload } = {}) {
  const { BOBINE_URL: url, BOBINE_TOKEN: token } = process.env;
  if (!url || !token) throw new CommandRefusal(`This command needs ${WHERE}.`);
  let body;
  if (json) body = JSON.stringify(json);
  if (upload) {
    body = new FormData();
    body.set("build", new Blob([JSON.stringify(upload)], { type: "application/json" }), "build.json");
  }
  let answer;
  try {
    answer = await fetch(new URL(`/api/v1${path}`, url), {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, ...(json ? { "content-type": "application/json" } : {}) },
      ...(body === undefined ? {} : { body }),
      // A token is for one product, and goes nowhere else.
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    throw new CommandRefusal(`${url} does not answer: ${error.cause?.message ?? error.message}`);
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  throw new CommandRefusal(sentenceOf(said) ?? `${url} answered ${answer.status}.`);
}

const sentenceOf = (said) =>
  said.detail ??
  said.error ??
  (Object.values(said)
    .flat()
    .filter((message) => typeof message === "string")
    .join(" ") ||
    undefined);
