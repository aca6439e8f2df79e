import { KeyboardHelp } from "@bobine/shared-ui/help";

/** The keys of a screen without any of its own. */
export function HelpDialog({ close }: { close: () => void }) {
  return <KeyboardHelp opened close={close} />;
}
