import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Question } from "./confirm.dialog.example.tsx";
import { WithNextStep } from "./empty-state.example.tsx";
import { WithFacts } from "./error-card.example.tsx";
import { CivilDate } from "./french-date.example.tsx";
import { CodeThatDoesNotCome, invoicesPage } from "./lazy-page.example.tsx";
import { Amount, SignedDebit, Wide } from "./money.example.tsx";
import { Failure, Info } from "./notice.example.tsx";
import { decision, failure, failureWithoutReason, update } from "./notify.example.tsx";
import { dismissLasting, notifyError, notifySuccess } from "./notify.ts";
import { WithActions } from "./page-header.example.tsx";
import { Loading } from "./page-loading.example.tsx";
import { Cinemas } from "./pager.example.tsx";
import { Plan } from "./placeholder.page.example.tsx";
import { Invoices } from "./status-badge.example.tsx";
import { plainSpaces, renderUi } from "./render-ui.testing.tsx";

describe("small pieces", () => {
  it("an amount and a date are written in French", () => {
    renderUi(
      <>
        <SignedDebit />
        <CivilDate />
      </>,
    );
    expect(plainSpaces(document.body.textContent ?? "")).toContain("-2 897,31 €");
    expect(screen.getByText("18/11/2026")).toHaveAttribute("datetime", "2026-11-18");
  });

  it("UI-27: an amount wider than its column goes on below between two thousands, a short one stays in one line", () => {
    renderUi(
      <>
        <Wide />
        <Amount />
      </>,
    );
    const parts = (text: string) => {
      const amount = screen.getByText((shown) => plainSpaces(shown) === text);
      return [...amount.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    };
    expect(parts("212 345 678,90 €").map(({ textContent }) => plainSpaces(textContent ?? "").trim())).toEqual(
      ["212", "345", "678,90 €"],
    );
    expect(parts("2 897,31 €")).toHaveLength(1);
  });

  it("a header is the h1 of the screen and the title of the tab", () => {
    renderUi(<WithActions />);
    expect(screen.getByRole("heading", { level: 1, name: "Factures" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Exporter" })).toBeVisible();
    expect(document.title).toBe("Factures · Bobine");
  });

  it("a badge shows its label, a placeholder its sentence, a skeleton says that it loads", () => {
    renderUi(
      <>
        <Invoices />
        <Plan />
        <Loading />
      </>,
    );
    expect(screen.getByText("Partiellement payé")).toBeVisible();
    expect(screen.getByText("Cette page est en cours de développement.")).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("Chargement…");
  });

  it("an empty list offers what to do next", () => {
    renderUi(<WithNextStep />);
    expect(plainSpaces(document.body.textContent ?? "")).toContain(
      "Importez un rapport : ses cinémas entreront",
    );
    expect(screen.getByRole("button", { name: "Importer" })).toBeVisible();
  });

  it.each([
    ["error", "alert", Failure, "Erreur de rapprochement!La facture F26000128 est déjà payée."],
    ["info", "status", Info, "Mode Super AdminVous agissez pour Lumen Films."],
  ] as const)("a notice of tone %s is announced as %s", (_tone, role, Example, text) => {
    renderUi(<Example />);
    expect(screen.getByRole(role)).toHaveTextContent(text);
  });

  it("an error card gives the facts and a way out", async () => {
    const onRetry = vi.fn<() => void>();
    renderUi(<WithFacts onRetry={onRetry} />);
    expect(screen.getByRole("alert")).toHaveTextContent("Modulemfe-finance");
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe("the pager", () => {
  it("says where we are in French and moves one page at a time", async () => {
    const onPage = vi.fn<(page: number) => void>();
    renderUi(<Cinemas onPage={onPage} />);
    expect(plainSpaces(screen.getByRole("navigation", { name: "Pagination" }).textContent ?? "")).toContain(
      "Page 2 sur 12 (1 147 cinémas)",
    );
    await userEvent.click(screen.getByRole("button", { name: "Suivant" }));
    await userEvent.click(screen.getByRole("button", { name: "Précédent" }));
    expect(onPage.mock.calls).toEqual([[3], [1]]);
  });

  it("is not there when one page holds all, and stops at both ends", () => {
    const { unmount } = renderUi(<Cinemas page={1} count={100} />);
    expect(screen.queryByRole("navigation")).toBeNull();
    unmount();
    renderUi(<Cinemas page={2} count={101} />);
    expect(screen.getByRole("button", { name: "Suivant" })).toBeDisabled();
  });
});

describe("the confirmation", () => {
  const dialog = (props: { pending?: boolean; error?: string } = {}) => {
    const onConfirm = vi.fn<() => void>();
    const close = vi.fn<() => void>();
    renderUi(<Question onConfirm={onConfirm} close={close} {...props} />);
    return { onConfirm, close };
  };

  it("confirms, or closes by button and Escape", async () => {
    const { onConfirm, close } = dialog();
    expect(screen.getByRole("dialog", { name: "Confirmer le rapprochement" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Confirmer" }));
    await userEvent.click(screen.getByRole("button", { name: "Annuler" }));
    await userEvent.keyboard("{Escape}");
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(close).toHaveBeenCalledTimes(2);
  });

  it("cannot be left while the action is under way, and shows why it failed", async () => {
    const { close } = dialog({ pending: true, error: "Refusé." });
    await userEvent.keyboard("{Escape}");
    expect(close).not.toHaveBeenCalled();
    expect(screen.getByRole("alert")).toHaveTextContent("Refusé.");
  });
});

describe("toasts", () => {
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const shown = () => screen.queryAllByRole("alert").map((toast) => toast.textContent);

  it("an error shows at once: no code has to come for it, so it shows offline too", () => {
    renderUi(null);
    act(() => failure());
    const region = screen.getByRole("region", { name: "Notifications" });
    expect(within(region).getByRole("alert")).toHaveTextContent(
      "Impossible de créer le distributeurVérifiez votre connexion.",
    );
  });

  it("one asked for before the page is drawn shows with it", () => {
    failureWithoutReason();
    renderUi(null);
    expect(shown()).toEqual(["Impossible de sauvegarder les modifications"]);
  });

  it("one of a name takes the place of the last one", () => {
    renderUi(null);
    act(() => {
      decision("Première");
      decision("Seconde");
    });
    expect(shown()).toEqual(["Seconde"]);
  });

  it("a lasting one is there once, until it is dismissed or closed, and tells who asked", async () => {
    renderUi(null);
    const onClose = vi.fn<() => void>();
    const ask = () => update(onClose);
    act(() => {
      ask();
      ask();
    });
    expect(shown()).toEqual([
      "Nouvelle version disponibleEnregistrez votre travail, puis actualisez la page.",
    ]);
    act(() => dismissLasting("update"));
    expect(shown()).toEqual([]);
    expect(onClose).toHaveBeenCalledTimes(1);
    act(ask);
    await userEvent.click(screen.getByRole("button", { name: "Fermer la notification" }));
    expect(shown()).toEqual([]);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("four show at a time; the fifth waits for the first to go and keeps its own time", () => {
    vi.useFakeTimers();
    try {
      renderUi(null);
      act(() => notifyError("1"));
      pass(4_000);
      act(() => {
        for (const text of ["2", "3", "4", "5"]) notifyError(text);
      });
      expect(shown()).toEqual(["1", "2", "3", "4"]);
      pass(1_000);
      expect(shown()).toEqual(["2", "3", "4", "5"]);
      pass(4_000);
      expect(shown()).toEqual(["5"]);
      pass(1_000);
      expect(shown()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("tell how high they stand, so that dialogs and the page stay clear of them", () => {
    const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(72);
    const told = () => document.documentElement.style.getPropertyValue("--bobine-toasts");
    try {
      const { unmount } = renderUi(null);
      expect([told(), height.mock.calls.length]).toEqual(["", 0]);
      act(() => notifyError("Message"));
      expect(told()).toBe("72px");
      unmount();
      expect(told()).toBe("");
    } finally {
      height.mockRestore();
    }
  });

  it("none goes while the pointer or the focus is on one", () => {
    vi.useFakeTimers();
    try {
      renderUi(null);
      act(() => notifyError("Message"));
      fireEvent.mouseEnter(screen.getByRole("alert"));
      pass(60_000);
      act(() => screen.getByRole("button", { name: "Fermer la notification" }).focus());
      fireEvent.mouseLeave(screen.getByRole("alert"));
      pass(60_000);
      expect(shown()).toEqual(["Message"]);
      act(() => screen.getByRole("button", { name: "Fermer la notification" }).blur());
      pass(5_000);
      expect(shown()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["an error", notifyError, 5_000],
    ["a confirmation", notifySuccess, 3_000],
  ])("%s leaves after its time", (_, notify, duration) => {
    vi.useFakeTimers();
    try {
      renderUi(null);
      act(() => notify("Message", "Titre"));
      expect(shown()).toEqual(["TitreMessage"]);
      pass(duration - 1);
      expect(shown()).toEqual(["TitreMessage"]);
      pass(1);
      expect(shown()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a lazy page", () => {
  it("that fails to load can be tried again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let up = false;
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (!up) throw new Error("ChunkLoadError");
      return invoicesPage;
    };
    await act(async () => {
      renderUi(<CodeThatDoesNotCome load={load} />);
    });
    expect(await screen.findByText("Cette page n’a pas pu être chargée")).toBeVisible();
    expect(loads).toBe(1);
    up = true;
    await act(async () => screen.getByRole("button", { name: "Réessayer" }).click());
    expect(await screen.findByText("Factures")).toBeVisible();
  });
});
