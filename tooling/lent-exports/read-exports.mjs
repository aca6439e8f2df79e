// What the packages that the host lends export, as the compiler sees it.
import { join } from "node:path";
import { API, SignatureKind, SymbolFlags } from "typescript/unstable/sync";

/** NoTruncation, UseAliasDefinedOutsideCurrentScope: whole, and without the paths of this machine. */
const WHOLE = 1 | (1 << 14);
/** InTypeAlias: what stands for a name, and not the name. */
const EXPANDED = WHOLE | (1 << 23);

/**
 * @param {string} root of the workspace
 * @param {readonly string[]} packages names of packages of ours
 * @returns {Record<string, Record<string, string>>} package → exported name → what it is
 */
export function readExports(root, packages) {
  const api = new API({ cwd: root });
  try {
    const configs = packages.map((name) => join(root, name.slice("@bobine/".length), "tsconfig.json"));
    const snapshot = api.updateSnapshot({ openProjects: configs });
    return Object.fromEntries(
      packages.map((name, index) => {
        const project = snapshot.getProject(configs[index]);
        if (project === undefined) throw new Error(`${configs[index]} is no project`);
        return [name, exportsOf(project, join(root, name.slice("@bobine/".length), "src/index.ts"))];
      }),
    );
  } finally {
    api.close();
  }
}

function exportsOf({ program, checker }, file) {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing`);
  const described = checker
    .getExportsOfModule(module)
    .map((symbol) => [symbol.name, describe(checker, resolved(checker, symbol))]);
  return Object.fromEntries(described.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const resolved = (checker, symbol) =>
  symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function describe(checker, symbol) {
  const parts = [];
  if (symbol.flags & SymbolFlags.Value) parts.push(valueText(checker, checker.getTypeOfSymbol(symbol)));
  if (symbol.flags & SymbolFlags.Type)
    parts.push(`type ${typeText(checker, checker.getDeclaredTypeOfSymbol(symbol))}`);
  return withoutWording(parts.join("; "));
}

/** A text for people may be worded anew: only words of the code are promised. */
const withoutWording = (text) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) => (literal.includes(" ") ? "string" : literal));

/** A value with what it is called with: the props of a component have no name outside. */
function valueText(checker, type) {
  const signatures = [SignatureKind.Call, SignatureKind.Construct].flatMap((kind) =>
    checker.getSignaturesOfType(type, kind),
  );
  const calls = signatures.flatMap((signature) =>
    signature.getParameters().flatMap((parameter) => {
      const given = checker.getTypeOfSymbol(parameter);
      const own = given && ownProperties(checker, given);
      return own ? [`${parameter.name.replace(/^__\d+$/, "props")}: ${own}`] : [];
    }),
  );
  // How a function takes its argument apart is its own affair.
  const text = checker.typeToString(type, undefined, WHOLE).replaceAll(/\{[^{}:]*\}: /g, "props: ");
  return [text, ...calls].join("; ");
}

const typeText = (checker, type) =>
  ownProperties(checker, type) ?? checker.typeToString(type, undefined, EXPANDED);

/** The properties of an object type that this repository declares; undefined for what has none. */
function ownProperties(checker, type) {
  if (!type.isObjectType() && !type.isIntersectionType()) return undefined;
  const own = checker
    .getPropertiesOfType(type)
    .filter(({ declarations = [] }) =>
      declarations.some(
        ({ path }) => path !== undefined && !path.includes("/node_modules/") && !path.includes("/lib."),
      ),
    );
  if (own.length === 0) return undefined;
  const texts = own.map((property) => {
    const optional = property.flags & SymbolFlags.Optional ? "?" : "";
    return `${property.name}${optional}: ${checker.typeToString(checker.getTypeOfSymbol(property), undefined, WHOLE)}`;
  });
  return `{ ${texts.sort().join("; ")} }`;
}
