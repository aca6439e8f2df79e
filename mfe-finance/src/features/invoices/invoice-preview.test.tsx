import { downloadInvoiceFile, getInvoice, listInvoiceFiles } from "@bobine/contract/invoices";
import { anInvoice } from "@bobine/contract/testing/invoices";
import { routeKey } from "@bobine/shared-auth";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { useQueryClient } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { InvoicePreview } from "./invoice-preview.tsx";

const network = stubNetwork();

function ReadAgain() {
  const client = useQueryClient();
  const [isRead, setIsRead] = useState(false);
  const read = async () => {
    await client.invalidateQueries({ queryKey: routeKey(getInvoice, { params: { id: 1 } }) });
    setIsRead(true);
  };
  return (
    <button type="button" onClick={() => void read()}>
      {isRead ? "Relu" : "Relire"}
    </button>
  );
}

it("a document that shows stays when its invoice is read again in vain (UI-9)", async () => {
  signIn();
  URL.createObjectURL = vi.fn(() => "blob:invoice");
  URL.revokeObjectURL = vi.fn();
  const invoice = anInvoice();
  network.stub(
    answers(getInvoice, invoice),
    answers(listInvoiceFiles, { files: invoice.files }),
    answers(downloadInvoiceFile, () => new Response("%PDF-1.7")),
  );
  renderScreen(
    <>
      <InvoicePreview id={1} close={() => undefined} />
      <ReadAgain />
    </>,
  );
  expect(await screen.findByTitle("Aperçu de F26000123.pdf")).toBeVisible();
  network.stub(fails(getInvoice, 404, { detail: "Élément introuvable." }));
  fireEvent.click(screen.getByText("Relire"));
  expect(await screen.findByText("Relu")).toBeVisible();
  expect(screen.getByTitle("Aperçu de F26000123.pdf")).toBeVisible();
});
