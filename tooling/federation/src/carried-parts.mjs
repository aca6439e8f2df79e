/**
 * What of the libraries that the host lends is in its first load. A lent library cannot be shaken by its users (the host is built before
 * it knows them), and whole they would be 300 kB of brotli in front of the first paint. Every other name of those in `ON_DEMAND` comes
 * when a chunk that uses it is loaded (lent-names-loader.mjs): from the same copy, by a lazy share of the host; a name of `SCREEN_PARTS`
 * by a smaller one.
 */
export const CARRIED_PARTS = {
  "@mantine/core": [
    // Screens
    "ActionIcon",
    "Anchor",
    "Badge",
    "Box",
    "Button",
    "CloseButton",
    "Collapse",
    "Combobox",
    "CopyButton",
    "Drawer",
    "Group",
    "Input",
    "Loader",
    "Modal",
    "Notification",
    "Paper",
    "Popover",
    "Progress",
    "ScrollArea",
    "Select",
    "Skeleton",
    "Stack",
    "Text",
    "TextInput",
    "Title",
    "UnstyledButton",
    "VisuallyHidden",
    // The provider and its hooks
    "MantineProvider",
    "createTheme",
    // `Select` is made of it
    "useCombobox",
    "useComputedColorScheme",
    "useMantineColorScheme",
  ],
  "@tanstack/react-query": [
    "MutationObserver",
    "QueryClient",
    "QueryClientProvider",
    "QueryObserver",
    "keepPreviousData",
    "onlineManager",
    "useInfiniteQuery",
    "useMutation",
    "useQuery",
    "useQueryClient",
  ],
  // One file, of which no part could come later. All that a remote has a use for: its routes are inside the host's router, so they have no router
  // of their own, and no loaders and actions (1 kB more than what is used).
  "react-router-dom": [
    "IDLE_BLOCKER",
    "IDLE_NAVIGATION",
    "Link",
    "NavLink",
    "Navigate",
    "NavigationType",
    "Outlet",
    "Route",
    "RouterProvider",
    "Routes",
    "createBrowserRouter",
    "createMemoryRouter",
    "createPath",
    "createRoutesFromChildren",
    "createRoutesFromElements",
    "createSearchParams",
    "generatePath",
    "isRouteErrorResponse",
    "matchPath",
    "matchRoutes",
    "parsePath",
    "renderMatches",
    "resolvePath",
    "useBeforeUnload",
    "useBlocker",
    "useHref",
    "useInRouterContext",
    "useLinkClickHandler",
    "useLocation",
    "useMatch",
    "useMatches",
    "useNavigate",
    "useNavigation",
    "useNavigationType",
    "useOutlet",
    "useOutletContext",
    "useParams",
    "useResolvedPath",
    "useRouteError",
    "useRoutes",
    "useSearchParams",
    "useViewTransitionState",
  ],
};

/**
 * What many screens are made of and the frame around them is not: the files of a screen that uses one of them bring them all. The
 * server tells a browser to fetch them with the screen.
 */
export const SCREEN_PARTS = {
  "@mantine/core": [
    "Alert",
    "Center",
    "Checkbox",
    "SegmentedControl",
    "SimpleGrid",
    "Table",
    "Tabs",
    "Textarea",
    "Tooltip",
  ],
};

/** Library → the host's module that has those parts, from its folder. */
export const SCREENS = { "@mantine/core": "./src/lent/mantine-screens.ts" };

/** Under which the host lends them. @param {string} library */
export const screensOf = (library) => `${library}/screens`;

/** Libraries of which every other name comes on demand → the host's module that has them all, from its folder. */
export const ON_DEMAND = {
  "@mantine/core": "./src/lent/mantine-core.ts",
  "@tanstack/react-query": "./src/lent/react-query.ts",
};

/** Under which the host lends all of a library whose first load has only a part. @param {string} library */
export const wholeOf = (library) => `${library}/whole`;

/** Toasts and dialogs are shared-ui's: in a remote these would be a second system beside them. */
export const NOT_FOR_REMOTES = ["@mantine/notifications", "@mantine/modals"];

/**
 * Library → the one by whose name it is lent: what a remote takes of it, in whatever form, comes from there, as the same names. `react-router` is a
 * dependency of `react-router-dom`, and what its manual and editors name: a second copy in a remote knows nothing of the page's router.
 */
export const LENT_AS = { "react-router": "react-router-dom", "react-router/dom": "react-router-dom" };

/** A remote with a module of these brings a router of its own, by whatever way it came (`require`, `react-router/internal/…`). */
export const ROUTER_PACKAGES = /[\\/]node_modules[\\/](?:react-router|react-router-dom)[\\/]/;

/** Of zod: what follows `z.` beside the functions that make a schema, all of which are lent (6 kB more than what is used). */
export const CARRIED_BESIDE_SCHEMAS = [
  "NEVER",
  "ZodError",
  "ZodType",
  "coerce",
  "flattenError",
  "formatError",
  "iso",
  "prettifyError",
  "treeifyError",
];

/** Names that a library has from another module than its main one. */
export const OTHER_ENTRIES = {
  "react-router-dom": { RouterProvider: "react-router/dom" },
  "@tanstack/react-query": {
    QueryClientProvider: "./QueryClientProvider.js",
    useInfiniteQuery: "./useInfiniteQuery.js",
    useMutation: "./useMutation.js",
    useQuery: "./useQuery.js",
    useQueryClient: "./QueryClientProvider.js",
  },
};

/** Where such a library has all other names. */
export const MAIN_ENTRIES = {
  "react-router-dom": "react-router",
  "@tanstack/react-query": "@tanstack/query-core",
};
