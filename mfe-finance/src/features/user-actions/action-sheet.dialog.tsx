import { Dialog } from "@bobine/shared-ui";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ON_SHEET } from "./workbench-keys.ts";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import classes from "./workbench.module.css";

interface ActionSheetDialogProps {
  close: () => void;
  /** What closing leads back to. */
  closeLabel: string;
  children: ReactNode;
}

/** One action over the queue, where there is no place beside it. */
export function ActionSheetDialog({ close, closeLabel, children }: ActionSheetDialogProps) {
  return (
    <Dialog
      opened
      fullScreen
      onClose={close}
      title={DESK_TEXTS.panel}
      closeButtonProps={{ "aria-label": closeLabel, icon: <IconArrowLeft size={22} aria-hidden /> }}
      classNames={{
        header: classes["sheetHead"] ?? "",
        body: classes["sheet"] ?? "",
        content: classes["sheetContent"] ?? "",
      }}
      // In the middle of what toasts leave free it would begin below the window's top.
      styles={{ inner: { alignItems: "flex-start", paddingBottom: 0 } }}
      transitionProps={{ duration: 0 }}
      {...ON_SHEET}
    >
      {/* Not on the button that leads back: « Entrée » accepts, as beside the queue. */}
      <div data-autofocus tabIndex={-1} className={classes["sheetBody"]}>
        {children}
      </div>
    </Dialog>
  );
}
