// Filters that a person keeps under a name (UI-28), in the list that has most of them.
import {
  changeSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  type SavedFilter,
  saveFilter,
} from "@bobine/contract/saved-filters";
import { listCredits } from "@bobine/contract/client-credits";
import { getCinema } from "@bobine/contract/cinemas";
import { listInvoices, totalInvoices } from "@bobine/contract/invoices";
import { anInvoice } from "@bobine/contract/testing/invoices";
import { listed } from "@bobine/contract/testing/lists";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withoutComments } from "../../comments/comments.testing.ts";
import { InvoicesPage } from "./invoices.page.tsx";

const network = stubNetwork();
const UNPAID: SavedFilter = {
  id: 1,
  name: "Impayées",
  query: "status=awaiting_payment&overdue=true",
  is_default: false,
};
const PAID: SavedFilter = { id: 2, name: "Payées", query: "status=paid", is_default: false };

let saved: SavedFilter[];
let asked: string[];
let bodies: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T10:00:00Z") });
  signIn();
  saved = [UNPAID, PAID];
  asked = [];
  bodies = [];
  network.stub(
    ...withoutComments(),
    answers(totalInvoices, {
      count: 1,
      total_net_amount: "1.00",
      total_vat_amount: "0.00",
      total_amount: "1.00",
      outstanding: "1.00",
    }),
    answers(listInvoices, ({ query }) => {
      asked.push(query.toString());
      return listed(anInvoice());
    }),
    answers(listCredits, listed()),
    answers(listSavedFilters, () => ({ results: saved })),
    answers(saveFilter, ({ body }) => {
      bodies.push(body);
      const { name, query } = body as SavedFilter;
      saved = [...saved, { id: 9, name, query, is_default: false }];
      return { id: 9, name, query, is_default: false };
    }),
    answers(changeSavedFilter, ({ params, body }) => {
      bodies.push(body);
      saved = saved.map((one) =>
        String(one.id) === params["id"] ? { ...one, ...(body as SavedFilter) } : one,
      );
      return saved[0] ?? UNPAID;
    }),
    answers(deleteSavedFilter, ({ params }) => {
      saved = saved.filter(({ id }) => String(id) !== params["id"]);
      return undefined;
    }),
  );
});
afterEach(() => vi.useRealTimers());

const button = (name = "Mes filtres") => screen.findByRole("button", { name });
async function open(user: UserEvent, name?: string) {
  await user.click(await button(name));
  return within(await screen.findByRole("dialog", { name: /^Mes filtres/ }));
}

describe("a saved filter", () => {
  it("is chosen by its name, shows which one it is, and is left for the whole list", async () => {
    const { user, address } = renderScreen(<InvoicesPage />, { at: "/invoices?page=2&search=rex" });
    const panel = await open(user);
    await user.click(await panel.findByRole("button", { name: "Impayées" }));
    expect(address()).toBe("/invoices?status=awaiting_payment&overdue=true");
    const again = await open(user, "Mes filtres\u00a0: Impayées");
    expect(again.getByRole("button", { name: "Impayées" })).toHaveAttribute("aria-current", "true");
    await user.click(again.getByRole("button", { name: "Toute la liste" }));
    expect(address()).toBe("/invoices");
    expect(await button()).toBeVisible();
  });

  it("is made of what shows, without the page, and is there at once", async () => {
    const { user } = renderScreen(<InvoicesPage />, {
      at: "/invoices?status=paid&search=rex&ordering=due_date&page=3",
    });
    const panel = await open(user);
    await user.click(panel.getByRole("button", { name: "Enregistrer ces filtres" }));
    expect(panel.getByText("Donnez un nom à ces filtres.")).toBeVisible();
    await user.type(panel.getByRole("textbox", { name: "Nom" }), "  Rex {Enter}");
    await waitFor(() =>
      expect(bodies).toEqual([
        { list: "invoices", name: "Rex", query: "search=rex&status=paid&ordering=due_date" },
      ]),
    );
    expect(await panel.findByRole("button", { name: "Rex" })).toHaveAttribute("aria-current", "true");
    expect(panel.getByRole("textbox", { name: "Nom" })).toHaveValue("");
  });

  it("says before that it takes the place of the one with its name", async () => {
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices?status=part_paid" });
    const panel = await open(user);
    await panel.findByRole("button", { name: "Payées" });
    await user.type(panel.getByRole("textbox", { name: "Nom" }), "PAYÉES");
    expect(panel.getByText(/^Vous avez déjà un filtre de ce nom/)).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Remplacer" }));
    await waitFor(() => expect(bodies).toHaveLength(1));
  });

  it("has nothing to save of the whole list", async () => {
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const panel = await open(user);
    expect(panel.getByText(/^Toute la liste est affichée/)).toBeVisible();
    expect(panel.queryByRole("textbox")).toBeNull();
  });

  it("says in the words of the server that there are too many", async () => {
    const detail = "Vous avez déjà 30 filtres enregistrés pour cette liste.";
    network.stub(fails(saveFilter, 409, { detail, code: "too_many_filters" }));
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices?status=paid" });
    const panel = await open(user);
    await user.type(panel.getByRole("textbox", { name: "Nom" }), "Encore un{Enter}");
    expect(await panel.findByText(detail)).toBeVisible();
    expect(panel.getByRole("textbox", { name: "Nom" })).toHaveValue("Encore un");
  });

  it("is renamed, and says when another one has the name", async () => {
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const panel = await open(user);
    await user.click(await panel.findByRole("button", { name: "Renommer «\u00a0Payées\u00a0»" }));
    const field = panel.getByRole("textbox", { name: "Nouveau nom" });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, "Réglées{Enter}");
    expect(await panel.findByRole("button", { name: "Réglées" })).toBeVisible();
    const taken = "Vous avez déjà un filtre de ce nom pour cette liste.";
    network.stub(fails(changeSavedFilter, 400, { name: [taken] }));
    await user.click(panel.getByRole("button", { name: "Renommer «\u00a0Réglées\u00a0»" }));
    await user.type(panel.getByRole("textbox", { name: "Nouveau nom" }), " 2{Enter}");
    expect(await panel.findByText(taken)).toBeVisible();
  });

  it("is deleted after a question, and the keyboard stays in the panel", async () => {
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const panel = await open(user);
    await user.click(await panel.findByRole("button", { name: "Supprimer «\u00a0Payées\u00a0»" }));
    expect(panel.getByText("Supprimer « Payées » ?")).toBeVisible();
    expect(panel.getByRole("button", { name: "Retour" })).toHaveFocus();
    await user.click(panel.getByRole("button", { name: "Supprimer" }));
    await waitFor(() => expect(panel.queryByText(/Payées/)).toBeNull());
    expect(screen.getByRole("dialog", { name: "Mes filtres" })).toContainElement(
      document.activeElement as HTMLElement,
    );
  });

  it("says that it could not be read, and reads again", async () => {
    network.stub(isUnreachable(listSavedFilters));
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const panel = await open(user);
    expect(await panel.findByRole("alert")).toHaveTextContent("Impossible de charger vos filtres.");
    network.stub(answers(listSavedFilters, { results: [PAID] }));
    await user.click(panel.getByRole("button", { name: "Réessayer" }));
    expect(await panel.findByRole("button", { name: "Payées" })).toBeVisible();
  });

  it("whose status is no more shows what is left of it, and says so", async () => {
    saved = [{ id: 3, name: "Anciennes", query: "status=contested&status=paid", is_default: false }];
    const { user, address } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const panel = await open(user);
    await user.click(
      await panel.findByRole("button", { name: /^Anciennes.*Une partie de ces filtres n’existe plus/ }),
    );
    expect(address()).toBe("/invoices?status=paid");
  });
});

it("says that the cinema of a saved filter is no more", async () => {
  network.stub(fails(getCinema, 404, { detail: "Introuvable.", code: "not_found" }));
  renderScreen(<InvoicesPage />, { at: "/invoices?cinema=7" });
  expect(await screen.findByDisplayValue("Cinéma introuvable")).toBeVisible();
});

describe("a period that moves", () => {
  it("is this month, and next month the next one", async () => {
    const { user, unmount } = renderScreen(<InvoicesPage />, {
      at: "/invoices?from=2026-11-01&to=2026-11-30",
    });
    const panel = await open(user);
    expect(panel.getByRole("checkbox", { name: "Toujours le mois en cours" })).toBeChecked();
    await user.type(panel.getByRole("textbox", { name: "Nom" }), "Du mois{Enter}");
    await waitFor(() =>
      expect(bodies).toEqual([{ list: "invoices", name: "Du mois", query: "period=this_month" }]),
    );
    unmount();

    vi.setSystemTime(new Date("2027-02-02T10:00:00Z"));
    const later = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const again = await open(later.user);
    await later.user.click(await again.findByRole("button", { name: /^Du mois.*Toujours le mois en cours/ }));
    expect(later.address()).toBe("/invoices?from=2027-02-01&to=2027-02-28");
  });

  it("keeps its days when one says so, as a financial year does by itself", async () => {
    const { user, unmount } = renderScreen(<InvoicesPage />, {
      at: "/invoices?from=2026-11-01&to=2026-11-30",
    });
    const panel = await open(user);
    await user.click(panel.getByRole("checkbox", { name: "Toujours le mois en cours" }));
    await user.type(panel.getByRole("textbox", { name: "Nom" }), "Novembre{Enter}");
    await waitFor(() =>
      expect(bodies).toEqual([
        { list: "invoices", name: "Novembre", query: "from=2026-11-01&to=2026-11-30" },
      ]),
    );
    unmount();
    const { user: other } = renderScreen(<InvoicesPage />, { at: "/invoices?from=2026-01-01&to=2026-12-31" });
    expect(
      (await open(other)).getByRole("checkbox", { name: "Toujours l’exercice en cours" }),
    ).not.toBeChecked();
  });
});

describe("the filter that opens its list", () => {
  beforeEach(() => {
    saved = [{ ...UNPAID, is_default: true }, PAID];
  });

  it("is there when nothing is asked, is left by « Effacer », and does not come again by itself", async () => {
    const { user, address, goBack } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    await waitFor(() => expect(address()).toBe("/invoices?status=awaiting_payment&overdue=true"));
    expect(await button("Mes filtres\u00a0: Impayées")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Effacer les filtres" }));
    expect(address()).toBe("/invoices");
    await user.click(await screen.findByRole("button", { name: "Payé" }));
    expect(address()).toBe("/invoices?status=paid");
    await goBack();
    expect(address()).toBe("/invoices");
  });

  it("is asked for alone: the whole list never shows before it", async () => {
    const totals: string[] = [];
    network.stub(
      answers(totalInvoices, ({ query }) => {
        totals.push(query.toString());
        return {
          count: 1,
          total_net_amount: "1.00",
          total_vat_amount: "0.00",
          total_amount: "1.00",
          outstanding: "1.00",
        };
      }),
    );
    renderScreen(<InvoicesPage />, { at: "/invoices" });
    expect(await button("Mes filtres\u00a0: Impayées")).toBeVisible();
    await waitFor(() => expect([asked.length, totals.length]).toEqual([1, 1]));
    for (const query of [...asked, ...totals])
      expect(query).toContain("status=awaiting_payment&overdue=true");
  });

  it("is not waited for when nobody tells it: the whole list shows", async () => {
    network.stub(isUnreachable(listSavedFilters));
    const { address } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    expect(await screen.findByRole("row", { name: /F26/ })).toBeVisible();
    expect(address()).toBe("/invoices");
  });

  it.each(["/invoices?search=rex", "/invoices?tab=credits", "/invoices?mentions"])(
    "leaves %s as it is",
    async (at) => {
      const answered = vi.fn();
      network.stub(
        answers(listSavedFilters, () => {
          answered();
          return { results: saved };
        }),
      );
      const { address } = renderScreen(<InvoicesPage />, { at });
      await waitFor(() => expect(answered).toHaveBeenCalled());
      await new Promise((later) => setTimeout(later, 50));
      expect(address()).toBe(at);
    },
  );

  it("is chosen and given up in the panel", async () => {
    saved = [UNPAID, PAID];
    const { user } = renderScreen(<InvoicesPage />, { at: "/invoices" });
    const panel = await open(user);
    await user.click(await panel.findByRole("button", { name: "Ouvrir la liste avec «\u00a0Payées\u00a0»" }));
    expect(await panel.findByRole("button", { name: /^Payées.*À l’ouverture de la liste/ })).toBeVisible();
    await user.click(
      panel.getByRole("button", { name: "Ne plus ouvrir la liste avec «\u00a0Payées\u00a0»" }),
    );
    await panel.findByRole("button", { name: "Ouvrir la liste avec «\u00a0Payées\u00a0»" });
    expect(bodies).toEqual([{ is_default: true }, { is_default: false }]);
  });
});
