import {
  addComment,
  type Comment,
  deleteComment,
  editComment,
  listComments,
  listMentions,
  readMentions,
} from "@bobine/contract/comments";
import { listInvoices } from "@bobine/contract/invoices";
import { currentUser } from "@bobine/contract/auth";
import { aComment, aMention } from "@bobine/contract/testing/comments";
import { listed } from "@bobine/contract/testing/lists";
import { aUser } from "@bobine/contract/testing/people";
import { changeDistributor, routeKey, useDistributorScope } from "@bobine/shared-auth";
import {
  answers,
  fails,
  isUnreachable,
  renderScreen,
  signIn,
  signInAsSuperAdmin,
  stubNetwork,
} from "@bobine/shared-auth/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { SlowList } from "../slow-list.testing.tsx";
import { CommentThread } from "./comment-thread.tsx";
import { partsOf } from "./comment-text.tsx";
import { withoutComments } from "./comments.testing.ts";
import { MentionsButton } from "./mentions.button.tsx";

const network = stubNetwork();
beforeEach(() => {
  sessionStorage.clear();
  signIn();
  network.stub(...withoutComments());
});

const thread = () => renderScreen(<CommentThread subject={{ kind: "invoice", id: 12 }} />);
/** As a row of a list is chosen, then another one. */
function TwoThreads() {
  const [id, setId] = useState(12);
  return (
    <>
      <button type="button" onClick={() => setId((shown) => (shown === 12 ? 13 : 12))}>
        Autre facture
      </button>
      <CommentThread key={id} subject={{ kind: "invoice", id }} />
    </>
  );
}
const shows = (...comments: Comment[]) => network.stub(answers(listComments, listed(...comments)));
const field = () => screen.findByRole("textbox", { name: "Votre commentaire" });

describe("comments of a subject (COM-1)", () => {
  it("are there newest last, as text alone, with whom they mention", async () => {
    shows(
      aComment({ id: 2, text: "<b>Non</b>\n@Camille Moreau ?", mentions: ["@Camille Moreau"] }),
      aComment({ id: 1, author: null, text: "Corrigé", edited_at: "2026-11-30T09:00:00.000Z" }),
    );
    thread();
    const [first, second] = await screen.findAllByRole("listitem");
    expect(first).toHaveTextContent("Bobine 30/11/2026 09:30 · modifiéCorrigé");
    expect(second).toHaveTextContent("Hugo Rousseau 30/11/2026 09:30<b>Non</b> @Camille Moreau ?");
    expect(screen.getByText("@Camille Moreau", { selector: "strong" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Commentaires 2" })).toBeVisible();
  });

  it("say that there are none, and how one tells a colleague", async () => {
    thread();
    expect(await screen.findByText(/^Aucun commentaire\. Écrivez ici/)).toBeVisible();
  });

  it("say that they cannot be read, and no more that there are none", async () => {
    thread();
    expect(await screen.findByText(/^Aucun commentaire/)).toBeVisible();
    network.stub(isUnreachable(listComments));
    fireEvent(window, new Event("visibilitychange"));
    expect(await screen.findByText(/^Impossible de charger les commentaires/)).toBeVisible();
    expect(screen.queryByText(/^Aucun commentaire/)).toBeNull();
  });

  it("are sent with a mention that was proposed, by keys alone", async () => {
    const sent: unknown[] = [];
    network.stub(
      answers(addComment, ({ body }) => {
        sent.push(body);
        shows(aComment({ id: 3, text: "@Hugo Marchetti vu", mentions: ["@Hugo Marchetti"], is_own: true }));
        return aComment({ id: 3 });
      }),
    );
    const { user } = thread();
    const input = await field();
    await screen.findByText(/^Aucun commentaire/);
    await user.type(input, "@hu");
    expect(await screen.findByRole("option", { name: /^Hugo Marchetti/ })).toBeVisible();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(input).toHaveValue("@Hugo Marchetti "));
    await user.type(input, "vu");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("@Hugo Marchetti", { selector: "strong" })).toBeVisible();
    expect(sent).toEqual([{ subject: "invoice:12", text: "@Hugo Marchetti vu" }]);
    expect(await field()).toHaveValue("");
  });

  it("lose nothing of what is typed: when the server is away, nor with a reload", async () => {
    network.stub(isUnreachable(addComment));
    const { user, unmount } = thread();
    await user.type(await field(), "Long à écrire");
    await user.click(screen.getByRole("button", { name: "Commenter" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/connexion/i);
    expect(await field()).toHaveValue("Long à écrire");
    unmount();
    thread();
    expect(await field()).toHaveValue("Long à écrire");
  });

  it("are no draft any more once they are sent, also when one looks elsewhere before all lists are read again", async () => {
    network.stub(
      answers(addComment, () => {
        shows(aComment({ id: 3, text: "Vu avec eux", is_own: true }));
        return aComment({ id: 3 });
      }),
    );
    const { user } = renderScreen(
      <>
        <TwoThreads />
        <SlowList queryKey={routeKey(listInvoices)} />
      </>,
    );
    await user.type(await field(), "Vu avec eux");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByRole("listitem")).toHaveTextContent("Vu avec eux");
    await user.click(screen.getByRole("button", { name: "Autre facture" }));
    await user.click(screen.getByRole("button", { name: "Autre facture" }));
    expect(await field()).toHaveValue("");
  });

  it("are no draft any more once they are sent, also when another distributor is chosen by then (COM-1, FED-9)", async () => {
    signInAsSuperAdmin({ distributorId: 1 });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let isSent = false;
    network.stub(
      answers(addComment, async () => {
        isSent = true;
        await answered;
        return aComment({ id: 3 });
      }),
    );
    function Screen() {
      const { epoch } = useDistributorScope();
      return <CommentThread key={epoch} subject={{ kind: "invoice", id: 12 }} />;
    }
    const { user } = renderScreen(<Screen />);
    await user.type(await field(), "Vu avec eux");
    await user.click(screen.getByRole("button", { name: "Commenter" }));
    await waitFor(() => expect(isSent).toBe(true));
    const choose = (id: number) => act(() => changeDistributor(id, async () => true));
    await choose(2);
    expect(sessionStorage.getItem("bobine.draft:comment/invoice:12@1 1")).not.toBeNull();
    answer();
    await waitFor(() => expect(sessionStorage.getItem("bobine.draft:comment/invoice:12@1 1")).toBeNull());
    await choose(1);
    expect(await field()).toHaveValue("");
  });

  it("that cannot be read say so, and are asked for again", async () => {
    network.stub(fails(listComments, 500));
    const { user } = thread();
    expect(await screen.findByRole("alert")).toHaveTextContent("Impossible de charger les commentaires.");
    shows(aComment());
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Le Rex paie deux semaines ensemble.")).toBeVisible();
  });

  it("are read by a viewer, who writes none (SEC-22)", async () => {
    signIn({ role: "viewer" });
    shows(aComment({ is_own: true }));
    thread();
    expect(await screen.findByText("Le Rex paie deux semaines ensemble.")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Supprimer/ })).toBeNull();
  });

  it("lose nothing of what is typed when the role of who writes it is taken away meanwhile (SEC-22)", async () => {
    network.stub(
      fails(addComment, 403, { detail: "Réservé aux comptables.", code: "permission_denied" }),
      answers(currentUser, aUser({ role: "viewer" })),
    );
    const { user } = thread();
    await user.type(await field(), "Long à écrire");
    await user.click(screen.getByRole("button", { name: "Commenter" }));
    expect(await screen.findByText(/celui-ci n’a pas été envoyé/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Texte non envoyé" })).toHaveValue("Long à écrire");
    await user.click(screen.getByRole("button", { name: "Copier" }));
    expect(await navigator.clipboard.readText()).toBe("Long à écrire");
    await user.click(screen.getByRole("button", { name: "Effacer" }));
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("mark a mention as read once it is seen (COM-4)", async () => {
    const read: unknown[] = [];
    network.stub(
      answers(readMentions, ({ body }) => {
        read.push(body);
        return { unread_count: 0 };
      }),
    );
    shows(aComment({ id: 5, is_unread_mention: true }), aComment({ id: 4 }));
    thread();
    await waitFor(() => expect(read).toEqual([{ comments: [5] }]));
  });

  it("mark more mentions than one call takes as read in several (COM-4)", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => 60 - index);
    const read = new Set<number>();
    const sizes: number[] = [];
    const show = () => shows(...ids.map((id) => aComment({ id, is_unread_mention: !read.has(id) })));
    network.stub(
      answers(readMentions, ({ body }) => {
        const { comments } = body as { comments: number[] };
        sizes.push(comments.length);
        for (const id of comments) read.add(id);
        show();
        return { unread_count: 60 - read.size };
      }),
    );
    show();
    thread();
    await waitFor(() => expect(sizes).toEqual([50, 10]));
  });
});

describe("one's own comment (COM-2)", () => {
  it("is changed in its place", async () => {
    shows(aComment({ id: 7, text: "Vu", is_own: true }), aComment({ id: 6, text: "D’un autre" }));
    signIn({ role: "accountant" });
    const sent: unknown[] = [];
    network.stub(
      answers(editComment, ({ body, params }) => {
        sent.push([params["id"], body]);
        shows(aComment({ id: 7, text: "Vu, et revu", is_own: true }));
        return aComment({ id: 7, text: "Vu, et revu", is_own: true });
      }),
    );
    const { user } = thread();
    await user.click(await screen.findByRole("button", { name: /^Modifier le commentaire/ }));
    const [edited] = await screen.findAllByRole("textbox", { name: "Votre commentaire" });
    if (!edited) throw new Error("no field");
    await user.type(edited, ", et revu");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Vu, et revu")).toBeVisible();
    expect(sent).toEqual([["7", { text: "Vu, et revu", seen: "Vu" }]]);
    expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull();
  });

  it.each(["before it is asked for", "before anything is typed", "and that was given up once"])(
    "is changed from the words that another tab saved meanwhile: %s",
    async (when) => {
      shows(aComment({ id: 7, text: "Vu", is_own: true }));
      const { user } = thread();
      const edit = async () => {
        await user.click(await screen.findByRole("button", { name: /^Modifier le commentaire/ }));
        const [edited] = await screen.findAllByRole("textbox", { name: "Votre commentaire" });
        if (!edited) throw new Error("no field");
        return edited;
      };
      const savedElsewhere = async (isListed: () => Promise<unknown>) => {
        shows(
          aComment({ id: 7, text: "Vu, payé lundi", is_own: true }),
          aComment({ id: 6, text: "D’un autre" }),
        );
        fireEvent(window, new Event("visibilitychange"));
        await isListed();
      };
      if (when === "before it is asked for") {
        await screen.findByText("Vu");
        await savedElsewhere(() => screen.findByText("Vu, payé lundi"));
      } else {
        const edited = await edit();
        if (when === "and that was given up once") await user.type(edited, "e");
        await savedElsewhere(() => screen.findByText("D’un autre"));
        if (when === "and that was given up once") expect(edited).toHaveValue("Vue");
        else await waitFor(() => expect(edited).toHaveValue("Vu, payé lundi"));
        await user.click(screen.getByRole("button", { name: "Annuler" }));
      }
      expect(await edit()).toHaveValue("Vu, payé lundi");
    },
  );

  describe("of which another tab has saved other words while some were typed", () => {
    const one = (text: string) => aComment({ id: 7, text, is_own: true });
    const sent: unknown[] = [];
    beforeEach(() => {
      sent.length = 0;
      shows(one("Vu"));
      network.stub(
        answers(editComment, ({ body }) => {
          sent.push(body);
          const { text, seen } = body as { text: string; seen: string };
          if (seen === "Vu")
            return Response.json(
              { detail: "Modifié entre-temps.", code: "comment_changed" },
              { status: 409 },
            );
          shows(one(text));
          return one(text);
        }),
      );
    });
    const isTyping = async () => {
      const shown = thread();
      await shown.user.click(await screen.findByRole("button", { name: /^Modifier le commentaire/ }));
      const [edited] = await screen.findAllByRole("textbox", { name: "Votre commentaire" });
      if (!edited) throw new Error("no field");
      await shown.user.type(edited, ", et revu");
      shows(one("Vu, payé lundi"));
      return { ...shown, edited };
    };
    const title = "Ce commentaire a été modifié entre-temps";

    it("shows them when its own are refused, and replaces them knowingly", async () => {
      const { user, edited } = await isTyping();
      await user.click(screen.getByRole("button", { name: "Enregistrer" }));
      expect(await screen.findByText(title)).toBeVisible();
      expect(screen.getByText("Vu, payé lundi")).toBeVisible();
      expect(edited).toHaveValue("Vu, et revu");
      await user.click(screen.getByRole("button", { name: "Enregistrer" }));
      await waitFor(() => expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull());
      expect(sent).toEqual([
        { text: "Vu, et revu", seen: "Vu" },
        { text: "Vu, et revu", seen: "Vu, payé lundi" },
      ]);
    });

    it("shows them as soon as they are known, also after a reload, and takes them up", async () => {
      const { unmount } = await isTyping();
      fireEvent(window, new Event("visibilitychange"));
      expect(await screen.findByText(title)).toBeVisible();
      unmount();
      const { user } = thread();
      expect(await screen.findByText(title)).toBeVisible();
      const [edited] = screen.getAllByRole("textbox", { name: "Votre commentaire" });
      expect(edited).toHaveValue("Vu, et revu");
      await user.click(screen.getByRole("button", { name: "Reprendre les mots actuels" }));
      expect(edited).toHaveValue("Vu, payé lundi");
      expect(screen.queryByText(title)).toBeNull();
      expect(sent).toEqual([]);
    });
  });

  it("keeps what was typed of its change when the role of who types is taken away meanwhile (SEC-22)", async () => {
    shows(aComment({ id: 7, text: "Vu", is_own: true }));
    network.stub(
      fails(editComment, 403, { detail: "Réservé aux comptables.", code: "permission_denied" }),
      answers(currentUser, aUser({ role: "viewer" })),
    );
    const { user } = thread();
    await user.click(await screen.findByRole("button", { name: /^Modifier le commentaire/ }));
    const [edited] = await screen.findAllByRole("textbox", { name: "Votre commentaire" });
    if (!edited) throw new Error("no field");
    await user.type(edited, ", et revu");
    await user.click(screen.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/ce texte n’a pas été enregistré/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Texte non envoyé" })).toHaveValue("Vu, et revu");
    await user.click(screen.getByRole("button", { name: "Effacer" }));
    expect(await screen.findByText("Vu")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it.each(["as it is saved", "while it is typed"])(
    "keeps what was typed of its change when somebody else deletes it %s, and says so",
    async (when) => {
      const own = aComment({ id: 7, text: "Vu", is_own: true });
      shows(aComment({ id: 8, text: "Après" }), own);
      const { user } = thread();
      await user.click(await screen.findByRole("button", { name: /^Modifier le commentaire/ }));
      const [edited] = await screen.findAllByRole("textbox", { name: "Votre commentaire" });
      if (!edited) throw new Error("no field");
      await user.type(edited, ", et revu");
      shows(aComment({ id: 8, text: "Après" }));
      network.stub(fails(editComment, 404, { detail: "Introuvable.", code: "not_found" }));
      if (when === "as it is saved") await user.click(screen.getByRole("button", { name: "Enregistrer" }));
      else fireEvent(window, new Event("visibilitychange"));
      expect(await screen.findByText(/^Ce commentaire a été supprimé/)).toBeVisible();
      expect(screen.getByRole("textbox", { name: "Texte non envoyé" })).toHaveValue("Vu, et revu");
      await user.click(screen.getByRole("button", { name: "Effacer" }));
      expect(screen.queryByText(/^Ce commentaire a été supprimé/)).toBeNull();
      expect(screen.getAllByRole("listitem")).toHaveLength(1);
    },
  );

  it("says that it was deleted, also when another list is slow to be read again (TXT-6)", async () => {
    signIn({ role: "admin" });
    shows(aComment({ id: 6 }));
    network.stub(
      answers(deleteComment, () => {
        shows();
        return new Response(null, { status: 204 });
      }),
    );
    const { user } = renderScreen(
      <>
        <CommentThread subject={{ kind: "invoice", id: 12 }} />
        <SlowList queryKey={routeKey(listInvoices)} />
      </>,
    );
    await user.click(
      await screen.findByRole("button", { name: "Supprimer le commentaire de Hugo Rousseau" }),
    );
    const dialog = within(await screen.findByRole("dialog", { name: /^Supprimer ce commentaire/ }));
    await user.click(dialog.getByRole("button", { name: "Supprimer" }));
    expect(await screen.findByText("Commentaire supprimé.")).toBeVisible();
    expect(await screen.findByText(/^Aucun commentaire/)).toBeVisible();
  });

  it("is asked about no more once it is deleted, while its list is read again", async () => {
    signIn({ role: "admin" });
    shows(aComment({ id: 6 }));
    network.stub(
      answers(deleteComment, () => {
        network.stub(answers(listComments, () => new Promise<never>(() => undefined)));
        return new Response(null, { status: 204 });
      }),
    );
    const { user } = thread();
    await user.click(
      await screen.findByRole("button", { name: "Supprimer le commentaire de Hugo Rousseau" }),
    );
    const dialog = within(await screen.findByRole("dialog", { name: /^Supprimer ce commentaire/ }));
    await user.click(dialog.getByRole("button", { name: "Supprimer" }));
    expect(await screen.findByText("Commentaire supprimé.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is deleted after a question; an administrator deletes anybody's", async () => {
    signIn({ role: "admin" });
    shows(aComment({ id: 6 }));
    network.stub(
      answers(deleteComment, () => {
        shows();
        return new Response(null, { status: 204 });
      }),
    );
    const { user } = thread();
    await user.click(
      await screen.findByRole("button", { name: "Supprimer le commentaire de Hugo Rousseau" }),
    );
    const dialog = within(await screen.findByRole("dialog", { name: /^Supprimer ce commentaire/ }));
    await user.click(dialog.getByRole("button", { name: "Supprimer" }));
    expect(await screen.findByText(/^Aucun commentaire/)).toBeVisible();
  });
});

describe("mentions (COM-4)", () => {
  it("are counted while they are not read, and lead to where they were made", async () => {
    network.stub(
      answers(listMentions, {
        ...listed(
          aMention(),
          aMention({
            comment_id: 2,
            read_at: "2026-11-30T09:00:00.000Z",
            subject: {
              kind: "transaction",
              id: null,
              label: "Opération retirée avec son import",
              date: null,
            },
          }),
        ),
        unread_count: 1,
      }),
    );
    const read: unknown[] = [];
    network.stub(
      answers(readMentions, ({ body }) => {
        read.push(body);
        return { unread_count: 0 };
      }),
    );
    const { user } = renderScreen(<MentionsButton />);
    await user.click(await screen.findByRole("button", { name: "Mentions, 1 non lue" }));
    const list = within(await screen.findByRole("dialog", { name: "Mentions" }));
    expect(list.getAllByRole("link")).toHaveLength(1);
    const link = list.getByRole("link", {
      name: /^Non lue Hugo Rousseau vous a mentionné.*Facture F26000012/,
    });
    expect(link).toHaveAttribute("href", "/invoices/12");
    await user.click(link);
    await waitFor(() => expect(read).toEqual([{ comments: [1] }]));
  });

  it("say when there are none", async () => {
    const { user } = renderScreen(<MentionsButton />);
    await user.click(await screen.findByRole("button", { name: "Mentions" }));
    expect(await screen.findByText("Personne ne vous a mentionné.")).toBeVisible();
  });
});

it("a text is cut at its mentions, the longer one first", () => {
  expect(
    partsOf("@Hugo R et @Hugo", ["@Hugo", "@Hugo R"]).map(({ text, isMention }) => [text, isMention]),
  ).toEqual([
    ["@Hugo R", true],
    [" et ", false],
    ["@Hugo", true],
  ]);
});
