// The import borders of the product: host, mfe-* → shared-* → api/contract, and never sideways.
const remotes = ["mfe-cinemas", "mfe-account", "mfe-finance", "mfe-admin", "mfe-imports"];

// The modules of the API (api/src/modules) stand on floors: each may import those of lower floors, and none of its own. So they have no circle.
const floors = [
  ["audit", "company", "dashboard", "guide", "openapi", "saved-filters", "second-factor", "shell"],
  ["auth", "bank-details", "banking", "box-office", "remotes", "subscriptions"],
  ["bank-connection", "clients", "comments", "distributors", "exports", "invoices", "people", "search"],
  ["cinemas", "declarations", "mailing", "operations", "user-actions"],
  ["prospects"],
];
const moduleFloors = floors.map((modules, floor) => ({
  name: `modules-import-lower-floors-only-${floor}`,
  comment: `Only a module of a lower floor (see floors): ${floors.slice(0, floor).flat().join(", ") || "none"}.`,
  severity: "error",
  from: { path: `^api/src/modules/(${modules.join("|")})/`, pathNot: "testing[.]ts$|[.]test[.]ts$" },
  to: {
    path: "^api/src/modules/",
    pathNot: `^api/src/modules/($1${["", ...floors.slice(0, floor).flat()].join("|")})/`,
  },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "remotes-do-not-know-each-other",
      comment:
        "A remote is built and deployed alone: what two remotes share lives in shared-ui, shared-auth, shared-features or the contract.",
      severity: "error",
      from: { path: `^(${remotes.join("|")})/` },
      to: { path: `^(${remotes.join("|")}|host)/`, pathNot: "^$1/" },
    },
    {
      name: "the-host-never-imports-a-remote",
      comment: "Remotes are found at run time through the registry.",
      severity: "error",
      from: { path: "^host/" },
      to: { path: "^mfe-" },
    },
    {
      name: "shared-packages-do-not-look-up",
      severity: "error",
      from: { path: "^shared-" },
      to: { path: "^(host|mfe-)" },
    },
    {
      name: "shared-ui-knows-no-session",
      comment: "The design system takes props; session and HTTP are shared-auth's.",
      severity: "error",
      from: { path: "^shared-ui/" },
      to: { path: "^shared-(auth|features)/" },
    },
    {
      name: "what-remotes-bundle-of-shared-ui-borrows-the-rest",
      comment:
        "The host lends @bobine/shared-ui, each remote bundles its sub-paths: by a relative import they bring a second copy of components and error classes (FED-19).",
      severity: "error",
      from: {
        path: "^shared-ui/src/(csv|dates|forms|help|lists)/",
        pathNot: "[.](test|testing|example)[.]tsx?$",
      },
      to: {
        path: "^shared-ui/src/[^/]+$",
        pathNot: "^shared-ui/src/(index|format|data-table-props)[.]ts$",
      },
    },
    {
      name: "shared-auth-knows-no-feature",
      comment:
        "Session and client only: what screens show of a cinema, a person or a company is shared-features'.",
      severity: "error",
      from: { path: "^shared-auth/" },
      to: { path: "^shared-features/" },
    },
    {
      name: "front-ends-import-only-the-contract-of-the-api",
      severity: "error",
      from: { path: "^(host|mfe-|shared-)" },
      to: { path: "^api/", pathNot: "^api/contract/" },
    },
    {
      name: "the-contract-imports-zod-and-nothing-else",
      severity: "error",
      from: { path: "^api/contract/", pathNot: "[.](test|testing)[.]ts$" },
      to: { pathNot: ["^api/contract/", "node_modules/(.pnpm/)?zod"] },
    },
    {
      name: "rules-and-units-of-the-contract-know-no-call",
      comment: "Calls are made of rules and units; labels and lists are made of calls.",
      severity: "error",
      from: { path: "^api/contract/(rules|units|federation)/", pathNot: "[.](test|testing)[.]ts$" },
      to: { path: "^api/contract/(calls|labels|lists)/" },
    },
    {
      name: "calls-of-the-contract-know-no-list",
      comment: "Labels and lists are made of calls.",
      severity: "error",
      from: { path: "^api/contract/calls/", pathNot: "[.](test|testing)[.]ts$" },
      to: { path: "^api/contract/(labels|lists)/" },
    },
    {
      name: "the-database-knows-no-platform",
      comment: "Jobs and files are kept with the help of the database, never the other way round.",
      severity: "error",
      from: { path: "^api/src/db/", pathNot: "[.](test|testing)[.]ts$" },
      to: { path: "^api/src/platform/" },
    },
    {
      name: "the-domain-is-pure",
      comment:
        "No HTTP, no SQL, no clock, no files in api/src/domain (parsers may use streams and their grammar libraries).",
      severity: "error",
      from: { path: "^api/src/domain/", pathNot: "[.](test|testing)[.]ts$" },
      to: {
        path: [
          "^api/src/(?!domain/)",
          "node_modules/.*(fastify|kysely|/pg/|pg-boss|nodemailer)",
          "^(fs|http|net|node:fs|node:http)",
        ],
      },
    },
    {
      name: "features-do-not-import-their-neighbour",
      comment: "The page composes features; a feature knows only itself.",
      severity: "error",
      from: { path: "^(mfe-[a-z-]+|host)/src/features/([^/]+)/" },
      to: { path: "^$1/src/features/", pathNot: "^$1/src/features/$2/" },
    },
    ...moduleFloors,
    {
      name: "each-module-has-a-floor",
      comment: "Add it to floors: as low as what it imports allows.",
      severity: "error",
      from: {},
      to: { path: `^api/src/modules/(?!(${floors.flat().join("|")})/)[^/]+/` },
    },
    {
      name: "modules-stand-above-the-rest-of-the-api",
      comment: "Who mounts, runs or operates them knows modules; nothing beneath them does.",
      severity: "error",
      from: {
        path: "^api/src/(access|db|domain|http|pdf|platform|workers)/",
        pathNot: "[.](test|testing)[.]ts$",
      },
      to: { path: "^api/src/modules/" },
    },
    {
      name: "simulators-are-reached-over-http",
      comment:
        "The product knows their address and secrets, as of a real provider; who starts them and tests know more.",
      severity: "error",
      from: {
        path: "^api/src/",
        pathNot: ["^api/src/(simulators/|run[.]ts|app[.]ts)", "[.](test|testing)[.]ts$", "^api/src/testing/"],
      },
      to: { path: "^api/src/simulators/" },
    },
    {
      name: "simulators-know-no-adapter",
      comment: "They speak as the provider documents it, not as our adapter expects it.",
      severity: "error",
      from: { path: "^api/src/simulators/", pathNot: "[.](test|testing)[.]ts$" },
      to: { path: "^api/src/(modules|platform/(bank-aggregator|card-payments))/" },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      comment:
        "`<library>/whole` and `/screens` are names under which the host lends: host/src/lent (FED-19).",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "[?]|[.]css$|^@bobine/|/(whole|screens)$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(dist|[.]cache)/" },
    tsPreCompilationDeps: true,
    moduleSystems: ["es6", "cjs"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
