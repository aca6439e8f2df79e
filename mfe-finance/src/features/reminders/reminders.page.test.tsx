import { civilDate } from "@bobine/contract/civil-date";
import { OTHER_IBAN_IN_WORDS } from "@bobine/contract/ibans-in-text";
import {
  listReminders,
  listReminderTexts,
  type MailPreview,
  type PlannedReminder,
  previewOurReminderText,
  previewReminder,
  previewReminderText,
  readReminderPlan,
  removeReminderText,
  type ReminderPlan,
  type ReminderTextView,
  resumeReminders,
  saveReminderText,
  sendReminder,
} from "@bobine/contract/reminders";
import { listed } from "@bobine/contract/testing/lists";
import { answers, fails, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { plainSpaces } from "@bobine/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { RemindersPage } from "./reminders.page.tsx";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";

const REMINDER: PlannedReminder = {
  level: 2,
  client_name: "SARL Ciné Beffroi",
  recipients: ["compta@beffroi.example"],
  credits: "0.00",
  outstanding: "165.00",
  invoices: [
    {
      id: 12,
      invoice_number: "F26000012",
      cinema_name: "Le Beffroi",
      client_account: "411BEFFROI",
      due_date: civilDate("2026-11-05"),
      outstanding: "110.00",
      days_late: 22,
      last_level: 1,
      last_on: civilDate("2026-11-12"),
    },
    {
      id: 13,
      invoice_number: "F26000013",
      cinema_name: "Le Carillon",
      client_account: "411BEFFROI",
      due_date: civilDate("2026-11-06"),
      outstanding: "55.00",
      days_late: 21,
      last_level: null,
      last_on: null,
    },
  ],
};
const [FIRST] = REMINDER.invoices;
const aPlan = (changes: Partial<ReminderPlan> = {}): ReminderPlan => ({
  day: civilDate("2026-11-27"),
  is_automatic: true,
  mail_count: 1,
  mails: [REMINDER],
  skipped_count: 1,
  skipped: [
    {
      ...FIRST!,
      id: 20,
      invoice_number: "F26000020",
      level: 1,
      cause: "dispute",
      promised_on: null,
      issued_before: null,
      held_by: null,
      comment: "Copie abîmée",
    },
  ],
  ...changes,
});
const MAIL: MailPreview = {
  from: "Lumen Films <lumen@factures.example>",
  recipients: ["compta@beffroi.example"],
  subject: "Deuxième relance\u00a0: 2 factures échues",
  paragraphs: ["Bonjour,"],
  table: { head: ["Facture", "Reste dû"], rows: [["F26000012", "110,00\u00a0€"]] },
  closing: ["Cordialement,"],
  attachments: ["releve-des-factures.csv"],
};

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(answers(readReminderPlan, aPlan()), answers(previewReminder, MAIL));
});
const show = (at = "/invoices/reminders") =>
  renderScreen(<RemindersPage />, { at, path: "/invoices/reminders" });

describe("what goes next (MAIL-8)", () => {
  it("is told with its level, its client, its invoices and why, and to whom", async () => {
    show();
    expect(await screen.findByRole("tab", { name: "Prochain envoi (1)" })).toBeVisible();
    const panel = plainSpaces(screen.getByRole("tabpanel").textContent);
    expect(panel).toContain("1 e-mail part le vendredi 27/11/2026 à partir de 8 h.");
    expect(panel).toContain("Relance 2SARL Ciné Beffroi165,00 €");
    expect(panel).toContain(
      "F26000012 Le Beffroi · échue le 05/11/2026, 22 jours de retard, relance 1 le 12/11/2026110,00 €",
    );
    expect(panel).toContain("À compta@beffroi.example");
    expect(screen.getByRole("link", { name: "F26000012" })).toHaveAttribute("href", "/invoices/12");
    expect(screen.getByRole("link", { name: "SARL Ciné Beffroi" })).toHaveAttribute(
      "href",
      "/clients/411BEFFROI",
    );
  });

  it("is counted with its thousands, and what is held back too (TXT-3)", async () => {
    network.stub(answers(readReminderPlan, aPlan({ mail_count: 1234, skipped_count: 5678 })));
    show();
    expect(await screen.findByRole("tab", { name: "Prochain envoi (1\u202f234)" })).toBeVisible();
    expect(screen.getByRole("tab", { name: "Retenues (5\u202f678)" })).toBeVisible();
  });

  it("that nothing goes is said once", async () => {
    network.stub(answers(readReminderPlan, aPlan({ mail_count: 0, mails: [] })));
    show();
    expect(await screen.findAllByText(/Aucune relance ne part/)).toHaveLength(1);
    expect(screen.getByRole("link", { name: "Voir les factures" })).toHaveAttribute("href", "/invoices");
  });

  it("is read by a viewer, who is offered to see the mail and nothing else (SEC-22)", async () => {
    signIn({ role: "viewer" });
    show();
    await screen.findByRole("button", { name: "Voir l’e-mail à SARL Ciné Beffroi" });
    expect(within(screen.getByRole("tabpanel")).getAllByRole("button")).toHaveLength(1);
  });

  it("is seen as its readers will see it, then sent with all its invoices", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(sendReminder, ({ body }) => {
        sent.push(body);
        return { id: 1, recipients: MAIL.recipients };
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Voir l’e-mail à SARL Ciné Beffroi" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Relance 2 – SARL Ciné Beffroi" }));
    const mail = await dialog.findByRole("region", { name: "Aperçu de l’e-mail" });
    expect(plainSpaces(mail.textContent)).toContain(
      "Àcompta@beffroi.exampleObjetDeuxième relance : 2 factures échues",
    );
    expect(mail).toHaveTextContent("Pièces jointesreleve-des-factures.csv");
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Envoyer maintenant" }));
    expect(await screen.findByText("La relance part maintenant.")).toBeVisible();
    expect(sent).toEqual([{ level: 2, invoice_ids: [12, 13] }]);
  });

  it("stays open with the reason when the plan is another one meanwhile", async () => {
    network.stub(
      fails(sendReminder, 409, {
        detail: "Cette relance n’est plus celle qui est prévue.",
        code: "plan_changed",
      }),
    );
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Voir l’e-mail/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("region", { name: "Aperçu de l’e-mail" });
    await user.click(dialog.getByRole("button", { name: "Envoyer maintenant" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Cette relance n’est plus celle qui est prévue.",
    );
  });

  it("cannot be sent to nobody", async () => {
    network.stub(answers(previewReminder, { ...MAIL, recipients: [] }));
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: /^Voir l’e-mail/ }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/^Aucune adresse/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Envoyer maintenant" })).toBeDisabled();
  });

  it("says that nothing leaves by itself while automation is paused, and what an empty plan means", async () => {
    network.stub(answers(readReminderPlan, aPlan({ is_automatic: false, mails: [], mail_count: 0 })));
    show();
    expect(await screen.findByText(/^La facturation automatique est en pause/)).toBeVisible();
    expect(screen.getByText(/en retard de 7, 21 et 45 jours/)).toBeVisible();
  });

  it.each(["accountant", "viewer"] as const)(
    "offers to send while it is paused: %s (SEC-22)",
    async (role) => {
      signIn({ role });
      network.stub(answers(readReminderPlan, aPlan({ is_automatic: false })));
      show();
      const notice = await screen.findByText(/^La facturation automatique est en pause/);
      expect(/vous pouvez l’envoyer à la main/.test(notice.textContent)).toBe(role === "accountant");
    },
  );
});

it("opens the stop of an invoice again with what was typed of it before a reload (FED-6)", async () => {
  const { user, unmount } = show();
  await user.click(await screen.findByRole("button", { name: "Arrêter les relances de F26000013" }));
  await user.type(
    within(await screen.findByRole("dialog")).getByRole("textbox", { name: /^Commentaire/ }),
    "Appelé ce matin",
  );
  unmount();
  show();
  const dialog = within(await screen.findByRole("dialog", { name: /Arrêter les relances de F26000013/ }));
  expect(dialog.getByText("Saisie rétablie")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: /^Commentaire/ })).toHaveValue("Appelé ce matin");
});

it("says what is left out and by what, and resumes what a person stopped", async () => {
  let resumed = "";
  network.stub(
    answers(resumeReminders, ({ params }) => {
      resumed = params["id"] ?? "";
      return new Response(null, { status: 204 });
    }),
  );
  const { user } = show("/invoices/reminders?tab=skipped");
  expect(await screen.findByText("Litige")).toBeVisible();
  expect(screen.getByRole("tabpanel")).toHaveTextContent(
    "F26000020 Le Beffroi · Litige – Copie abîmée · Relance 1",
  );
  await user.click(screen.getByRole("button", { name: "Reprendre les relances de F26000020" }));
  await waitFor(() => expect(resumed).toBe("20"));
});

it("says when the settings leave an invoice to people: it was issued before mails began (MAIL-8)", async () => {
  const early = { cause: "not_reminded", issued_before: civilDate("2026-11-27"), comment: "" } as const;
  network.stub(
    answers(readReminderPlan, aPlan({ skipped: aPlan().skipped.map((one) => ({ ...one, ...early })) })),
  );
  show("/invoices/reminders?tab=skipped");
  expect(
    await screen.findByText(
      "Émise avant le 27/11/2026, d’où commencent vos envois automatiques (options de facturation)",
    ),
  ).toBeVisible();
});

it("says what credits a mail deducts, and what they or a dead address hold back (MAIL-2, MAIL-8)", async () => {
  network.stub(
    answers(
      readReminderPlan,
      aPlan({
        mails: [{ ...REMINDER, credits: "-30.00", outstanding: "135.00" }],
        skipped: (["credits", "unreached"] as const).flatMap((held_by, at) =>
          aPlan()
            .skipped.slice(0, 1)
            .map((one) => ({ ...one, id: 30 + at, cause: "open_question" as const, held_by })),
        ),
      }),
    ),
  );
  const { user } = show("/invoices/reminders");
  const credits = await screen.findByText("Avoirs, trop-perçus et acomptes à imputer");
  expect(plainSpaces(credits.closest("li")?.textContent ?? "")).toContain("30,00 €");
  await user.click(screen.getByRole("tab", { name: /Retenues/ }));
  expect(await screen.findByText(/avoirs, trop-perçus ou acomptes à imputer couvrent/)).toBeVisible();
  expect(screen.getByText(/n’est arrivée à aucune adresse/)).toBeVisible();
});

it("lists what was written, with who sent it by hand and what became of it", async () => {
  network.stub(
    answers(
      listReminders,
      listed({
        id: 3,
        level: 1 as const,
        client_name: "SARL Ciné Beffroi",
        subject: "Rappel",
        state: "sent" as const,
        created_at: "2026-11-20T08:00:00.000Z",
        sent_at: "2026-11-20T08:01:00.000Z",
        recipients: ["compta@beffroi.example"],
        invoices: [{ id: 12, invoice_number: "F26000012" }],
        requested_by: "Claire Martin",
      }),
    ),
  );
  show("/invoices/reminders?tab=history");
  const table = await screen.findByRole("table", { name: "Historique" });
  await within(table).findByText("Envoyé");
  expect(table).toHaveTextContent("Rappel · envoyée par Claire Martin");
  expect(table).toHaveTextContent("compta@beffroi.example");
});

describe("the distributor's own text (MAIL-10)", () => {
  const text = (level: ReminderTextView["level"]): ReminderTextView => ({
    level,
    is_own: false,
    subject: "Rappel",
    opening: "Bonjour,",
    closing: "Cordialement,",
  });
  beforeEach(() => {
    network.stub(
      answers(listReminderTexts, { results: [text(0), text(1), text(2), text(3)] }),
      answers(previewOurReminderText, { ...MAIL, subject: "Rappel : 2 factures échues – 3 897,31 €" }),
      answers(previewReminderText, ({ body }) => ({
        ...MAIL,
        subject: (body as { subject: string }).subject.replace("{client}", "SARL d’exemple"),
      })),
    );
  });

  it("is begun from a text in variables; until then what is shown as ours is the mail that leaves (MAIL-9)", async () => {
    const { user } = show("/invoices/reminders?tab=texts");
    expect(await screen.findByText("Rappel : 2 factures échues – 3 897,31 €")).toBeVisible();
    expect(screen.getByText(/^C’est le texte de Bobine/)).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Écrire votre texte" }));
    expect(screen.getByRole("textbox", { name: "Objet" })).toHaveValue("Rappel");
    expect(screen.queryByText(/^C’est le texte de Bobine/)).toBeNull();
    await waitFor(() => expect(screen.queryByText("Rappel : 2 factures échues – 3 897,31 €")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Revenir au texte de Bobine" }));
    expect(await screen.findByText("Rappel : 2 factures échues – 3 897,31 €")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("shows what it says while it is typed, and is saved", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(saveReminderText, ({ body, params }) => {
        sent.push([params["level"], body]);
        return { ...text(1), is_own: true };
      }),
    );
    const { user } = show("/invoices/reminders?tab=texts");
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    const subject = await screen.findByRole("textbox", { name: "Objet" });
    fireEvent.change(subject, { target: { value: "Pour {client}" } });
    expect(await screen.findByText("Pour SARL d’exemple")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/^Votre texte est enregistré/)).toBeVisible();
    expect(sent).toEqual([
      ["1", { subject: "Pour {client}", opening: "Bonjour,", closing: "Cordialement,", known_text: null }],
    ]);
  });

  it("keeps what is typed of each level when another one, another tab or a reload comes between (FED-6)", async () => {
    const { user, unmount } = show("/invoices/reminders?tab=texts");
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    const subject = () => screen.findByRole("textbox", { name: "Objet" });
    fireEvent.change(await subject(), { target: { value: "Premier rappel" } });
    await user.click(screen.getByRole("button", { name: LEVEL_NAMES[2] }));
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    fireEvent.change(await subject(), { target: { value: "Deuxième rappel" } });
    await user.click(screen.getByRole("button", { name: LEVEL_NAMES[1] }));
    expect(await subject()).toHaveValue("Premier rappel");
    expect(screen.getByText("Saisie rétablie")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: /^Historique/ }));
    await user.click(screen.getByRole("tab", { name: /^Textes/ }));
    expect(await subject()).toHaveValue("Premier rappel");
    unmount();
    const { user: back } = show("/invoices/reminders?tab=texts");
    expect(await subject()).toHaveValue("Premier rappel");
    await back.click(screen.getByRole("button", { name: LEVEL_NAMES[2] }));
    expect(await subject()).toHaveValue("Deuxième rappel");
    await back.click(screen.getByRole("button", { name: "Abandonner ces modifications" }));
    expect(await subject()).toHaveValue("Rappel");
  });

  it("asks before what is typed is given up, or a saved text is deleted", async () => {
    let removed = 0;
    const { user, unmount } = show("/invoices/reminders?tab=texts");
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    fireEvent.change(await screen.findByRole("textbox", { name: "Objet" }), { target: { value: "Le mien" } });
    await user.click(screen.getByRole("button", { name: "Revenir au texte de Bobine" }));
    await user.click(await screen.findByRole("button", { name: "Continuer la saisie" }));
    expect(screen.getByRole("textbox", { name: "Objet" })).toHaveValue("Le mien");
    await user.click(screen.getByRole("button", { name: "Revenir au texte de Bobine" }));
    await user.click(await screen.findByRole("button", { name: "Abandonner" }));
    expect(await screen.findByText(/^C’est le texte de Bobine/)).toBeVisible();
    unmount();
    let isOwn = true;
    network.stub(
      answers(listReminderTexts, () => ({ results: [{ ...text(1), is_own: isOwn }] })),
      answers(removeReminderText, () => {
        removed += 1;
        isOwn = false;
        return new Response(null, { status: 204 });
      }),
    );
    const { user: again } = show("/invoices/reminders?tab=texts");
    await again.click(await screen.findByRole("button", { name: "Revenir au texte de Bobine" }));
    const question = within(await screen.findByRole("dialog"));
    expect(removed).toBe(0);
    await again.click(question.getByRole("button", { name: "Supprimer votre texte" }));
    expect(await screen.findByText(/^Les relances portent de nouveau/)).toBeVisible();
    expect(await screen.findByText(/^C’est le texte de Bobine/)).toBeVisible();
    expect(removed).toBe(1);
  });

  it("deletes what is typed along with a saved text, and says so, though the preview answers later than the list", async () => {
    let isOwn = true;
    let isSlow = false;
    network.stub(
      answers(listReminderTexts, () => ({ results: [{ ...text(1), is_own: isOwn }] })),
      answers(previewReminderText, () => (isSlow ? new Promise<never>(() => undefined) : MAIL)),
      answers(removeReminderText, () => {
        isOwn = false;
        isSlow = true;
        return new Response(null, { status: 204 });
      }),
    );
    const { user } = show("/invoices/reminders?tab=texts");
    const subject = await screen.findByRole("textbox", { name: "Objet" });
    fireEvent.change(subject, { target: { value: "Le mien" } });
    await user.click(screen.getByRole("button", { name: "Revenir au texte de Bobine" }));
    const question = within(await screen.findByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Supprimer votre texte" }));
    expect(await screen.findByText(/^Les relances portent de nouveau/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    expect(screen.getByRole("textbox", { name: "Objet" })).toHaveValue("Rappel");
    expect(screen.queryByText("Saisie rétablie")).toBeNull();
  });

  it("loses nothing of what is typed while it is saved", async () => {
    let isOwn = false;
    let answer: (() => void) | undefined;
    network.stub(
      answers(listReminderTexts, () => ({
        results: [{ ...text(1), is_own: isOwn, ...(isOwn ? { subject: "Le mien" } : {}) }],
      })),
      answers(saveReminderText, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        isOwn = true;
        return { ...text(1), is_own: true, subject: "Le mien" };
      }),
    );
    const { user } = show("/invoices/reminders?tab=texts");
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    fireEvent.change(await screen.findByRole("textbox", { name: "Objet" }), { target: { value: "Le mien" } });
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(answer).toBeDefined());
    fireEvent.change(screen.getByRole("textbox", { name: /^Après/ }), { target: { value: "Bien à vous," } });
    answer?.();
    expect(await screen.findByText(/^Votre texte est enregistré/)).toBeVisible();
    expect(await screen.findByText(/^C’est votre texte/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: /^Après/ })).toHaveValue("Bien à vous,");
    expect(screen.getByRole("textbox", { name: "Objet" })).toHaveValue("Le mien");
    await waitFor(() => expect(screen.getByRole("button", { name: "Enregistrer" })).toBeEnabled());
  });

  const before = { subject: "Avant", opening: "Bonjour,", closing: "Cordialement," };
  const theirs = { ...before, subject: "Le leur", opening: "Chère équipe,\n\nMerci." };
  const editsBeside = (now: ReminderTextView) => {
    const sent: unknown[] = [];
    let isRefused = false;
    network.stub(
      answers(listReminderTexts, () => ({
        results: [isRefused ? now : { ...text(1), ...before, is_own: true }],
      })),
      answers(saveReminderText, ({ body }) => {
        sent.push(body);
        if (isRefused) return { ...text(1), is_own: true, ...before, subject: "Le mien" };
        isRefused = true;
        return Response.json(
          { detail: "Quelqu’un a modifié ce texte. Relisez-le.", code: "text_changed" },
          { status: 409 },
        );
      }),
    );
    return sent;
  };
  const saveMine = async (user: ReturnType<typeof show>["user"]) => {
    const subject = await screen.findByRole("textbox", { name: "Objet" });
    fireEvent.change(subject, { target: { value: "Le mien" } });
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Quelqu’un a modifié ce texte entre-temps")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Objet" })).toHaveValue("Le mien");
  };

  it("shows what somebody else has saved meanwhile, keeps what is typed, and saves over it once that is asked again", async () => {
    const sent = editsBeside({ ...text(1), ...theirs, is_own: true });
    const { user } = show("/invoices/reminders?tab=texts");
    await saveMine(user);
    expect(screen.getByText(/^Le leur\s+Chère équipe,\s+Merci\./)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/^Votre texte est enregistré/)).toBeVisible();
    expect(screen.queryByText("Quelqu’un a modifié ce texte entre-temps")).toBeNull();
    const mine = { ...before, subject: "Le mien" };
    expect(sent).toEqual([
      { ...mine, known_text: before },
      { ...mine, known_text: theirs },
    ]);
  });

  it("takes up what somebody else has saved meanwhile", async () => {
    const sent = editsBeside({ ...text(1), ...theirs, is_own: true });
    const { user } = show("/invoices/reminders?tab=texts");
    await saveMine(user);
    await user.click(screen.getByRole("button", { name: "Reprendre le sien" }));
    expect(screen.getByRole("textbox", { name: "Objet" })).toHaveValue("Le leur");
    expect(screen.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
    expect(sent).toHaveLength(1);
  });

  it("keeps what is typed of a text that somebody else deletes meanwhile", async () => {
    const sent = editsBeside(text(1));
    const { user } = show("/invoices/reminders?tab=texts");
    await saveMine(user);
    expect(screen.getByText(/^Le texte de Bobine est rétabli/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/^Votre texte est enregistré/)).toBeVisible();
    expect(sent[1]).toMatchObject({ subject: "Le mien", known_text: null });
  });

  it("refuses an unknown variable by its name at its field, and keeps what is typed", async () => {
    const { user } = show("/invoices/reminders?tab=texts");
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    const opening = await screen.findByRole("textbox", { name: "Avant le tableau des factures" });
    fireEvent.change(opening, { target: { value: "Bonjour {prénom}," } });
    expect(
      await screen.findByText("Choisissez des variables de la liste : {prénom} n’y est pas."),
    ).toBeVisible();
    expect(opening).toHaveValue("Bonjour {prénom},");
    expect(screen.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  });

  it("that names another account says at its field what to write, and keeps what is typed (SEC-17)", async () => {
    network.stub(fails(previewReminderText, 400, { closing: [OTHER_IBAN_IN_WORDS] }));
    const { user } = show("/invoices/reminders?tab=texts");
    await user.click(await screen.findByRole("button", { name: "Écrire votre texte" }));
    const closing = await screen.findByRole("textbox", {
      name: "Après le tableau et le rappel de votre IBAN",
    });
    fireEvent.change(closing, { target: { value: "IBAN FR1420041010050500013M02606" } });
    expect(await screen.findByText(/écrivez \{iban\} à sa place/)).toBeVisible();
    expect(closing).toHaveValue("IBAN FR1420041010050500013M02606");
  });
});
