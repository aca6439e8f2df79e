import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { BankStatement, Refused, statement, Uploading } from "./file-upload.example.tsx";
import { plainSpaces, renderUi } from "./render-ui.testing.tsx";

it("takes a file by its labelled input, shows it, and lets it go", async () => {
  renderUi(<BankStatement />);
  expect(screen.getByText("Glissez-déposez un fichier ou cliquez pour le sélectionner")).toBeVisible();
  await userEvent.upload(screen.getByLabelText("Relevé bancaire"), statement);
  expect(screen.getByText("releve.csv")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retirer le fichier" }));
  expect(screen.queryByText("releve.csv")).toBeNull();
});

it("takes the same file again, mended meanwhile: the picker opens on an empty choice", async () => {
  renderUi(<BankStatement error="Le fichier est illisible." />);
  const input = screen.getByLabelText<HTMLInputElement>("Relevé bancaire");
  await userEvent.upload(input, statement);
  // A browser says nothing when the choice stays as it was, so none may be left when the picker opens.
  fireEvent.click(input);
  expect(input.files).toHaveLength(0);
  expect(screen.getByText("releve.csv")).toBeVisible();
});

it("takes a dropped file, whatever its type: the screen says what is wrong with it", () => {
  renderUi(<BankStatement />);
  const zone = screen.getByLabelText("Relevé bancaire").parentElement;
  if (!zone) throw new Error("no zone");
  fireEvent.drop(zone, { dataTransfer: { files: [new File(["x"], "photo.png")] } });
  expect(screen.getByText("photo.png")).toBeVisible();
});

it("ties the error to the input", () => {
  renderUi(<Refused />);
  const input = screen.getByLabelText("Relevé bancaire");
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription(/Veuillez sélectionner un fichier XLSX ou CSV/);
  expect(screen.getByRole("alert")).toHaveTextContent("Veuillez sélectionner un fichier XLSX ou CSV");
});

it.each([
  [64, "Téléversement en cours… 64 %"],
  [90, "Traitement en cours, cela peut prendre jusqu’à une minute."],
  [100, "Téléversement terminé : 100 %"],
])("at %i %% the progress says what happens", (percent, text) => {
  renderUi(<Uploading percent={percent} />);
  expect(plainSpaces(screen.getByRole("status").textContent ?? "")).toBe(text);
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", String(percent));
});
