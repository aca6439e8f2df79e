/**
 * What of the widest shared libraries the host carries. A shared library cannot be shaken by its users (the host is
 * built before it knows them), so whole it would be 300 kB of a first load in which a tenth is used. One list for host
 * and remotes: a build that imports another name fails, and says to add it here.
 */
export const CARRIED_PARTS = {
  "@mantine/core": [
    // Screens
    "ActionIcon",
    "Alert",
    "Anchor",
    "Badge",
    "Box",
    "Button",
    "Center",
    "Checkbox",
    "CloseButton",
    "Collapse",
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
    "SegmentedControl",
    "Select",
    "SimpleGrid",
    "Skeleton",
    "Stack",
    "Table",
    "Tabs",
    "Text",
    "TextInput",
    "Textarea",
    "Title",
    "Tooltip",
    "UnstyledButton",
    "VisuallyHidden",
    // The provider and its hooks
    "MantineProvider",
    "createTheme",
    "useComputedColorScheme",
    "useMantineColorScheme",
    // What @mantine/dates is made of
    "AccordionChevron",
    "createVarsResolver",
    "factory",
    "getFontSize",
    "getSize",
    "getSpacing",
    "useProps",
    "useResolvedStylesApi",
    "useStyles",
  ],
  // Not lent: the calendar comes with the screen that opens it. Its other pickers would need more of Mantine.
  "@mantine/dates": ["DatePicker", "DatesProvider"],
  "@tanstack/react-query": [
    "MutationObserver",
    "QueryClient",
    "QueryClientProvider",
    "QueryObserver",
    "keepPreviousData",
    "onlineManager",
    "useMutation",
    "useQuery",
    "useQueryClient",
  ],
  "react-router-dom": [
    "Link",
    "NavLink",
    "Navigate",
    "Outlet",
    "RouterProvider",
    "createBrowserRouter",
    "createMemoryRouter",
    "generatePath",
    "matchPath",
    "useBlocker",
    "useLocation",
    "useMatch",
    "useNavigate",
    "useParams",
    "useRouteError",
    "useRoutes",
    "useSearchParams",
  ],
};

/** Toasts and dialogs are shared-ui's: in a remote these would be a second system beside them. */
export const NOT_FOR_REMOTES = ["@mantine/notifications", "@mantine/modals"];

/** What follows `z.` in the contract; methods of a schema come with it. */
export const CARRIED_SCHEMAS = [
  "NEVER",
  "any",
  "array",
  "boolean",
  "custom",
  "discriminatedUnion",
  "email",
  "enum",
  "int",
  "iso",
  "lazy",
  "literal",
  "null",
  "nullable",
  "number",
  "object",
  "optional",
  "partialRecord",
  "pipe",
  "preprocess",
  "record",
  "strictObject",
  "string",
  "transform",
  "tuple",
  "undefined",
  "union",
  "unknown",
  "url",
  "uuid",
];

/** Names that a library has from another module than its main one. */
export const OTHER_ENTRIES = {
  "@mantine/dates": { DatesProvider: "./components/DatesProvider/DatesProvider.mjs" },
  "react-router-dom": { RouterProvider: "react-router/dom" },
  "@tanstack/react-query": {
    QueryClientProvider: "./QueryClientProvider.js",
    useMutation: "./useMutation.js",
    useQuery: "./useQuery.js",
    useQueryClient: "./QueryClientProvider.js",
  },
};

/** Where such a library has all other names. */
export const MAIN_ENTRIES = {
  "@mantine/dates": "./components/DatePicker/DatePicker.mjs",
  "react-router-dom": "react-router",
  "@tanstack/react-query": "@tanstack/query-core",
};
