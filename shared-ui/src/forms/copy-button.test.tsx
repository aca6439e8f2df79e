import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { Email } from "./copy-button.example.tsx";

it("copies, and says so for two seconds (TXT-2)", async () => {
  userEvent.setup();
  renderUi(<Email />);
  const button = screen.getByRole("button", { name: "Copier" });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => button.click());
  expect(await navigator.clipboard.readText()).toBe("camille@lumen.example");
  expect(button).toHaveTextContent("Copié");
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(button).toHaveTextContent("Copier");
});

it.each([
  ["has no clipboard", () => vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never)],
  [
    "refuses it",
    () => vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("NotAllowedError")),
  ],
])("says that a browser that %s does not copy, and what to do (TXT-1)", async (_what, refuse) => {
  const user = userEvent.setup();
  refuse();
  renderUi(<Email />);
  await user.click(screen.getByRole("button", { name: "Copier" }));
  expect(
    await screen.findByText(/^Impossible de copier.*sélectionnez le texte et copiez-le\.$/),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Copier" })).toBeVisible();
});
