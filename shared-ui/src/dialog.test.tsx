import { Button } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./confirm.dialog.tsx";
import { Dialog } from "./dialog.tsx";
import { renderUi } from "./testing.tsx";

/** A dialog that is mounted already open, with a question above it. */
function Page({ keepsRow = true }: { keepsRow?: boolean }) {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <main tabIndex={-1}>
      {/* As a table's scrolling area is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Liste" tabIndex={0}>
        <table>
          <tbody>
            {done && !keepsRow ? null : (
              <tr>
                <td>
                  {done ? (
                    <Button key="undo">Annuler la ligne</Button>
                  ) : (
                    <Button key="do" onClick={() => setOpen(true)}>
                      Résoudre
                    </Button>
                  )}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {open ? (
        <Dialog opened onClose={() => setOpen(false)} title="Choix">
          <Button onClick={() => setAsking(true)}>Rapprocher</Button>
          <ConfirmDialog
            opened={asking}
            title="Question"
            close={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              setOpen(false);
              setDone(true);
            }}
          >
            Continuer ?
          </ConfirmDialog>
        </Dialog>
      ) : null}
    </main>
  );
}

const openBoth = async (page = <Page />) => {
  renderUi(page);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Résoudre" }));
  await user.click(await screen.findByRole("button", { name: "Rapprocher" }));
  await screen.findByRole("dialog", { name: "Question" });
  return user;
};

it("Escape closes the upper dialog only, and the focus goes back to what opened it", async () => {
  const user = await openBoth();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog", { name: "Question" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Choix" })).toBeVisible();
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Rapprocher" })).toHaveFocus());
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Résoudre" })).toHaveFocus());
});

it("the focus goes to another button of the row when the one that opened is gone", async () => {
  const user = await openBoth();
  await user.click(screen.getByRole("button", { name: "Confirmer" }));
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Annuler la ligne" })).toHaveFocus());
});

it("the focus goes to the list when the row is gone", async () => {
  const user = await openBoth(<Page keepsRow={false} />);
  await user.click(screen.getByRole("button", { name: "Confirmer" }));
  await vi.waitFor(() => expect(screen.getByRole("region", { name: "Liste" })).toHaveFocus());
});

it("the focus goes to the screen when the dialog was there from the start", async () => {
  const user = userEvent.setup();
  const close = vi.fn<() => void>();
  const dialog = (
    <Dialog opened onClose={close} title="Aperçu">
      <Button>Télécharger</Button>
    </Dialog>
  );
  const { rerender } = renderUi(<main tabIndex={-1}>{dialog}</main>);
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
  rerender(<main tabIndex={-1} />);
  await vi.waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});
