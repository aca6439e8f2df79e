import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { CreditNote, LoadedLater, Preview, QuestionAbove, RefusalAbove } from "./dialog.example.tsx";
import { renderUi } from "./render-ui.testing.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

const Page = (props: { keepsRow?: boolean }) => (
  <main tabIndex={-1}>
    <QuestionAbove {...props} />
  </main>
);

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

it("the dialog that opened last lies above, also when it was in the page before the other one", async () => {
  renderUi(<RefusalAbove />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Résoudre" }));
  await user.click(await screen.findByRole("button", { name: "Rapprocher" }));
  // No layout here: the styles say which lies above.
  const level = (dialog: HTMLElement): number => {
    for (let at: HTMLElement | null = dialog; at; at = at.parentElement) {
      const layer = at.style.getPropertyValue("--mb-z-index") || at.style.zIndex;
      if (layer) return Number(layer);
    }
    return Number.NaN;
  };
  const [refusal, choice] = [
    await screen.findByRole("dialog", { name: "Refus" }),
    screen.getByRole("dialog", { name: "Choix" }),
  ];
  expect(level(refusal)).toBeGreaterThan(level(choice));
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog", { name: "Refus" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Choix" })).toBeVisible();
});

it("the focus goes back to what opened a dialog that gave its place to another one", async () => {
  renderUi(<LoadedLater />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Résoudre" }));
  await user.click(await screen.findByRole("button", { name: "Montrer" }));
  await screen.findByRole("dialog", { name: "Choix" });
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Résoudre" })).toHaveFocus());
});

it("a control that was disabled while it worked has the focus again afterwards, unless it is elsewhere by then", async () => {
  renderUi(<Preview />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Télécharger" });
  const work = async (meanwhile: () => void) => {
    button.focus();
    button.disabled = true;
    // As a browser does, and jsdom does not.
    button.blur();
    meanwhile();
    await Promise.resolve();
    button.disabled = false;
    await Promise.resolve();
  };
  await work(() => undefined);
  expect(button).toHaveFocus();
  const close = screen.getAllByRole("button").find((one) => one !== button);
  await work(() => close?.focus());
  expect(close).toHaveFocus();
});

it("the page behind stays where it is until the last dialog is closed, and no element of it gets other styles", async () => {
  const user = await openBoth();
  expect(document.body).toHaveStyle({ overflow: "hidden" });
  expect(document.body).not.toHaveAttribute("data-scroll-locked");
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog", { name: "Question" })).toBeNull());
  expect(document.body).toHaveStyle({ overflow: "hidden" });
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(document.body).not.toHaveStyle({ overflow: "hidden" }));
});

it("the scroll bar comes back into a place that is kept for it: the page never has another width", async () => {
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(window.innerWidth - 15);
  const { body, documentElement: root } = document;
  const gutters: string[] = [];
  // When the page is wide again, and until its bar is there.
  const seen = new MutationObserver(() => gutters.push(root.style.scrollbarGutter));
  const user = await openBoth();
  expect([body.style.marginRight, root.style.scrollbarGutter]).toEqual(["15px", ""]);
  seen.observe(body, { attributeFilter: ["style"] });
  await user.keyboard("{Escape}{Escape}");
  await vi.waitFor(() => expect(body.style.marginRight).toBe(""));
  await vi.waitFor(() => expect(gutters).toEqual(["stable"]));
  await vi.waitFor(() => expect(root.style.scrollbarGutter).toBe(""));
  seen.disconnect();
});

it("a dialog that opens before the scroll bar is back takes its place again", async () => {
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(window.innerWidth - 15);
  vi.spyOn(window, "requestAnimationFrame").mockReturnValue(1);
  const { body, documentElement: root } = document;
  const { unmount } = renderUi(<Preview />);
  expect(body.style.marginRight).toBe("15px");
  unmount();
  expect([body.style.marginRight, root.style.scrollbarGutter]).toEqual(["", "stable"]);
  renderUi(<Preview />);
  expect([body.style.marginRight, root.style.scrollbarGutter]).toEqual(["15px", ""]);
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
  const dialog = <Preview close={close} />;
  const { rerender } = renderUi(<main tabIndex={-1}>{dialog}</main>);
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
  rerender(<main tabIndex={-1} />);
  await vi.waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

it("the focus stays with the field that has it, however late the dialog would give it to its first one", () => {
  vi.useFakeTimers();
  try {
    renderUi(<CreditNote />);
    act(() => screen.getByLabelText("Motif").focus());
    act(() => void vi.runAllTimers());
    expect(screen.getByLabelText("Motif")).toHaveFocus();
  } finally {
    vi.useRealTimers();
  }
});
