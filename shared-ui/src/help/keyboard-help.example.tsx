import { KeyboardHelp } from "./keyboard-help.tsx";

export const Everywhere = () => <KeyboardHelp opened close={() => undefined} />;

export const WithKeysOfTheScreen = () => (
  <KeyboardHelp
    opened
    close={() => undefined}
    screen={{
      title: "Sur cet écran",
      keys: [
        [["Entrée"], "Ajouter ou retirer la facture"],
        [["Ctrl+Entrée"], "Rapprocher"],
        [["1", "…", "9"], "Choisir une proposition"],
      ],
    }}
  />
);
