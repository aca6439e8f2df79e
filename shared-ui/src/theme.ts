import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Petrol blue: the calm of an accounting tool, far enough from the four status colours. */
const petrol: MantineColorsTuple = [
  "#edf6f8",
  "#dbeaee",
  "#b4d4dc",
  "#8abccb",
  "#62a3b6",
  "#418ca2",
  "#2b7890",
  "#1b6379",
  "#135163",
  "#0a3e4d",
];

/** Cool greys of the dark scheme; 7 is the page, 6 a card. */
const dark: MantineColorsTuple = [
  "#d5dbe0",
  "#b3bdc5",
  "#94a1ab",
  "#6b7984",
  "#3f4b55",
  "#313c45",
  "#232c33",
  "#171e24",
  "#11171c",
  "#0b1014",
];

const gray: MantineColorsTuple = [
  "#f7f9fa",
  "#eff2f4",
  "#e3e8eb",
  "#d3dade",
  "#bac4ca",
  "#8a969e",
  "#626e77",
  "#48545c",
  "#323c43",
  "#1f272c",
];

/** How much of the window's end toasts cover (toasts.tsx). */
const TOASTS_HEIGHT = "var(--bobine-toasts, 0px)";

export const theme = createTheme({
  fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, monospace",
  headings: {
    fontFamily: "'Inter Variable', Inter, system-ui, sans-serif",
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.2rem", lineHeight: "1.3" },
      h3: { fontSize: "1.05rem", lineHeight: "1.35" },
    },
  },
  colors: { petrol, dark, gray },
  primaryColor: "petrol",
  primaryShade: { light: 7, dark: 7 },
  black: "#172026",
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  // Below 1200px the side menu is a drawer (UI-2): "large" is Mantine's lg, 75em.
  components: {
    Button: { defaultProps: { fw: 550 } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { "aria-label": "Fermer" }, radius: "lg" },
      styles: {
        title: { fontSize: "1.1rem", fontWeight: 650, lineHeight: 1.3 },
        // It makes room for the toasts, which would cover its buttons (toasts.tsx).
        inner: {
          paddingBottom: `calc(var(--modal-inner-y-offset, var(--modal-y-offset)) + ${TOASTS_HEIGHT})`,
        },
        content: { maxHeight: `calc(100dvh - var(--modal-y-offset) * 2 - ${TOASTS_HEIGHT})` },
      },
    },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Fermer" } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Fermer la notification" } } },
    // The list itself scrolls: what scrolls inside it would have no keyboard, whose focus stays in the field.
    Select: {
      // What is typed marks the first match: « Entrée » chooses it.
      defaultProps: { withScrollArea: false, selectFirstOptionOnChange: true },
      styles: { options: { maxHeight: "13.75rem", overflowY: "auto" } },
    },
    Loader: { defaultProps: { type: "dots" } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

/** Our own surfaces and AA text colours, in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#f5f7f8",
    "--mantine-color-dimmed": "#57636b",
    "--mantine-color-placeholder": "#6a757d",
    "--mantine-color-error": "#b42323",
    "--bobine-surface": "#ffffff",
    "--bobine-surface-muted": "#f1f4f5",
    "--bobine-line": "#dfe5e8",
    "--bobine-amount-positive": "#17683a",
    "--bobine-amount-negative": "#b42323",
  },
  dark: {
    "--mantine-color-body": "#141a1f",
    "--mantine-color-dimmed": "#9fabb4",
    "--mantine-color-placeholder": "#8b98a1",
    "--mantine-color-error": "#ff9a94",
    "--mantine-color-anchor": "#8abccb",
    "--bobine-surface": "#1c242a",
    "--bobine-surface-muted": "#20292f",
    "--bobine-line": "#313c45",
    "--bobine-amount-positive": "#74d29a",
    "--bobine-amount-negative": "#ff9a94",
  },
});
