import { createTheme, MantineThemeProvider } from "@mantine/core";
import { ErrorBoundary } from "../error-boundary.tsx";
import { ErrorCard } from "../error-card.tsx";
import classes from "./examples.module.css";
import type { Entry, Example } from "./gallery-entries.ts";
import { useChosen } from "./use-chosen.ts";

/** Dialogs stand in their example, all at once: none takes the page, its scrolling or the focus. */
const STAGE = createTheme({
  components: {
    Modal: {
      defaultProps: {
        withinPortal: false,
        lockScroll: false,
        trapFocus: false,
        transitionProps: { duration: 0 },
      },
    },
  },
});

/** The examples of all components, or of the one that the address names. */
export function ExamplesPage({ entries }: { entries: readonly Entry[] }) {
  const chosen = useChosen();
  const shown = entries.filter(({ id }) => chosen === "" || id === chosen);
  return (
    <main className={classes["page"]}>
      {shown.map((entry) => (
        <Component key={entry.id} entry={entry} />
      ))}
    </main>
  );
}

function Component({ entry }: { entry: Entry }) {
  const { id, name, about, importLine, signature, examples } = entry;
  return (
    <section className={classes["component"]} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {about ? <Prose className={classes["about"]} text={about} /> : null}
      <Code text={importLine} />
      {signature ? (
        <details className={classes["more"]}>
          <summary>Types of {name}</summary>
          <Code text={signature} />
        </details>
      ) : null}
      {examples.map((example) => (
        <ExampleCard key={example.id} example={example} of={name} />
      ))}
    </section>
  );
}

function ExampleCard({ example, of }: { example: Example; of: string }) {
  const { id, title, about, code, Component: Shown } = example;
  return (
    <article className={classes["example"]} aria-labelledby={id}>
      <header className={classes["head"]}>
        <h3 id={id}>{title}</h3>
        {about ? <Prose text={about} /> : null}
      </header>
      <div className={classes["stage"]} lang="fr">
        <ErrorBoundary fallback={(error, retry) => <ErrorCard title={String(error)} onRetry={retry} />}>
          <MantineThemeProvider theme={STAGE}>
            <Shown />
          </MantineThemeProvider>
        </ErrorBoundary>
      </div>
      <details className={classes["more"]}>
        <summary>
          Code
          <span className={classes["of"]}>
            {" "}
            of {of}: {title}
          </span>
        </summary>
        <Code text={code} />
      </details>
    </article>
  );
}

/** A comment of the code: what stands between backticks there is code. */
function Prose({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p className={className}>
      {text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </p>
  );
}

function Code({ text }: { text: string }) {
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes["code"]} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
