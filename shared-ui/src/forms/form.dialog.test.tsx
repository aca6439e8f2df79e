import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { DayOfDraft, Refused, Restored, Settings } from "./form.dialog.example.tsx";

it("the message of a field belongs to it", () => {
  renderUi(<Refused />);
  expect(screen.getByLabelText("Code comptable")).toHaveAccessibleDescription(
    "Ce code est déjà celui d’un autre cinéma.",
  );
});

it("the field with the error takes the focus, also when the form was sent before effects of the render before had run", async () => {
  /** Clicks when the dialog is in the page and its effects are still to come, as a click on a busy machine does. */
  const Hurried = () => {
    const [errors, setErrors] = useState<Record<string, string>>({});
    const isSent = useRef(false);
    useLayoutEffect(() => {
      const button = screen.queryByRole("button", { name: "Enregistrer" });
      if (button === null || isSent.current) return;
      isSent.current = true;
      button.focus();
      button.click();
    });
    return (
      <Settings
        errors={errors}
        onSubmit={() => {
          setErrors({ code: "Indiquez le code." });
          return false;
        }}
      />
    );
  };
  renderUi(<Hurried />);
  await act(async () => await Promise.resolve());
  await waitFor(() => expect(screen.getByLabelText("Code comptable")).toHaveFocus());
});

it("says what was typed before a reload, and lets one give it up without leaving", async () => {
  const discard = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  renderUi(<Restored draft={{ isDirty: true, isRestored: true, discard }} close={close} />);
  expect(screen.getByText("Saisie rétablie")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Abandonner ces modifications" }));
  expect(discard).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
});

it("a day that cannot be read is given up with the rest, though the form never had it (UI-24)", async () => {
  const onWrong = vi.fn<(message: string | undefined) => void>();
  renderUi(<DayOfDraft onWrong={onWrong} />);
  await userEvent.type(screen.getByLabelText("Règlement promis pour le"), "31/02/2027");
  expect(onWrong).toHaveBeenLastCalledWith("Saisissez une date, par exemple 24/12/2026.");
  await userEvent.click(screen.getByRole("button", { name: "Abandonner ces modifications" }));
  expect(screen.getByLabelText("Règlement promis pour le")).toHaveValue("");
  expect(onWrong).toHaveBeenLastCalledWith(undefined);
});

it("asks before it goes with what is typed, which goes with it", async () => {
  const discard = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  renderUi(<Settings draft={{ isDirty: true, discard }} close={close} />);
  expect(screen.queryByText("Saisie rétablie")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Annuler" }));
  expect(discard).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Abandonner" }));
  expect(discard).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});
