import { createRequire } from "node:module";

const CONSUMED = "consume-shared-module";
const PROVIDED = "provide-module";

/**
 * Under which name a module is borrowed; undefined of one that is not.
 * @param {import("webpack").Module} module of webpack or of rspack, which tells it by the identifier alone
 */
export const shareKeyOf = (module) =>
  module.type === CONSUMED
    ? (module.options?.shareKey ?? /^consume shared module \(.+?\) (.+)@/.exec(module.identifier())?.[1])
    : undefined;

/** Modules of the files that a build writes, before some are put together. */
function* modulesOf(compilation) {
  for (const module of compilation.modules)
    for (const _chunk of compilation.chunkGraph.getModuleChunksIterable(module)) {
      yield module;
      break;
    }
}

const byCode = (one, other) => (one < other ? -1 : 1);
const sorted = (names) =>
  Object.fromEntries(
    [...names].sort(([one], [other]) => byCode(one, other)).map(([key, set]) => [key, [...set].sort(byCode)]),
  );

/**
 * Whether what is written asks for it: what stands only in code that a build drops (`if (false)`, an export that nobody uses) takes nothing.
 * @param {import("webpack").Compilation["moduleGraph"]} moduleGraph of webpack or of rspack, of which older ones cannot tell
 */
const isWritten = (moduleGraph, dependency) =>
  moduleGraph.getConnection?.(dependency)?.getActiveState?.(undefined) !== false;

/**
 * What a build takes from its host: lent module → names (FED-19).
 * @param {import("webpack").Compilation} compilation after its chunks are made
 * @returns {Record<string, string[]>}
 */
export function usedNames(compilation) {
  const { moduleGraph } = compilation;
  const uses = new Map();
  for (const module of modulesOf(compilation)) {
    for (const dependency of module.dependencies) {
      const lent = moduleGraph.getModule(dependency);
      if (lent?.type !== CONSUMED || !isWritten(moduleGraph, dependency)) continue;
      const key = shareKeyOf(lent);
      const names = uses.get(key) ?? new Set();
      uses.set(key, names);
      const name = nameOf(key, idsOf(dependency, moduleGraph));
      if (name !== undefined) names.add(name);
    }
  }
  return sorted(uses);
}

/**
 * Who takes a name of a lent module.
 * @param {import("webpack").Compilation} compilation after its chunks are made
 * @returns {string[]} names of modules
 */
export function usersOf(compilation, key, name) {
  const { moduleGraph } = compilation;
  const takes = (dependency) => {
    const lent = moduleGraph.getModule(dependency);
    return (
      lent?.type === CONSUMED &&
      shareKeyOf(lent) === key &&
      nameOf(key, idsOf(dependency, moduleGraph)) === name &&
      isWritten(moduleGraph, dependency)
    );
  };
  return [...modulesOf(compilation)]
    .filter((module) => module.dependencies.some(takes))
    .map((module) => module.readableIdentifier(compilation.requestShortener));
}

/**
 * Who brings files of a package into a build.
 * @param {import("webpack").Compilation} compilation after its chunks are made
 * @param {RegExp} files their paths
 * @returns {Map<string, Set<string>>} name of a module outside → what it asks for
 */
export function usersOfFiles(compilation, files) {
  const { moduleGraph } = compilation;
  const isOfThem = (module) => files.test(module?.resource ?? "");
  const modules = [...modulesOf(compilation)];
  const written = new Set(modules.filter(isOfThem).map((module) => module.identifier()));
  const users = new Map();
  for (const user of modules.filter((module) => !isOfThem(module)))
    for (const dependency of [...user.dependencies, ...user.blocks.flatMap((block) => block.dependencies)]) {
      const module = moduleGraph.getModule(dependency);
      if (!module || !written.has(module.identifier())) continue;
      const name = user.readableIdentifier(compilation.requestShortener);
      users.set(name, (users.get(name) ?? new Set()).add(dependency.request));
    }
  return users;
}

/**
 * Who brings a module into what a page begins with.
 * @param {import("webpack").Compilation} compilation after its chunks are made
 * @param {string} file path of that module
 * @param {string | undefined} first the dynamic import that the entry begins with
 * @returns {string[]} names of modules; none = it is not there
 */
export function firstUsers(compilation, file, first) {
  const { moduleGraph, chunkGraph } = compilation;
  const isFirst = (module) =>
    [...chunkGraph.getModuleChunksIterable(module)]
      .flatMap((chunk) => [...chunk.groupsIterable])
      .some((group) => group.isInitial() || group.origins.some(({ request }) => request === first));
  const users = new Set();
  for (const module of modulesOf(compilation))
    if (module.resource === file && isFirst(module))
      for (const { originModule: user } of moduleGraph.getIncomingConnections(module))
        if (user && isFirst(user)) users.add(user.readableIdentifier(compilation.requestShortener));
  return [...users];
}

function idsOf(dependency, moduleGraph) {
  if (typeof dependency.getIds === "function") return dependency.getIds(moduleGraph);
  return dependency.names ?? dependency.ids ?? [];
}

/** `z.string` and `React.useState` are names of their libraries, too; a namespace that is passed on has none. */
function nameOf(key, [name, member]) {
  const isNamespace = name === "default" || (key === "zod" && name === "z");
  return isNamespace && member !== undefined ? member : name;
}

/**
 * What a host lends: module → names (FED-19).
 * @param {import("webpack").Compilation} compilation after its chunks are made
 * @returns {Record<string, string[]>}
 */
export function lentNames(compilation) {
  const { moduleGraph } = compilation;
  const lends = new Map();
  for (const module of compilation.modules) {
    if (module.type !== PROVIDED) continue;
    const [dependency] = [...module.dependencies, ...module.blocks.flatMap((block) => block.dependencies)];
    const provided = dependency && moduleGraph.getModule(dependency);
    if (!provided) continue;
    const names = moduleGraph.getProvidedExports(provided);
    lends.set(module._name, new Set(Array.isArray(names) ? names : commonNames(provided.resource)));
  }
  return sorted(lends);
}

/** Of a CommonJS module, whose names are known when it has run. */
const commonNames = (resource) => [...Object.keys(createRequire(resource)(resource)), "default"];
