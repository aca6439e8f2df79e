import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderUi } from "../render-ui.testing.tsx";
import { Cinemas, Failing } from "./csv-button.example.tsx";

afterEach(() => vi.restoreAllMocks());

test("saves the list under its name", async () => {
  const made: Blob[] = [];
  const named: string[] = [];
  URL.createObjectURL = (blob: Blob) => {
    made.push(blob);
    return "blob:list";
  };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download);
  });
  renderUi(<Cinemas />);
  await userEvent.click(screen.getByRole("button", { name: "Exporter en CSV" }));
  await waitFor(() => expect(named).toEqual(["cinemas.csv"]));
  expect(made[0]?.size).toBe(8);
});

test("a double click saves one file", async () => {
  URL.createObjectURL = () => "blob:list";
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const content = vi.fn<() => Promise<Blob>>(async () => new Blob([]));
  renderUi(<Cinemas content={content} />);
  const button = screen.getByRole("button", { name: "Exporter en CSV" });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(content).toHaveBeenCalledOnce();
});

test("a failure is told in French, and the button is there again", async () => {
  renderUi(<Failing />);
  await userEvent.click(screen.getByRole("button", { name: "Exporter en CSV" }));
  expect(await screen.findByText("Impossible d’exporter la liste des cinémas.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Exporter en CSV" })).toBeEnabled();
});

test("nobody is told of a file that was asked for as somebody else, or for another distributor (FED-9)", async () => {
  const stale = Object.assign(new Error("api call failed: stale"), { failure: "stale" });
  const { promise, reject } = Promise.withResolvers<Blob>();
  const describe = vi.fn(() => "La requête a été annulée.");
  const { unmount } = renderUi(<Cinemas content={() => promise} describe={describe} />);
  await userEvent.click(screen.getByRole("button", { name: "Exporter en CSV" }));
  unmount();
  renderUi(<Failing />);
  reject(stale);
  // Told after it, had it been told.
  await userEvent.click(screen.getByRole("button", { name: "Exporter en CSV" }));
  expect(await screen.findByText("Impossible d’exporter la liste des cinémas.")).toBeInTheDocument();
  expect(describe).not.toHaveBeenCalled();
});
