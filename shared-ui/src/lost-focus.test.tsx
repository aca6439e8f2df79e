import { act, type RenderResult, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Question } from "./confirm.dialog.example.tsx";
import { BobineProvider } from "./bobine-provider.tsx";
import { renderUi as render } from "./render-ui.testing.tsx";
import { StepByStep } from "./surface.example.tsx";

/** What is shown again has the same provider around it. */
function renderUi(element: ReactNode): Pick<RenderResult, "rerender"> {
  const { rerender } = render(element);
  return { rerender: (next) => rerender(<BobineProvider env="test">{next}</BobineProvider>) };
}

const user = userEvent.setup();
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = async (name: string) => {
  act(() => button(name).focus());
  await user.keyboard("{Enter}");
};

describe("what takes the place of what had the focus has it (UI-30)", () => {
  const Page = ({ children = <StepByStep /> }: { children?: ReactNode }) => (
    <main tabIndex={-1}>{children}</main>
  );

  it("where something else comes in the very same place", async () => {
    renderUi(<Page />);
    await press("Activer le second facteur");
    await vi.waitFor(() => expect(screen.getByLabelText(/^Code affiché/)).toHaveFocus());
    await press("Annuler");
    await vi.waitFor(() => expect(button("Activer le second facteur")).toHaveFocus());
  });

  it("where all that is around it is replaced", async () => {
    renderUi(<Page />);
    await press("Activer le second facteur");
    await press("Activer");
    await vi.waitFor(() => expect(button("J’ai conservé mes codes")).toHaveFocus());
    await user.keyboard("{Enter}");
    await vi.waitFor(() => expect(button("Activer le second facteur")).toHaveFocus());
  });

  const Rows = ({ names }: { names: readonly string[] }) => (
    <section aria-label="Utilisateurs">
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
    </section>
  );

  it.each([
    ["the next one", "Hugo", ["Camille", "Inès"], "Inès"],
    ["the one before where it was the last", "Inès", ["Camille", "Hugo"], "Hugo"],
  ])("of a list without it, %s", async (_, gone, left, next) => {
    const { rerender } = renderUi(
      <Page>
        <Rows names={["Camille", "Hugo", "Inès"]} />
      </Page>,
    );
    await press(gone);
    rerender(
      <Page>
        <Rows names={left} />
      </Page>,
    );
    await vi.waitFor(() => expect(button(next)).toHaveFocus());
  });

  it("and the screen, where nothing is left of its section: no control of another one", async () => {
    const other = <button type="button">Autre section</button>;
    const { rerender } = renderUi(
      <Page>
        <Rows names={["Camille"]} />
        {other}
      </Page>,
    );
    await press("Camille");
    rerender(
      <Page>
        <Rows names={[]} />
        {other}
      </Page>,
    );
    await vi.waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  /** Longer than anything waits. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

  it("but not after a press of the pointer", async () => {
    renderUi(<Page />);
    await user.click(button("Activer le second facteur"));
    await settled();
    expect(document.body).toHaveFocus();
  });

  describe("nor with another address", () => {
    const { href } = location;
    afterEach(() => history.replaceState(null, "", href));

    it("whose screen begins where it begins", async () => {
      const { rerender } = renderUi(<Page />);
      await press("Activer le second facteur");
      await vi.waitFor(() => expect(screen.getByLabelText(/^Code affiché/)).toHaveFocus());
      history.replaceState(null, "", "/autre");
      rerender(
        <Page>
          <p>Autre écran</p>
        </Page>,
      );
      await settled();
      expect(document.body).toHaveFocus();
    });
  });
});

describe("a dialog whose action runs", () => {
  it("keeps the focus, and gives it back to what was pressed when the action has failed", async () => {
    const { rerender } = renderUi(<Question />);
    await vi.waitFor(() => expect(button("Annuler")).toHaveFocus());
    const confirm = button("Confirmer");
    act(() => confirm.focus());
    rerender(<Question pending />);
    await vi.waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
    rerender(<Question error="Cette facture a été modifiée entre-temps." />);
    await vi.waitFor(() => expect(confirm).toHaveFocus());
  });

  it("gives it to what opened it when it closes with the answer", async () => {
    const opener = <button type="button">Rapprocher</button>;
    const show = (question: ReactNode) => (
      <main tabIndex={-1}>
        {opener}
        {question}
      </main>
    );
    const { rerender } = renderUi(show(null));
    act(() => button("Rapprocher").focus());
    rerender(show(<Question />));
    await vi.waitFor(() => expect(button("Annuler")).toHaveFocus());
    act(() => button("Confirmer").focus());
    rerender(show(<Question pending />));
    await vi.waitFor(() => expect(screen.getByRole("dialog")).toHaveFocus());
    rerender(show(<Question opened={false} />));
    await vi.waitFor(() => expect(button("Rapprocher")).toHaveFocus());
  });
});
