// Habits that a linter cannot keep, beside those of docs.test.ts.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { FILTERED_LISTS } from "../api/contract/calls/saved-filters.contract.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MADE = new Set(["node_modules", "dist", "results", ".cache", ".git", "data"]);
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : filesBelow(path);
    return /[.]tsx?$/.test(entry.name) ? [path] : [];
  });
const SOURCES = filesBelow(ROOT).map((path) => ({
  path: relative(ROOT, path).replaceAll("\\", "/"),
  text: readFileSync(path, "utf8"),
}));

const isTest = (path: string): boolean => /[.](test|e2e|bench)[.]tsx?$/.test(path);
/** What tests share: `x.testing.ts(x)`, examples of components, and the API's kit in `testing/`. */
const isTestKit = (path: string): boolean =>
  /[.](testing|example)[.]tsx?$|^api\/src\/testing\/|^api\/bench\/|^e2e\//.test(path) ||
  path === "vitest.config.ts";
/** Runs the migrations on a database of its own, as tests do. */
const TOOL = "api/src/cli/schema.ts";
const isOfTests = (path: string): boolean => isTest(path) || isTestKit(path) || path === TOOL;

test("the product imports nothing of its tests, and what tests share says so in its name", () => {
  const importsOf = (text: string) => [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, name = ""]) => name);
  const wrong = SOURCES.filter(({ path }) => !isOfTests(path)).flatMap(({ path, text }) =>
    importsOf(text)
      .filter((name) => /^(vitest|@testing-library\/.*)$|[./]testing([./]|$)|[.]example[.]tsx$/.test(name))
      .map((name) => `${path} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

/** What the browser gets and what the API keeps are different things, also where they have one name. */
const sideOf = (path: string): string => (path.startsWith("api/src/") ? "api" : "wire");

test("a builder of test data is written once: `anInvoice` of one side is one function", () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of SOURCES.filter((source) => isOfTests(source.path)))
    for (const [, name] of text.matchAll(/^export (?:async )?(?:function|const) (an?[A-Z]\w*)/gm)) {
      const builder = `${name} (${sideOf(path)})`;
      places.set(builder, [...(places.get(builder) ?? []), path]);
    }
  expect(places.size).toBeGreaterThan(10);
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

test("an address that the server writes into a mail or hands to a provider is that of a screen (UI-1)", () => {
  const screens = new Set(
    SOURCES.filter(({ path }) => /^[\w-]+\/src\/paths[.]ts$/.test(path)).flatMap(({ text }) =>
      [...text.matchAll(/["`](\/[\w/-]*)/g)].map(([, screen]) => screen),
    ),
  );
  const written = SOURCES.filter(({ path }) => path.startsWith("api/src/") && !isOfTests(path)).flatMap(
    ({ path, text }) =>
      text.split("\n").flatMap((line) => {
        const [, behind] = /ublicUrl\}(.*)$/.exec(line) ?? [];
        return [...(behind ?? "").matchAll(/(?:^|")(\/[a-z][\w/-]*)/g)].map(([, to]) => ({ path, to }));
      }),
  );
  expect(written.length).toBeGreaterThan(8);
  expect(written.filter(({ to }) => !screens.has(to) && !to?.startsWith("/api/"))).toEqual([]);
});

test("one place makes a session, after the second factor was asked for, and one more renews it", () => {
  const product = SOURCES.filter(({ path }) => path.startsWith("api/src/") && !isOfTests(path));
  const thatHave = (words: RegExp) =>
    product.filter(({ text }) => words.test(text)).map(({ path }) => path.replace("api/src/", ""));
  const MAKES = "modules/auth/verify-link.ts";
  expect(thatHave(/insert\s+into\s+user_session\b/i)).toEqual(["modules/auth/auth.repository.ts"]);
  expect(thatHave(/\binsertSession\(/)).toEqual([MAKES]);
  expect(thatHave(/await signAccessToken\(/)).toEqual(["modules/auth/refresh-session.ts", MAKES]);
  const making = product.find(({ path }) => path.endsWith(MAKES))?.text ?? "";
  expect(making).toMatch(
    /await factorOf\(tx, userId\)[^}]*throw errors[.]auth[.]secondFactorRequired[^}]*insertSession\(/s,
  );
});

test("one function starts the application of integration tests, whole or in part", () => {
  const kits = SOURCES.filter(({ path }) => path.startsWith("api/src/") && isTestKit(path));
  const starting = kits.filter(({ text }) => /\b(buildApp|Fastify)\(/.test(text));
  expect(starting.map(({ path }) => path)).toEqual(["api/src/testing/test-parts.ts"]);
});

test("a value of the wire that has a builder in the contract's test kit is written whole nowhere else", () => {
  const kit = SOURCES.filter(({ path }) => path.startsWith("api/contract/testing/"));
  const types = kit.flatMap(({ text }) =>
    [...text.matchAll(/\bbuilderOf\((\w)(\w*)Schema\b/g)].map(
      ([, first = "", rest = ""]) => first.toUpperCase() + rest,
    ),
  );
  expect(types.length).toBeGreaterThan(15);
  const whole = new RegExp(`(?:\\)|const \\w+): (?:${types.join("|")}) (?:=> \\(|= )\\{\\s*(?![.\\s])`);
  const wrong = SOURCES.filter(
    ({ path, text }) => /^(host|mfe-|shared-)/.test(path) && isOfTests(path) && whole.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** The theme around each example already. */
const AROUND_ALL = "BobineProvider";

test("each component that shared-ui exports has an example beside it, which the gallery shows", () => {
  const textOf = new Map(SOURCES.map(({ path, text }) => [path, text]));
  const exported = SOURCES.filter(({ path }) => /^shared-ui\/src\/(\w+\/)?index[.]ts$/.test(path)).flatMap(
    ({ path, text }) =>
      [...text.matchAll(/export \{([^}]+)\} from "[.]\/([^"]+)"/g)].flatMap(([, names = "", file = ""]) =>
        names.split(",").map((name) => ({ name: name.trim(), file: join(path, "..", file) })),
      ),
  );
  const components = exported.filter(({ name, file }) =>
    new RegExp(
      `^export (function ${name}\\b|const ${name} = (?!createContext)|class ${name} extends Component\\b)`,
      "m",
    ).test(/^[A-Z]\w*[a-z]\w*$/.test(name) ? (textOf.get(file) ?? "") : ""),
  );
  expect(components.length).toBeGreaterThan(20);
  const without = components.filter(
    ({ name, file }) =>
      name !== AROUND_ALL && !textOf.get(file.replace(/[.]tsx$/, ".example.tsx"))?.includes(`<${name}`),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

test("a screen test of shared-ui renders examples: what it tests is what the gallery shows", () => {
  const examples = new Set(SOURCES.map(({ path }) => path).filter((path) => path.endsWith(".example.tsx")));
  const wrong = SOURCES.filter(({ path }) => /^shared-ui\/.*[.]test[.]tsx$/.test(path)).flatMap(
    ({ path, text }) => {
      const imported = [...text.matchAll(/ from "([.][^"]+)"/g)].map(([, name = ""]) =>
        join(path, "..", name),
      );
      return [
        ...(imported.some((file) => examples.has(file)) ? [] : [`${path} has no example`]),
        ...imported
          .filter((file) => examples.has(file.replace(/[.]tsx$/, ".example.tsx")))
          .map((file) => `${path} imports ${file}, not its example`),
      ];
    },
  );
  expect(wrong).toEqual([]);
});

test("titles of tests say what is so, not what should be", () => {
  const wrong = SOURCES.filter(({ path }) => isTest(path)).flatMap(({ path, text }) =>
    [
      ...text.matchAll(/^\s*(?:test|it)(?:[.]\w+)*\(\s*["'`]((?:should|must work|works?$|test)\b[^"'`]*)/gim),
    ].map(([, title]) => `${path}: ${title}`),
  );
  expect(wrong).toEqual([]);
});

test("journeys wait for what shows, not for a silent network", () => {
  const wrong = SOURCES.filter(({ path, text }) => path.startsWith("e2e/") && text.includes('"networkidle"'));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("a query's key comes from its route: no key is written by hand", () => {
  const front = SOURCES.filter(({ path }) => !path.startsWith("api/") && !isOfTests(path));
  expect(front.filter(({ text }) => text.includes("routeQuery(")).length).toBeGreaterThan(10);
  const wrong = front.filter(({ text }) => /queryKey: \[\s*["'`]|invalidateQueries\(\)/.test(text));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("a screen reads the view of its list through the one hook", () => {
  const wrong = SOURCES.filter(
    ({ path, text }) =>
      !path.startsWith("shared-ui/src/lists/") &&
      !isOfTests(path) &&
      /\bgetAll?\(["'`](?:\w+_)?(?:page|ordering|direction)["'`]\)/.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** Standard verbs stand in their place: save or store, notify or state, request, lock or limit, validate, repair (docs/glossary.md). */
const NO_VERBS =
  /^(keep(s|er|ing)?|kept|tell(s|ing)?|told|held|hold(s|ing)?|ask(s|ed|ing)?|unasked|judged?s?|judging|mend(s|ed|ing)?|upkeep|leash|deeds?|wish(es)?|stranded|turnstile|riddles?)$/;
/** Row types have the name of their table, and no table is renamed: two versions of the API run side by side during a deployment. */
const OF_TABLES = "api/src/db/schema.ts";
/** Builds of remotes that are published import it from the host. */
const GIVEN_TO_REMOTES = ["KEPT_ACROSS_DISTRIBUTORS"];

test("what is exported, and files, are named by the standard verbs of the glossary", () => {
  const wordsOf = (name: string) =>
    (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
  const isWrong = (name: string) => wordsOf(name).some((word) => NO_VERBS.test(word));
  const exported = (text: string) =>
    [
      ...text.matchAll(/^export (?:default )?(?:async )?(?:function\*?|const|type|interface|class) (\w+)/gm),
    ].map(([, name = ""]) => name);
  const wrong = SOURCES.filter(({ path }) => path !== OF_TABLES).flatMap(({ path, text }) => [
    ...(isWrong(path.slice(path.lastIndexOf("/") + 1)) ? [path] : []),
    ...exported(text)
      .filter((name) => isWrong(name) && !GIVEN_TO_REMOTES.includes(name))
      .map((name) => `${path}: ${name}`),
  ]);
  expect(wrong).toEqual([]);
});

/** Word for word from the specification, straight apostrophes and « email » included. */
const SPECIFIED = [
  "Date d'échéance",
  "L'email de communication doit se terminer par",
  "L'email doit se terminer par",
  "Une erreur s'est produite lors de la connexion. Veuillez réessayer.",
  "Une erreur s'est produite lors de la vérification. Veuillez réessayer.",
  "Une erreur s'est produite lors de l'inscription. Veuillez réessayer.",
  "Journaux d'Audit",
  "Détails de l'Action",
  "Impossible de charger les journaux d'audit.",
  "Impossible d'importer les cinémas",
  "Impossible de mettre à jour l'email",
  "Une erreur inattendue s'est produite",
  "Numéro d'Autorisation",
  "Impossible d'enregistrer les paramètres du distributeur.",
  "Aucune transaction trouvée.",
  "Impossible de charger les transactions.",
  "PLAN D'ABONNEMENT",
];

test("screens, mails and documents have one kind of apostrophe and one word for a thing (TXT-3, TXT-8)", () => {
  const french = SOURCES.filter(
    ({ path }) =>
      !isOfTests(path) &&
      /^(?:host|mfe-[a-z]+|shared-[a-z]+|api)\/|^api\/contract\//.test(path) &&
      !/^api\/src\/(?:demo|simulators|domain\/(?:matching|parsing))\//.test(path),
  );
  const unlike =
    /\b(?:[dlnscjm]|qu|jusqu|lorsqu|aujourd)'[a-zéèàêâîôûh$]|\b[Dd]éfaire\b|\b[Rr]éouv|seront exigibles|\bil resterait\b|\ben trop"|[Ll]ettrage automatique|\b(?:les|[Aa]ucune|vos|des) transactions?\b|\breste à payer\b/i;
  const wrong = french
    .filter(({ text }) => unlike.test(text))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
        .map(([, quoted, template]) => quoted ?? template ?? "")
        .filter((words) => !/\b(?:select|insert|update|delete) |::|\bfrom\b/.test(words))
        .filter((words) => unlike.test(SPECIFIED.reduce((left, one) => left.replaceAll(one, ""), words)))
        .map((words) => `${path}: ${words.slice(0, 90)}`),
    );
  expect(wrong).toEqual([]);
});

test("guillemets hold with U+00A0: no line breaks inside them, nor a thinner space (TXT-3)", () => {
  const wrong = SOURCES.filter(
    ({ path }) =>
      !isOfTests(path) &&
      (/^(?:host|mfe-[a-z]+|shared-[a-z]+)\//.test(path) ||
        (/^api\/(?:contract|src)\//.test(path) &&
          !/^api\/src\/(?:cli|db|demo|simulators|testing|domain\/matching)\//.test(path))),
  ).flatMap(({ path, text }) =>
    [
      ...text
        .replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "")
        .matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}"`;=()]+)</g),
    ]
      .map(([, quoted, template, shown]) => quoted ?? template ?? shown ?? "")
      .filter((words) => /«(?: |\\u202f|\u202f)|(?: |\\u202f|\u202f)»/.test(words) && !/^[a-z]/.test(words))
      .map((words) => `${path}: ${words.slice(0, 90)}`),
  );
  expect(wrong).toEqual([]);
});

test("a colon has U+00A0 before it on the screens: it never begins a line (TXT-3)", () => {
  const wrong = SOURCES.filter(
    ({ path }) => !isOfTests(path) && /^(?:host|mfe-[a-z]+|shared-[a-z]+)\/.*\.(?:tsx|texts\.ts)$/.test(path),
  ).flatMap(({ path, text }) =>
    [
      ...text
        .replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "")
        .matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}"`;=()]+)[<{]/g),
    ]
      .map(([, quoted, template, shown]) => quoted ?? template ?? shown ?? "")
      .filter((words) => /[\p{L}»)] :(?:\s|$)/u.test(words.replaceAll(/\$\{[^}]*\}/g, "…")))
      .map((words) => `${path}: ${words.trim().slice(0, 90)}`),
  );
  expect(wrong).toEqual([]);
});

/** « Email » is specified there, and words of a framework whose answers are translated. */
const SPECIFIED_EMAIL = [
  "Email vérifié",
  "Email assigné",
  "Veuillez saisir une adresse email valide",
  "Email de communication mis à jour",
  "Enter a valid email address.",
];
/** What the table « One word on the screens » of the glossary never says. */
const OTHER_WORDS =
  /\b(?:emails?|courriels?|excédents?|défaire|réouv\w*|il resterait|reste à payer|manque à payer|lettrer|réconcili\w*|transactions? bancaires?)\b/i;

test("texts of screens and mails say the glossary’s words, between tags too (TXT-8)", () => {
  const texts = SOURCES.filter(
    ({ path }) =>
      !isOfTests(path) &&
      (/^(?:host|mfe-[a-z]+|shared-[a-z]+)\/.*\.(?:tsx|texts\.ts)$/.test(path) ||
        /^api\/contract\/(?:labels|lists|rules)\//.test(path) ||
        /^api\/src\/.*\.(?:mail|errors)\.ts$/.test(path) ||
        path.startsWith("api/src/domain/mailing/")),
  );
  const wrong = texts
    .filter(({ text }) => OTHER_WORDS.test(text))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}"`;=()]+)</g)]
        .map(([, quoted, template, shown]) =>
          (quoted ?? template ?? shown ?? "").replaceAll(/\$\{[^}]*\}/g, "…"),
        )
        // A sentence or a label of several words; names of fields and addresses are none.
        .filter((words) => /\S\s+\S/.test(words.trim()))
        .filter((words) =>
          OTHER_WORDS.test(
            [...SPECIFIED, ...SPECIFIED_EMAIL].reduce((left, one) => left.replaceAll(one, ""), words),
          ),
        )
        .map((words) => `${path}: ${words.trim().slice(0, 90)}`),
    );
  expect(wrong).toEqual([]);
});

test("UI-28: each list whose filters the API keeps offers them, once", () => {
  const screens = SOURCES.filter(({ path }) => path.startsWith("mfe-") && !isOfTests(path));
  const offered = screens.flatMap(({ text }) =>
    [...text.matchAll(/<SavedFilters\s+list="(\w+)"/g)].map(([, list = ""]) => list),
  );
  expect(offered.toSorted()).toEqual([...FILTERED_LISTS].toSorted());
});

test("each change of a package that teams install begins with which package and which number of its version (FED-24)", () => {
  const wrong = readdirSync(join(ROOT, ".changeset"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .filter(
      (name) =>
        !/^---\n("@bobine\/[a-z-]+": (major|minor|patch)\n)+---\n\n\S/.test(
          readFileSync(join(ROOT, ".changeset", name), "utf8"),
        ),
    );
  expect(wrong).toEqual([]);
});

test("packages that teams install have the version that their changelog begins with, made by changesets (FED-24)", () => {
  const INSTALLED = ["api/contract", "shared-ui", "shared-auth", "tooling/federation"];
  const found = INSTALLED.map((folder) => {
    const changes = readFileSync(join(ROOT, folder, "CHANGELOG.md"), "utf8");
    const { version } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as {
      version: string;
    };
    return [folder, /^## (.+)$/m.exec(changes)?.[1] === version, changes.includes("Unreleased")];
  });
  expect(found).toEqual(INSTALLED.map((folder) => [folder, true, false]));
});
