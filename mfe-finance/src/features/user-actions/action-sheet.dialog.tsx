import { Dialog } from "@bobine/shared-ui";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import classes from "./workbench.module.css";

/** One action over the queue, where there is no place beside it. */
export function ActionSheetDialog({ close, children }: { close: () => void; children: ReactNode }) {
  return (
    <Dialog
      opened
      fullScreen
      onClose={close}
      title={DESK_TEXTS.panel}
      closeButtonProps={{ "aria-label": DESK_TEXTS.back, icon: <IconArrowLeft size={22} aria-hidden /> }}
      classNames={{
        header: classes["sheetHead"] ?? "",
        body: classes["sheet"] ?? "",
        content: classes["sheetContent"] ?? "",
      }}
      // In the middle of what toasts leave free it would begin below the window's top.
      styles={{ inner: { alignItems: "flex-start", paddingBottom: 0 } }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Dialog>
  );
}
