import { currentUser } from "@bobine/contract/auth";
import {
  disableSecondFactor,
  enableSecondFactor,
  listFactorHolders,
  readSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from "@bobine/contract/second-factor";
import { aUser, aFactorHolder } from "@bobine/contract/testing/people";
import {
  answers,
  fails,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SecondFactorPage } from "./second-factor.page.tsx";

const network = stubNetwork();
beforeEach(() => {
  signIn();
  network.stub(answers(currentUser, aUser()));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const off = { is_enabled: false, enabled_at: null, recovery_codes_left: 0 };
const on = { is_enabled: true, enabled_at: "2026-11-30T11:00:00.000Z", recovery_codes_left: 9 };
const enrolment = {
  secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  otpauth_url: "otpauth://totp/Bobine",
  qr: { path: "M0 0h1v1h-1z", size: 1 },
};
const show = () => renderScreen(<SecondFactorPage />, { at: "/account/second-factor" });
const press = (name: string) => screen.findByRole("button", { name });

describe("the second factor", () => {
  it("is enabled by the first code of the app, and shows the recovery codes once", async () => {
    network.stub(answers(readSecondFactor, off), answers(startSecondFactor, enrolment));
    const { user } = show();
    await user.click(await press("Activer le second facteur"));
    expect(
      await screen.findByRole("img", { name: "QR code pour votre application d’authentification" }),
    ).toBeVisible();
    expect(screen.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeVisible();
    const code = screen.getByLabelText(/^Code affiché/);
    await user.type(code, "12{Enter}");
    expect(await screen.findByText("Saisissez les 6 chiffres affichés par l’application.")).toBeVisible();
    network.stub(
      answers(enableSecondFactor, {
        recovery_codes: ["ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ", "QRST-UVWX-YZ23-4567-ABCD-EFGH-IJ"],
      }),
      answers(readSecondFactor, on),
    );
    await user.type(code, "3456{Enter}");
    const codes = await screen.findByRole("list", { name: "Vos codes de secours" });
    expect(within(codes).getAllByRole("listitem")).toHaveLength(2);
    await user.click(await press("J’ai conservé mes codes"));
    expect(await screen.findByText(/Codes de secours restants/)).toBeVisible();
    expect(screen.queryByText("ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ")).toBeNull();
  });

  it("says why it cannot be enabled now", async () => {
    network.stub(
      answers(readSecondFactor, off),
      fails(startSecondFactor, 403, {
        detail: "La connexion est trop ancienne.",
        code: "fresh_sign_in_required",
      }),
    );
    const { user } = show();
    await user.click(await press("Activer le second facteur"));
    expect(await screen.findByText(/La connexion est trop ancienne/)).toBeVisible();
  });

  it("is removed by a code; a wrong one is told under its field", async () => {
    network.stub(
      answers(readSecondFactor, on),
      fails(disableSecondFactor, 400, { totp_code: ["Ce code n’est pas valable."] }),
    );
    const { user } = show();
    await user.click(await press("Désactiver"));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
    expect(await within(dialog).findByText("Ce code n’est pas valable.")).toBeVisible();
    network.stub(answers(disableSecondFactor, off));
    await user.click(within(dialog).getByRole("button", { name: "Désactiver" }));
    expect(await press("Activer le second facteur")).toBeVisible();
  });

  it("that cannot be read says so, and tries again", async () => {
    network.stub(fails(readSecondFactor, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de lire l’état du second facteur.")).toBeVisible();
    network.stub(answers(readSecondFactor, off));
    await user.click(await press("Réessayer"));
    expect(await press("Activer le second facteur")).toBeVisible();
  });
});

describe("an enrolment whose answer is lost", () => {
  const begin = async () => {
    network.stub(answers(readSecondFactor, off), answers(startSecondFactor, enrolment));
    const { user } = show();
    await user.click(await press("Activer le second facteur"));
    network.stub(
      fails(enableSecondFactor, 504),
      answers(readSecondFactor, { ...on, recovery_codes_left: 10 }),
    );
    await user.type(await screen.findByLabelText(/^Code affiché/), "123456{Enter}");
    return user;
  };

  it("says that it is enabled, and shows the codes that the next code of the app brings", async () => {
    const user = await begin();
    expect(await screen.findByText(/mais vos codes de secours ne vous ont pas été montrés/)).toBeVisible();
    expect(screen.getByText("Activé")).toBeVisible();
    const code = screen.getByLabelText(/^Code affiché/);
    expect(code).toHaveValue("");
    network.stub(answers(enableSecondFactor, { recovery_codes: ["ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ"] }));
    await user.type(code, "654321{Enter}");
    expect(await screen.findByText("ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ")).toBeVisible();
    await user.click(await press("J’ai conservé mes codes"));
    expect(await press("Désactiver")).toBeVisible();
    expect(screen.queryByLabelText(/^Code affiché/)).toBeNull();
  });

  it("is left for what the second factor offers now", async () => {
    const user = await begin();
    await screen.findByText(/mais vos codes de secours ne vous ont pas été montrés/);
    await user.click(await press("Annuler"));
    expect(await press("Générer de nouveaux codes")).toBeVisible();
  });

  it("is over where somebody else enabled it: the page shows how it is", async () => {
    network.stub(answers(readSecondFactor, off), answers(startSecondFactor, enrolment));
    const { user } = show();
    await user.click(await press("Activer le second facteur"));
    network.stub(
      fails(enableSecondFactor, 409, {
        detail: "Un second facteur est déjà activé. Rechargez la page.",
        code: "second_factor_enabled",
      }),
      answers(readSecondFactor, on),
    );
    await user.type(await screen.findByLabelText(/^Code affiché/), "123456{Enter}");
    expect(await press("Désactiver")).toBeVisible();
    expect(screen.queryByLabelText(/^Code affiché/)).toBeNull();
  });
});

it("other recovery codes are made by a code, and shown once", async () => {
  network.stub(answers(readSecondFactor, { ...on, recovery_codes_left: 0 }));
  const { user } = show();
  expect(await screen.findByText(/Il ne reste aucun code de secours/)).toBeVisible();
  await user.click(await press("Générer de nouveaux codes"));
  const dialog = await screen.findByRole("dialog");
  network.stub(
    answers(renewRecoveryCodes, { recovery_codes: ["ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ"] }),
    answers(readSecondFactor, { ...on, recovery_codes_left: 10 }),
  );
  await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
  expect(await screen.findByText("ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ")).toBeVisible();
  await user.click(await press("J’ai conservé mes codes"));
  expect(await screen.findByText(/Codes de secours restants.*10/)).toBeVisible();
});

describe("recovery codes that are copied", () => {
  const showCodes = async () => {
    network.stub(
      answers(readSecondFactor, on),
      answers(renewRecoveryCodes, { recovery_codes: ["ABCD-EFGH", "QRST-UVWX"] }),
    );
    const { user } = show();
    await user.click(await press("Générer de nouveaux codes"));
    await user.type(within(await screen.findByRole("dialog")).getByLabelText(/^Code/), "123456{Enter}");
    return { user, copy: await press("Copier les codes") };
  };

  it("are said to be so for two seconds (TXT-2)", async () => {
    const { copy } = await showCodes();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    await act(async () => copy.click());
    expect(await navigator.clipboard.readText()).toBe("ABCD-EFGH\nQRST-UVWX");
    expect(copy).toHaveTextContent("Copiés");
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(copy).toHaveTextContent("Copier les codes");
  });

  it("and that the browser does not copy are said to be none, with what to do", async () => {
    const { user, copy } = await showCodes();
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
    await user.click(copy);
    expect(await screen.findByText(/Impossible de copier les codes/)).toBeVisible();
    expect(copy).toHaveTextContent("Copier les codes");
  });
});

describe("of super admins, who need one (SEC-24)", () => {
  const needing = {
    system_role: "super_admin",
    distributor_id: null,
    needs_second_factor: true,
  } as const;

  it("says why nothing else opens, shows the codes, then leads to the console", async () => {
    signIn(needing);
    network.stub(answers(readSecondFactor, off), answers(startSecondFactor, enrolment));
    const { user, address } = show();
    expect(await screen.findByText("Un second facteur est obligatoire")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Seconds facteurs des autres" })).toBeNull();
    await user.click(await press("Activer le second facteur"));
    network.stub(
      answers(enableSecondFactor, { recovery_codes: ["ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ"] }),
      answers(readSecondFactor, on),
      answers(currentUser, aUser({ system_role: "super_admin", distributor_id: null })),
      answers(listFactorHolders, { results: [] }),
    );
    await user.type(await screen.findByLabelText(/^Code affiché/), "123456{Enter}");
    expect(await screen.findByRole("list", { name: "Vos codes de secours" })).toBeVisible();
    await user.click(await press("J’ai conservé mes codes"));
    expect(address()).toBe("/super-admin");
  });

  it("that is enabled, in a session without its code, says to sign in again and offers nothing else", async () => {
    signIn(needing);
    network.stub(answers(readSecondFactor, on), answers(currentUser, aUser(needing)));
    show();
    expect(await screen.findByText(/Déconnectez-vous, puis reconnectez-vous avec un code/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Désactiver" })).toBeNull();
  });

  it("whose session gave the code is not asked for it, whatever this page knew of the session", async () => {
    signIn(needing);
    network.stub(
      answers(readSecondFactor, on),
      answers(currentUser, aUser({ system_role: "super_admin", distributor_id: null })),
      answers(listFactorHolders, { results: [] }),
    );
    show();
    expect(await press("Générer de nouveaux codes")).toBeVisible();
    expect(screen.queryByText(/Cette session a été ouverte sans code/)).toBeNull();
  });

  it("takes another's away by a code of one's own", async () => {
    signInAsSuperAdmin();
    const asked: unknown[] = [];
    network.stub(
      answers(readSecondFactor, on),
      answers(listFactorHolders, {
        results: [
          aFactorHolder({ is_oneself: true, email: "moi@bobine.example" }),
          aFactorHolder(),
          aFactorHolder({ id: 12, first_name: "Nour", last_name: "Petit", enabled_at: null }),
        ],
      }),
    );
    const { user } = show();
    const others = await screen.findByRole("region", { name: "Seconds facteurs des autres" });
    expect(await within(others).findAllByRole("listitem")).toHaveLength(2);
    expect(within(others).getByText("Pas encore activé")).toBeVisible();
    await user.click(within(others).getByRole("button", { name: "Retirer le second facteur de Alix Robin" }));
    const dialog = await screen.findByRole("dialog");
    network.stub(fails(resetSecondFactor, 400, { totp_code: ["Ce code n’est pas valable."] }));
    await user.type(within(dialog).getByLabelText(/^Code/), "123456{Enter}");
    expect(await within(dialog).findByText("Ce code n’est pas valable.")).toBeVisible();
    network.stub(
      answers(resetSecondFactor, ({ params, body }) => {
        asked.push([params["id"], body]);
        return aFactorHolder({ enabled_at: null });
      }),
    );
    await user.click(within(dialog).getByRole("button", { name: "Retirer" }));
    expect(await screen.findByText("Second facteur de Alix Robin retiré")).toBeVisible();
    expect(asked).toEqual([["11", { totp_code: "123456" }]]);
  });

  it("whose list cannot be read says so, and tries again", async () => {
    signInAsSuperAdmin();
    network.stub(answers(readSecondFactor, on), fails(listFactorHolders, 500));
    const { user } = show();
    expect(await screen.findByText("Impossible de lire les seconds facteurs.")).toBeVisible();
    network.stub(answers(listFactorHolders, { results: [] }));
    await user.click(await press("Réessayer"));
    expect(await screen.findByText("Personne d’autre n’a de second facteur.")).toBeVisible();
  });
});
