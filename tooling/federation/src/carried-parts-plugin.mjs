import { createRequire } from "node:module";
import webpack from "webpack";
import { CARRIED_PARTS, CARRIED_SCHEMAS, NOT_FOR_REMOTES } from "./carried-parts.mjs";

const require = createRequire(import.meta.url);

/** The entry modules of the libraries that are carried in part, and what is left of each. */
export const carriedPartsRules = () => [
  partsRule(/[\\/]@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/, "@mantine/core"),
  partsRule(/[\\/]@tanstack[\\/]react-query[\\/]build[\\/]modern[\\/]index\.js$/, "@tanstack/react-query"),
  partsRule(/[\\/]@mantine[\\/]dates[\\/]esm[\\/]index\.mjs$/, "@mantine/dates"),
  partsRule(/[\\/]react-router-dom[\\/]dist[\\/]index\.m?js$/, "react-router-dom"),
  partsRule(/[\\/]node_modules[\\/]zod[\\/]index\.js$/, "zod"),
];

const partsRule = (test, library) => ({
  test,
  use: { loader: require.resolve("./carried-parts-loader.mjs"), options: { library } },
});

/**
 * Refuses at build time the import of a name that the host does not carry: at run time it would only be undefined.
 * Names used by other libraries of the page (`@mantine/dropzone`) are looked at like ours.
 */
export class CarriedPartsPlugin {
  /** @param {"host" | "remote"} role */
  constructor(role) {
    this.forbidden = role === "remote" ? NOT_FOR_REMOTES : [];
  }

  apply(compiler) {
    const pluginName = "CarriedPartsPlugin";
    compiler.hooks.normalModuleFactory.tap(pluginName, (factory) => {
      for (const type of ["javascript/auto", "javascript/esm"])
        factory.hooks.parser
          .for(type)
          .tap(pluginName, (parser) => watchImports(parser, pluginName, this.forbidden));
    });
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      compilation.hooks.succeedModule.tap(pluginName, checkSchemas);
    });
  }
}

function watchImports(parser, pluginName, forbidden) {
  const check = (source, name) => {
    if (forbidden.includes(source)) {
      const module = parser.state.module;
      module.addError(
        new webpack.WebpackError(`${source} belongs to shared-ui: a remote uses what it exports`),
      );
    }
    const carried = CARRIED_PARTS[source];
    // A whole namespace (`import * as`) or a re-export of everything cannot be checked: it is refused as well.
    if (carried && !carried.includes(name)) refuse(parser.state.module, name ?? "everything", source);
  };
  parser.hooks.importSpecifier.tap(pluginName, (_statement, source, id) => check(source, id));
  parser.hooks.exportImportSpecifier.tap(pluginName, (_statement, source, id) => check(source, id));
}

function checkSchemas(module) {
  if (!module.dependencies.some((dependency) => dependency.request === "zod")) return;
  const code = String(module.originalSource()?.source() ?? "");
  for (const [, name] of code.matchAll(/(?<![\w.])z\.(\w+)/g))
    if (!CARRIED_SCHEMAS.includes(name)) refuse(module, `z.${name}`, "zod");
}

const refuse = (module, name, library) =>
  module.addError(
    new webpack.WebpackError(
      `${name} of ${library} is not carried by the host: add it to tooling/federation/src/carried-parts.mjs`,
    ),
  );
