import {
  addOperationFile,
  downloadOperationFile,
  listOperationFiles,
  type OperationFile,
  removeOperationFile,
} from "@bobine/contract/operation-files";
import { listUserActions } from "@bobine/contract/user-actions";
import { routeKey, unfinishedWork } from "@bobine/shared-auth";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { SlowList } from "../slow-list.testing.tsx";
import { TEXTS } from "./operation-files.texts.ts";
import { OperationFiles } from "./operation-files.tsx";

const network = stubNetwork();
const SLIP: OperationFile = {
  id: 3,
  file_name: "bordereau.pdf",
  size: 12_400,
  added_by: { first_name: "Hugo", last_name: "Rousseau", email: "hugo@lumen.example" },
  is_own: false,
  created_at: "2026-11-30T08:30:00.000Z",
};
const shows = (...results: OperationFile[]) => network.stub(answers(listOperationFiles, { results }));
beforeEach(() => {
  signIn({ role: "accountant" });
  shows();
});
const open = () => renderScreen(<OperationFiles transaction={5} />);

it("attaches a file to an operation and shows whose it is (COM-7)", async () => {
  const sent: unknown[] = [];
  network.stub(
    answers(addOperationFile, ({ upload, params }) => {
      sent.push([params["id"], upload?.fileName]);
      shows(SLIP);
      return SLIP;
    }),
  );
  const { user } = open();
  expect(await screen.findByText("Aucune pièce jointe.")).toBeVisible();
  await user.upload(screen.getByLabelText("Fichier à joindre"), new File(["%PDF-1.7"], "bordereau.pdf"));
  expect(await screen.findByRole("button", { name: "Télécharger bordereau.pdf" })).toBeVisible();
  expect(screen.getByText(/12,4.ko · Hugo Rousseau, 30\/11\/2026/i)).toBeVisible();
  expect(sent).toEqual([["5", "bordereau.pdf"]]);
  // Another's, and no administrator.
  expect(screen.queryByRole("button", { name: "Supprimer bordereau.pdf" })).toBeNull();
});

it("says why a file is refused, here or by the server", async () => {
  network.stub(
    fails(addOperationFile, 400, {
      error: "Le contenu de ce fichier n’est pas celui que son nom annonce. Vérifiez-le, puis réessayez.",
      code: "invalid_file",
    }),
  );
  const { user } = open();
  const input = await screen.findByLabelText("Fichier à joindre");
  await user.upload(input, new File(["MZ"], "facture.pdf"));
  expect(await screen.findByRole("alert")).toHaveTextContent(/Le contenu de ce fichier n’est pas celui/);
  // Past the picker, as a dropped name would be.
  input.removeAttribute("accept");
  await user.upload(input, new File(["x"], "page.html"));
  expect(await screen.findByRole("alert")).toHaveTextContent(/^Choisissez un fichier PDF/);
});

it("TXT-1: tells that a file was not attached also when one has gone on meanwhile", async () => {
  let answer = () => undefined as void;
  network.stub(
    answers(addOperationFile, () => {
      return new Promise<Response>((resolve) => {
        answer = () =>
          resolve(
            Response.json(
              { detail: "Cette opération a déjà vingt pièces jointes.", code: "full" },
              { status: 409 },
            ),
          );
      });
    }),
  );
  function TwoOperations() {
    const [shown, setShown] = useState(5);
    return (
      <>
        <OperationFiles key={shown} transaction={shown} />
        <button type="button" onClick={() => setShown(6)}>
          Suivante
        </button>
      </>
    );
  }
  const { user } = renderScreen(<TwoOperations />);
  await user.upload(
    await screen.findByLabelText("Fichier à joindre"),
    new File(["%PDF-1.7"], "bordereau.pdf"),
  );
  expect(unfinishedWork()).toMatchObject([{ kind: "upload" }]);
  await user.click(screen.getByRole("button", { name: "Suivante" }));
  answer();
  expect(await screen.findByText(/Cette opération a déjà vingt pièces jointes/)).toBeVisible();
});

it("saves a file under its name, and says when it cannot", async () => {
  shows(SLIP);
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  network.stub(answers(downloadOperationFile, () => new Response("%PDF-1.7")));
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Télécharger bordereau.pdf" }));
  await vi.waitFor(() => expect(saved).toEqual(["bordereau.pdf"]));
  network.stub(fails(downloadOperationFile, 404));
  await user.click(screen.getByRole("button", { name: "Télécharger bordereau.pdf" }));
  expect(await screen.findByText(/Impossible de télécharger cette pièce jointe/)).toBeVisible();
});

it("is removed after a question by who added it", async () => {
  shows({ ...SLIP, is_own: true });
  network.stub(
    answers(removeOperationFile, () => {
      shows();
      return new Response(null, { status: 204 });
    }),
  );
  const { user } = open();
  const remove = await screen.findByRole("button", { name: "Supprimer bordereau.pdf" });
  // Whole, however long the name of the file is.
  expect(remove).toHaveStyle({ flex: "none" });
  await user.click(remove);
  const dialog = within(await screen.findByRole("dialog", { name: /^Supprimer cette pièce jointe/ }));
  await user.click(dialog.getByRole("button", { name: "Supprimer" }));
  expect(await screen.findByText("Aucune pièce jointe.")).toBeVisible();
});

it("is asked about no more once it is removed, while the files are read again", async () => {
  shows({ ...SLIP, is_own: true });
  network.stub(
    answers(removeOperationFile, () => {
      network.stub(answers(listOperationFiles, () => new Promise<never>(() => undefined)));
      return new Response(null, { status: 204 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Supprimer bordereau.pdf" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Supprimer cette pièce jointe/ }));
  await user.click(dialog.getByRole("button", { name: "Supprimer" }));
  expect(await screen.findByText(TEXTS.removed)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says that it was removed, also when another list is slow to be read again (TXT-6)", async () => {
  shows({ ...SLIP, is_own: true });
  network.stub(
    answers(removeOperationFile, () => {
      shows();
      return new Response(null, { status: 204 });
    }),
  );
  const { user } = renderScreen(
    <>
      <OperationFiles transaction={5} />
      <SlowList queryKey={routeKey(listUserActions)} />
    </>,
  );
  await user.click(await screen.findByRole("button", { name: "Supprimer bordereau.pdf" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Supprimer cette pièce jointe/ }));
  await user.click(dialog.getByRole("button", { name: "Supprimer" }));
  expect(await screen.findByText(TEXTS.removed)).toBeVisible();
  expect(await screen.findByText("Aucune pièce jointe.")).toBeVisible();
});

it("is read by a viewer, who attaches nothing (SEC-22)", async () => {
  signIn({ role: "viewer" });
  shows(SLIP);
  open();
  expect(await screen.findByRole("button", { name: "Télécharger bordereau.pdf" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Joindre un fichier" })).toBeNull();
});
