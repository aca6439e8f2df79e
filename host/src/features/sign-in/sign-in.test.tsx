import { login, tooManyLinks, verifyLogin } from "@bobine/contract/auth";
import { register } from "@bobine/contract/register";
import { aUser } from "@bobine/contract/testing/people";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { act, fireEvent, screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { Navigate, useLocation } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rememberPath } from "../../return-path.ts";
import { isLinkOver, LINK_IS_OVER } from "./landing.ts";
import { RegisterPage } from "./register.page.tsx";
import { SignInPage } from "./sign-in.page.tsx";
import { VerifyPage } from "./verify.page.tsx";

const { stub } = stubNetwork();

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const sentence =
  "Nous vous avons envoyé un lien magique à votre adresse e-mail. Veuillez vérifier votre boîte de réception et cliquer sur le lien pour vous connecter.";

/** The page of a link, and where it leads. */
const SignInScreens = () =>
  useLocation().pathname === "/auth" ? <SignInPage brand={null} /> : <VerifyPage brand={null} />;

describe("signing in", () => {
  it("refuses an address that is not one", async () => {
    const { user } = renderScreen(<SignInPage brand={null} />);
    await user.type(screen.getByLabelText("Adresse e-mail"), "camille@");
    await user.click(screen.getByRole("button", { name: "Recevoir mon lien de connexion" }));
    expect(screen.getByText("Adresse e-mail invale")).toBeVisible();
  });

  it("sends the link, then offers to send it again after ten seconds", async () => {
    stub(answers(login, ({ body }) => ({ detail: JSON.stringify(body) })));
    const { user } = renderScreen(<SignInPage brand={null} />);
    await user.type(screen.getByLabelText("Adresse e-mail"), "camille@lumiere.example");
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
    await userClick("Recevoir mon lien de connexion");
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole("button", { name: /Re-recevoir mon lien de connexion/ })).toBeDisabled();
    for (let second = 0; second < 10; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole("button", { name: "Re-recevoir mon lien de connexion" })).toBeEnabled();
  });

  it("says for how long no further link is sent to an address, and the button counts the same", async () => {
    stub(answers(login, { detail: tooManyLinks(720), wait_seconds: 720 }));
    const { user } = renderScreen(<SignInPage brand={null} />);
    const address = screen.getByLabelText("Adresse e-mail");
    await user.type(address, "camille@lumiere.example");
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
    await userClick("Recevoir mon lien de connexion");
    expect(await screen.findByText(/vous pourrez en demander un autre dans 12 minutes/)).toBeVisible();
    expect(screen.queryByText(sentence)).toBeNull();
    const button = screen.getByRole("button", { name: /Re-recevoir mon lien de connexion/ });
    expect(button).toBeDisabled();
    expect(button).toHaveTextContent("(12 min)");
    const pass = async (ms: number) => {
      vi.setSystemTime(Date.now() + ms - 1_000);
      await act(() => vi.advanceTimersByTimeAsync(1_000));
    };
    await pass(663_000);
    expect(screen.getByText(/vous pourrez en demander un autre dans 1 minute\./)).toBeVisible();
    expect(button).toHaveTextContent(/\(5\d s\)/);
    // Another address waits for nothing.
    fireEvent.change(address, { target: { value: "camille@autre.example" } });
    expect(button).toBeEnabled();
    expect(screen.queryByText(/Cinq liens/)).toBeNull();
    fireEvent.change(address, { target: { value: "camille@lumiere.example" } });
    expect(button).toBeDisabled();
    await pass(61_000);
    expect(button).toBeEnabled();
    expect(screen.queryByText(/Cinq liens/)).toBeNull();
  });

  it.each([
    ["the server's reason", 429, {}, "Trop de tentatives. Réessayez dans 60 secondes."],
    [
      "its own sentence when there is none",
      500,
      {},
      "Une erreur s'est produite lors de la connexion. Veuillez réessayer.",
    ],
  ])("shows %s when sending fails", async (_, status, body, message) => {
    stub(fails(login, status, body));
    const { user } = renderScreen(<SignInPage brand={null} />);
    await user.type(screen.getByLabelText("Adresse e-mail"), "camille@lumiere.example");
    await user.click(screen.getByRole("button", { name: "Recevoir mon lien de connexion" }));
    expect(await screen.findByText(message)).toBeVisible();
  });
});

describe("asking for an account", () => {
  const form = async () => {
    const screenShown = renderScreen(<RegisterPage brand={null} />, { at: "/auth?inscription" });
    await screenShown.user.type(
      screen.getByRole("textbox", { name: /Adresse e-mail/ }),
      "lea@nouveau.example",
    );
    return screenShown;
  };

  it("refuses an address that is not one", async () => {
    const { user } = await form();
    await user.clear(screen.getByRole("textbox", { name: /Adresse e-mail/ }));
    await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
    expect(screen.getByText("Adresse e-mail invale")).toBeVisible();
  });

  it("sends what was typed, and shows the server's answer", async () => {
    const sent: unknown[] = [];
    stub(
      answers(register, ({ body }) => {
        sent.push(body);
        return { detail: "Un lien vous a été envoyé." };
      }),
    );
    const { user } = await form();
    await user.type(screen.getByLabelText("Société"), "Nouveau Films");
    await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
    expect(await screen.findByText("Un lien vous a été envoyé.")).toBeVisible();
    expect(sent).toEqual([
      { email: "lea@nouveau.example", first_name: "", last_name: "", company: "Nouveau Films" },
    ]);
  });

  it.each([
    [
      "under its field",
      400,
      { company: ["max_length"] },
      "Ce champ ne peut pas dépasser la longueur maximale",
    ],
    [
      "in the specified words",
      500,
      {},
      "Une erreur s'est produite lors de l'inscription. Veuillez réessayer.",
    ],
    [
      "in the specified words when it is of a field that the form has not",
      400,
      { system_role: ["invalid"] },
      "Une erreur s'est produite lors de l'inscription. Veuillez réessayer.",
    ],
    [
      "in the specified words, before the server's reason",
      400,
      { detail: "Les inscriptions sont closes.", code: "invalid" },
      "Une erreur s'est produite lors de l'inscription. Veuillez réessayer. Les inscriptions sont closes.",
    ],
  ])("a failure is told %s, and nothing typed is lost", async (_, status, body, sentence) => {
    stub(fails(register, status, body));
    const { user } = await form();
    await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole("textbox", { name: /Adresse e-mail/ })).toHaveValue("lea@nouveau.example");
  });
});

async function userClick(name: string) {
  await act(async () => screen.getByRole("button", { name }).click());
}

describe("the code of who has a second factor", () => {
  const required = { error: "Saisissez le code.", code: "second_factor_required" };
  const wrong = { error: "Ce code n’est pas valable.", code: "second_factor_wrong" };
  const ask = async () => {
    stub(fails(verifyLogin, 400, required));
    const shown = renderScreen(<VerifyPage brand={null} />, { at: "/auth/verify?token=abc" });
    await shown.user.click(screen.getByRole("button", { name: "Se connecter" }));
    expect(await screen.findByLabelText("Code")).toHaveFocus();
    return shown;
  };
  const type = async (user: Awaited<ReturnType<typeof ask>>["user"], code: string) => {
    await user.clear(screen.getByLabelText("Code"));
    await user.type(screen.getByLabelText("Code"), `${code}{Enter}`);
  };

  it("is asked for after the link, sent beside it, and leads in", async () => {
    const { user, address } = await ask();
    const sent: unknown[] = [];
    stub(
      answers(verifyLogin, ({ body }) => {
        sent.push(body);
        return { user: aUser(), token: "access", refresh: "refresh" };
      }),
    );
    await type(user, "123 456");
    await vi.waitFor(() => expect(address()).toBe("/dashboard"));
    expect(sent).toEqual([{ token: "abc", totp_code: "123456" }]);
  });

  it("that is wrong is told under its field, which keeps it", async () => {
    const { user } = await ask();
    await type(user, "12");
    expect(await screen.findByRole("alert")).toHaveTextContent("Saisissez les 6 chiffres");
    stub(fails(verifyLogin, 400, wrong));
    await type(user, "000000");
    expect(await screen.findByText("Ce code n’est pas valable.")).toBeVisible();
    expect(screen.getByLabelText("Code")).toHaveValue("000000");
  });

  it("comes too late for a link that has ended: another one is asked for", async () => {
    const { user, address } = await ask();
    stub(fails(verifyLogin, 400, { error: "Ce lien a expiré.", code: "link_expired" }));
    await type(user, "123456");
    await vi.waitFor(() => expect(address()).toBe("/auth"));
    expect(await screen.findByText("Ce lien a expiré.")).toBeVisible();
  });

  it("leads to the dashboard without a word when another user has signed in meanwhile (UI-6)", async () => {
    const { user, address } = await ask();
    const otherUser = { error: "User is already logged in as another user.", code: "other_user" };
    stub(fails(verifyLogin, 400, otherUser));
    await type(user, "123456");
    await vi.waitFor(() => expect(address()).toBe("/dashboard"));
    expect(screen.queryByText(otherUser.error)).toBeNull();
  });
});

it("says to who comes from a link that is over how long one lives, and offers another (UI-6)", async () => {
  stub(answers(login, { detail: "" }));
  const FromLink = () =>
    isLinkOver(useLocation().state) ? (
      <SignInPage brand={null} />
    ) : (
      <Navigate to="/auth" state={LINK_IS_OVER} replace />
    );
  const { user } = renderScreen(<FromLink />);
  expect(await screen.findByText(/Un lien de connexion est valable 15 minutes/)).toBeVisible();
  await user.type(screen.getByLabelText("Adresse e-mail"), "zoe@lumen.example");
  await user.click(screen.getByRole("button", { name: "Recevoir mon lien de connexion" }));
  await vi.waitFor(() => expect(screen.queryByText(/Un lien de connexion est valable/)).toBeNull());
});

describe("verifying a magic link", () => {
  const askedHere = () => localStorage.setItem("magicLinkRequestedAt", String(Date.now()));
  const session = (system_role: "super_admin" | "distributor_staff") => ({
    user: aUser({ system_role }),
    token: "t",
    refresh: "r",
  });

  it.each([
    ["super_admin", "/super-admin"],
    ["distributor_staff", "/dashboard"],
  ] as const)("opens the session of a %s and goes to %s", async (role, destination) => {
    askedHere();
    stub(answers(verifyLogin, session(role)));
    const { address } = renderScreen(<VerifyPage brand={null} />, {
      path: "/auth/verify",
      at: "/auth/verify?token=abc",
    });
    expect(screen.getByText("Vérification de votre lien magique...")).toBeVisible();
    await vi.waitFor(() => expect(address()).toBe(destination));
    expect(localStorage.getItem("token")).toBe("t");
  });

  it("goes back to the screen that the visitor was sent away from", async () => {
    askedHere();
    rememberPath("/invoices?page=2", Date.now());
    stub(answers(verifyLogin, session("super_admin")));
    const { address } = renderScreen(<VerifyPage brand={null} />, {
      path: "/auth/verify",
      at: "/auth/verify?token=abc",
    });
    await vi.waitFor(() => expect(address()).toBe("/invoices?page=2"));
  });

  it("waits for a click in a browser that did not ask for the link: mail scanners open links", async () => {
    let verified = false;
    stub(
      answers(verifyLogin, () => {
        verified = true;
        return session("distributor_staff");
      }),
    );
    const { user, address } = renderScreen(<VerifyPage brand={null} />, {
      path: "/auth/verify",
      at: "/auth/verify?token=abc",
    });
    const button = await screen.findByRole("button", { name: "Se connecter" });
    expect(verified).toBe(false);
    await user.click(button);
    await vi.waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it("says that a link without a token is invalid", () => {
    renderScreen(<VerifyPage brand={null} />, { path: "/auth/verify", at: "/auth/verify" });
    expect(screen.getByText("Lien magique invalide. Veuillez réessayer.")).toBeVisible();
  });

  it.each([
    [
      "the server's reason",
      fails(verifyLogin, 400, { detail: "Ce lien a déjà été utilisé.", code: "link_used" }),
      "Ce lien a déjà été utilisé.",
    ],
    [
      "its own sentence when there is none",
      fails(verifyLogin, 500),
      "Une erreur s'est produite lors de la vérification. Veuillez réessayer.",
    ],
  ])("goes back to the sign-in screen with %s", async (_, failure, sentence) => {
    askedHere();
    stub(failure);
    const { address } = renderScreen(<VerifyPage brand={null} />, {
      path: "/auth/verify",
      at: "/auth/verify?token=abc",
    });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(address()).toBe("/auth");
  });

  // Whoever was registering has no account, and gets no link to sign in.
  it("leads who was registering to where another registration is asked for (UI-6)", async () => {
    askedHere();
    const error = "Ce lien d’inscription a expiré. Demandez-en un autre.";
    stub(
      fails(verifyLogin, 400, { error, code: "registration_expired" }),
      answers(register, { detail: "Envoyé." }),
    );
    const { user, address } = renderScreen(<SignInScreens />, { at: "/auth/verify?token=abc" });
    expect(await screen.findByText(/Un lien d’inscription est valable 15 minutes/)).toBeVisible();
    expect(address()).toBe("/auth?inscription");
    expect(screen.getByText(error)).toBeVisible();
    await user.type(screen.getByLabelText(/Adresse e-mail/), "zoe@lumen.example");
    await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
    expect(await screen.findByText("Envoyé.")).toBeVisible();
    expect(screen.queryByText(/Un lien d’inscription est valable/)).toBeNull();
  });

  it.each([
    ["link_expired", true],
    ["link_used", true],
    ["link_invalid", false],
    ["invitation_expired", false],
  ])("after %s the sign-in screen promises another link: %s (UI-6)", async (code, isPromised) => {
    askedHere();
    stub(fails(verifyLogin, 400, { error: "Refusé.", code }));
    const { address } = renderScreen(<SignInScreens />, { at: "/auth/verify?token=abc" });
    expect(await screen.findByText("Refusé.")).toBeVisible();
    await screen.findByLabelText("Adresse e-mail");
    expect(address()).toBe("/auth");
    expect(screen.queryByText(/vous en recevez un nouveau/) !== null).toBe(isPromised);
  });

  it("says of an invitation that was mailed again to open its newest mail or to ask who invited (UI-6)", async () => {
    askedHere();
    stub(
      fails(verifyLogin, 400, { error: "Lien magique invalide. Veuillez réessayer.", code: "link_invalid" }),
    );
    const { address } = renderScreen(<SignInScreens />, { at: "/auth/verify?token=abc&invitation=1" });
    expect(await screen.findByText(/Ouvrez celui du dernier e-mail d’invitation/)).toBeVisible();
    expect(address()).toBe("/auth");
    expect(screen.queryByText(/Lien magique invalide|vous en recevez un nouveau/)).toBeNull();
  });

  it("says of an invitation to an address that has an account to be invited at another one, and stays", async () => {
    askedHere();
    stub(
      fails(verifyLogin, 400, {
        error: "Cette adresse a déjà un compte Bobine ailleurs.",
        code: "address_taken",
      }),
    );
    const { address } = renderScreen(<VerifyPage brand={null} />, {
      path: "/auth/verify",
      at: "/auth/verify?token=abc",
    });
    expect(await screen.findByText("Cette adresse a déjà un compte Bobine ailleurs.")).toBeVisible();
    expect(screen.queryByText("Vérification de votre lien magique...")).toBeNull();
    expect(address()).toBe("/auth/verify?token=abc");
  });

  it("goes to the dashboard without a word when another user is signed in, who stays", async () => {
    signIn();
    askedHere();
    stub(
      // As the server does: it knows who is here by the bearer token only.
      answers(verifyLogin, ({ headers }) =>
        headers.get("authorization") === "Bearer access-token"
          ? HttpResponse.json(
              { error: "User is already logged in as another user.", code: "other_user" },
              { status: 400 },
            )
          : session("distributor_staff"),
      ),
    );
    const { address } = renderScreen(<VerifyPage brand={null} />, {
      path: "/auth/verify",
      at: "/auth/verify?token=abc",
    });
    await vi.waitFor(() => expect(address()).toBe("/dashboard"));
    expect(screen.queryByText("User is already logged in as another user.")).toBeNull();
    expect(localStorage.getItem("token")).toBe("access-token");
  });
});
