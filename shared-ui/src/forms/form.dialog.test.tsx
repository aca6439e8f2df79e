import { act, screen } from "@testing-library/react";
import { useLayoutEffect, useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { Refused, Settings } from "./form.dialog.example.tsx";

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
  await vi.waitFor(() => expect(screen.getByLabelText("Code comptable")).toHaveFocus());
});
