import { createRequire } from "node:module";

const CONSUMED = "consume-shared-module";
const PROVIDED = "provide-module";

/** Modules of the files that a build writes, before some are put together. */
function* modulesOf(compilation) {
  for (const module of compilation.modules)
    if (compilation.chunkGraph.getNumberOfModuleChunks(module) > 0) yield module;
}

const byCode = (one, other) => (one < other ? -1 : 1);
const sorted = (names) =>
  Object.fromEntries(
    [...names].sort(([one], [other]) => byCode(one, other)).map(([key, set]) => [key, [...set].sort(byCode)]),
  );

/**
 * What a build takes from its host: lent module → names (FED-19).
 * @param {import("webpack").Compilation} compilation after its chunks are made
 * @returns {{ names: Record<string, string[]>, first: { key: string, by: string }[] }} `first`: what is taken by the chunks that a page
 * begins with
 */
export function usedNames(compilation) {
  const { moduleGraph, chunkGraph } = compilation;
  const uses = new Map();
  const first = [];
  for (const module of modulesOf(compilation)) {
    const isFirst = [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunk.canBeInitial());
    for (const dependency of module.dependencies) {
      const lent = moduleGraph.getModule(dependency);
      if (lent?.type !== CONSUMED) continue;
      const key = lent.options.shareKey;
      const names = uses.get(key) ?? new Set();
      uses.set(key, names);
      const name = nameOf(key, idsOf(dependency, moduleGraph));
      if (name !== undefined) names.add(name);
      if (isFirst) first.push({ key, by: module.readableIdentifier(compilation.requestShortener) });
    }
  }
  return { names: sorted(uses), first };
}

function idsOf(dependency, moduleGraph) {
  if (typeof dependency.getIds === "function") return dependency.getIds(moduleGraph);
  return dependency.names ?? [];
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
