import { KeyboardHelp } from "@bobine/shared-ui/help";
import { memo } from "react";
import { DESK_TEXTS, SHORTCUTS } from "./user-actions.texts.ts";

/** Every key of the workbench, then those of the whole product. */
export const ShortcutsDialog = memo(({ opened, close }: { opened: boolean; close: () => void }) => (
  <KeyboardHelp opened={opened} close={close} screen={{ title: DESK_TEXTS.onWorkbench, keys: SHORTCUTS }} />
));
