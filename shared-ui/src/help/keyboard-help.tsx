import { guideAddress } from "@bobine/contract/guide-address";
import { Dialog } from "@bobine/shared-ui";
import { Anchor } from "@mantine/core";
import classes from "./keyboard-help.module.css";

/** Keys as they are read on a French keyboard, « … » between the ends of a row of them; and what they do. */
export type KeyHelp = readonly (readonly [keys: readonly string[], what: string])[];

const EVERYWHERE: KeyHelp = [
  [["Ctrl+K", "⌘K"], "Chercher un cinéma, une facture, une opération ou une page"],
  [["?"], "Afficher cette aide"],
  [["Tab", "Maj+Tab"], "Aller au champ ou au bouton suivant, précédent"],
  [["Échap"], "Fermer la fenêtre ouverte"],
];

const LISTS: KeyHelp = [
  [["↓", "↑"], "Aller à la ligne suivante, précédente, dans une liste dont les lignes s’ouvrent"],
  [["Entrée"], "Ouvrir la ligne, activer le bouton"],
  [["Ctrl+P", "⌘P"], "Imprimer la liste, sans menu ni boutons"],
];

/** The keys of the product, those of the screen first, and the way to where the users' guide speaks of the screen (HELP-1). */
export function KeyboardHelp({
  opened,
  close,
  screen,
}: {
  opened: boolean;
  close: () => void;
  /** What the screen has of its own. */
  screen?: { readonly title: string; readonly keys: KeyHelp };
}) {
  const sections = [
    ...(screen ? [screen] : []),
    { title: "Partout", keys: EVERYWHERE },
    { title: "Dans les listes", keys: LISTS },
  ];
  return (
    <Dialog opened={opened} onClose={close} title="Raccourcis clavier" size="lg">
      <Anchor
        href={guideAddress(window.location)}
        target="_blank"
        rel="noopener"
        size="sm"
        className={classes["guide"] ?? ""}
      >
        Guide de cet écran
      </Anchor>
      {sections.map(({ title, keys }) => (
        <section key={title} className={classes["section"]}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([names, what]) => (
              <div key={what}>
                <dt>
                  {names.map((name) =>
                    name === "…" ? <span key={name}>…</span> : <kbd key={name}>{name}</kbd>,
                  )}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
