import { expect, test } from "vitest";
import { cinemaAsInvoiced, cinemaToComplement, clientOf } from "./parties.ts";

const OLD = "000200014";
const NEW = "000100016";
const cinema = (changes: Partial<Parameters<typeof clientOf>[0]>) => ({
  ...cinemaAsInvoiced({ cinema_id: 1, cinema_name: "Le Beffroi", client: {}, client_account: "" }),
  siren: OLD,
  ...changes,
});

test.each([
  ["is the client's", { vat_number: `FR12${OLD}` }, `FR12${OLD}`],
  ["is the client's, whatever its spaces", { vat_number: `fr 12 ${OLD}` }, `fr 12 ${OLD}`],
  ["of a former operator is not printed", { siren: NEW, vat_number: `FR12${OLD}` }, ""],
  ["of the cinema's company is not that of who pays", { invoicing_siren: NEW, vat_number: `FR12${OLD}` }, ""],
  ["of who pays is", { invoicing_siren: NEW, vat_number: `FR39${NEW}` }, `FR39${NEW}`],
  [
    "goes with the SIREN of a SIRET",
    { siren: "", siret: `${OLD}00017`, vat_number: `FR12${OLD}` },
    `FR12${OLD}`,
  ],
  ["of Monaco has no SIREN", { siren: "", vat_number: "FR90000012345" }, "FR90000012345"],
  ["of another country has no SIREN", { siren: "", vat_number: "BE0123456749" }, "BE0123456749"],
  [
    "of another country goes with no SIRET of a report, which no card can empty",
    { siren: "", siret: `${OLD}00017`, vat_number: "BE0123456749" },
    "BE0123456749",
  ],
  ["of another country is not that of the cinema's French company", { vat_number: "BE0123456749" }, ""],
  ["of another country is not that of who pays", { invoicing_siren: NEW, vat_number: "BE0123456749" }, ""],
])("BILL-8: a VAT number %s", (_, changes, expected) => {
  expect(clientOf(cinema(changes)).vat_number).toBe(expected);
});

test("BILL-8: beside a VAT number of Monaco, the SIRET that a report told is of the operator before", () => {
  const client = clientOf(cinema({ siren: "", siret: "82022222200017", vat_number: "FR90000012345" }));
  expect(client).toMatchObject({ siren: "", vat_number: "FR90000012345" });
});

const FULL = { name: "SA Alpha", address: "1 rue Neuve", post_code: "1000", city: "Bruxelles", siren: "" };
test.each([
  [
    "abroad with another VAT number",
    { vat_number: "BE0123456749" },
    { siren: "", vat_number: "NL123456789B01" },
    true,
  ],
  [
    "abroad with the same VAT number",
    { vat_number: "BE0123456749" },
    { siren: "", vat_number: "BE 0123.456.749" },
    false,
  ],
  ["in France after one abroad", { vat_number: "BE0123456749" }, { siren: NEW }, true],
  [
    "with the same SIREN, whose VAT number is new",
    { siren: OLD, vat_number: "" },
    { vat_number: `FR12${OLD}` },
    false,
  ],
])("BILL-13: a company %s", (_, billed, changes, isAnother) => {
  const invoice = {
    cinema_id: 1,
    cinema_name: "Le Beffroi",
    client: { ...FULL, ...billed },
    client_account: "411A",
  };
  const today = cinema(changes);
  const addressee = cinemaToComplement(invoice, today);
  expect(addressee === today).toBe(!isAnother);
});
