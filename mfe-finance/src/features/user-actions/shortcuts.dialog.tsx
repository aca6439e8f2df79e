import { Dialog } from "@bobine/shared-ui";
import classes from "./desk.module.css";
import { DESK_TEXTS, SHORTCUTS } from "./user-actions.texts.ts";

/** Every key of the desk. */
export function ShortcutsDialog({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Dialog opened={opened} onClose={close} title={DESK_TEXTS.shortcuts}>
      <dl className={classes["shortcuts"]}>
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) =>
                key === "…" ? (
                  <span key={key}>…</span>
                ) : (
                  <kbd key={key} className={classes["key"]}>
                    {key}
                  </kbd>
                ),
              )}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
