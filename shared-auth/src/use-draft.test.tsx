import { logout } from "@bobine/contract/auth";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { DraftKind } from "./draft-storage.ts";
import { closeSession, selectDistributor } from "./session-store.ts";
import { answers, signIn, signInAsSuperAdmin, stubNetwork } from "./screens.testing.tsx";
import { unfinishedWork } from "./unfinished-work.ts";
import { signOut } from "./use-session.ts";
import { draftedId, useDraft } from "./use-draft.ts";

const network = stubNetwork();

const KIND: DraftKind<{ name: string }> = {
  name: "company",
  version: 2,
  schema: z.object({ name: z.string() }),
};
const KEY = "bobine.draft:company@2";

function Form({ kind = KIND, saved = "Éclair" }: { kind?: DraftKind<{ name: string }>; saved?: string }) {
  const draft = useDraft(kind, { name: saved }, "Société");
  return (
    <>
      <input
        aria-label="Nom"
        value={draft.value.name}
        onChange={({ currentTarget: { value } }) => draft.set(() => ({ name: value }))}
      />
      <button type="button" onClick={() => draft.settle({ name: "Zénith" })}>
        Enregistré
      </button>
      <button type="button" onClick={draft.discard}>
        Abandonner
      </button>
      {draft.isRestored ? <p>rétabli</p> : null}
    </>
  );
}

interface Company {
  name: string;
  city: string;
}
function TwoFields({ kind, saved }: { kind: DraftKind<Company>; saved: Company }) {
  const { value, set, isRestored } = useDraft(kind, saved, "Société");
  return (
    <>
      <input
        aria-label="Nom"
        value={value.name}
        onChange={({ currentTarget: { value: name } }) => set((form) => ({ ...form, name }))}
      />
      <output>{[value.name, value.city, isRestored ? "rétabli" : ""].join(" ").trim()}</output>
    </>
  );
}
const shown = () => screen.getByRole("status").textContent;

const field = () => screen.getByLabelText<HTMLInputElement>("Nom");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
/** What a reload does to a form: it goes, and another page's comes. */
function reload(form = <Form />) {
  mounted.unmount();
  mounted = render(form);
}
let mounted: ReturnType<typeof render>;
beforeEach(() => sessionStorage.clear());

it("what was typed comes back after a reload, and says so", () => {
  mounted = render(<Form />);
  type("Zénith");
  reload();
  expect(field().value).toBe("Zénith");
  expect(screen.getByText("rétabli")).toBeVisible();
  expect(unfinishedWork()).toEqual([{ kind: "form", label: "Société", survivesReload: true }]);
});

it("a form that nobody changed keeps nothing and holds nobody back", () => {
  mounted = render(<Form />);
  expect(unfinishedWork()).toEqual([]);
  type("Zénith");
  type("Éclair");
  expect(unfinishedWork()).toEqual([]);
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

it.each(["Enregistré", "Abandonner"])("« %s » leaves nothing to lose", (button) => {
  mounted = render(<Form />);
  type("Zénith");
  fireEvent.click(screen.getByText(button));
  expect(unfinishedWork()).toEqual([]);
  reload();
  expect(field().value).toBe("Éclair");
  expect(screen.queryByText("rétabli")).toBeNull();
});

it("what was typed after the form was sent is not taken for saved", () => {
  mounted = render(<Form />);
  type("Zénith et fils");
  fireEvent.click(screen.getByText("Enregistré"));
  reload(<Form saved="Zénith" />);
  expect(field().value).toBe("Zénith et fils");
});

describe("a draft on what somebody else saved meanwhile", () => {
  const OF_TWO: DraftKind<Company> = {
    name: "two",
    version: 1,
    schema: z.object({ name: z.string(), city: z.string() }),
  };
  const typeName = (kind: DraftKind<Company>) => {
    mounted = render(<TwoFields kind={kind} saved={{ name: "Éclair", city: "Metz" }} />);
    type("Zénith");
    reload(<TwoFields kind={kind} saved={{ name: "Éclipse", city: "Nancy" }} />);
  };

  it("has it in the fields that were not touched, and what was typed in the others", () => {
    typeName(OF_TWO);
    expect(shown()).toBe("Zénith Nancy rétabli");
    // And again after another reload.
    reload(<TwoFields kind={OF_TWO} saved={{ name: "Éclipse", city: "Brest" }} />);
    expect(shown()).toBe("Zénith Brest rétabli");
  });

  it("is merged with it in a field that both have changed, where its form can do that", () => {
    typeName({
      ...OF_TWO,
      merge: (field, typed, base, saved) => `${base[field]}+${typed[field]}+${saved[field]}`,
    });
    expect(shown()).toBe("Éclair+Zénith+Éclipse Nancy rétabli");
  });

  it("is none once the same is saved", () => {
    mounted = render(<TwoFields kind={OF_TWO} saved={{ name: "Éclair", city: "Metz" }} />);
    type("Zénith");
    reload(<TwoFields kind={OF_TWO} saved={{ name: "Zénith", city: "Nancy" }} />);
    expect(shown()).toBe("Zénith Nancy");
    expect(unfinishedWork()).toEqual([]);
  });

  it("comes back as it was typed when its form itself finds what changed", () => {
    typeName({ ...OF_TWO, isWhole: true });
    expect(shown()).toBe("Zénith Metz rétabli");
  });

  it("comes back as it was typed when an older build kept it, without what it began with", () => {
    signIn({ email: "lea@eclair.example" });
    const value = { name: "Zénith", city: "Metz" };
    sessionStorage.setItem("bobine.draft:two@1", JSON.stringify({ owner: "lea@eclair.example ", value }));
    mounted = render(<TwoFields kind={OF_TWO} saved={{ name: "Éclair", city: "Nancy" }} />);
    expect(shown()).toBe("Zénith Metz rétabli");
  });
});

it("a build whose form has another shape does not read it", () => {
  mounted = render(<Form />);
  type("Zénith");
  reload(<Form kind={{ ...KIND, version: 3 }} />);
  expect(field().value).toBe("Éclair");
});

it.each(["{", '{"nom":"Zénith"}', "null"])("a damaged draft is as none: %s", (text) => {
  sessionStorage.setItem(KEY, text);
  mounted = render(<Form />);
  expect(field().value).toBe("Éclair");
});

it.each([
  ["the next user", () => signIn()],
  [
    "the next user, after the session ended",
    () => {
      closeSession();
      signIn();
    },
  ],
  ["another distributor", () => selectDistributor(2)],
  [
    "another distributor, after the session ended",
    () => {
      closeSession();
      signInAsSuperAdmin({ distributorId: 2 });
    },
  ],
])("%s never meets it", (_, change) => {
  signInAsSuperAdmin({ distributorId: 1 });
  mounted = render(<Form />);
  type("Zénith");
  expect(sessionStorage.getItem(`${KEY} 1`)).not.toBeNull();
  mounted.unmount();
  change();
  mounted = render(<Form />);
  expect(field().value).toBe("Éclair");
});

it("signing out by hand leaves nothing behind", async () => {
  network.stub(answers(logout, undefined));
  signIn();
  mounted = render(<Form />);
  type("Zénith");
  mounted.unmount();
  await signOut();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

it.each([
  ["staff", () => void signIn()],
  [
    "a super admin who chooses the same distributor again",
    () => void signInAsSuperAdmin({ distributorId: 1 }),
  ],
])("nothing typed is lost with an expired session: %s", (_, enter) => {
  enter();
  mounted = render(<Form />);
  type("Zénith");
  closeSession();
  mounted.unmount();
  enter();
  mounted = render(<Form />);
  expect(field().value).toBe("Zénith");
  expect(screen.getByText("rétabli")).toBeVisible();
});

it("of many things with a form each, the one that was being edited is found again", () => {
  const kindOf = (id: number) => ({ ...KIND, name: `company/${id}` });
  expect(draftedId(kindOf)).toBeUndefined();
  mounted = render(<Form kind={kindOf(28)} />);
  type("Zénith");
  mounted.unmount();
  expect(draftedId(kindOf)).toBe(28);
  expect(draftedId((id) => ({ ...KIND, name: `company-settings/${id}` }))).toBeUndefined();
  expect(draftedId((id) => ({ ...kindOf(id), version: 3 }))).toBeUndefined();
});

it("a super admin's form that is of no distributor comes back although none is chosen yet", () => {
  const kind = { ...KIND, isOfPerson: true };
  signInAsSuperAdmin();
  selectDistributor(3);
  mounted = render(<Form kind={kind} />);
  type("Zénith");
  mounted.unmount();
  closeSession();
  signInAsSuperAdmin();
  mounted = render(<Form kind={kind} />);
  expect(field().value).toBe("Zénith");
});

it.each([
  ["another one", 2],
  ["none", null],
])("a form that is of no distributor outlives the choice of %s", (_, next) => {
  const kind = { ...KIND, isOfPerson: true };
  signInAsSuperAdmin({ distributorId: 1 });
  mounted = render(<Form kind={kind} />);
  type("Zénith");
  mounted.unmount();
  selectDistributor(next);
  mounted = render(<Form kind={kind} />);
  expect(field().value).toBe("Zénith");
});

it("what was typed for a distributor is there when it is chosen again, whatever was typed for another", () => {
  const kindOf = (id: number) => ({ ...KIND, name: `company/${id}` });
  const visit = (distributorId: number) => {
    mounted.unmount();
    selectDistributor(distributorId);
    mounted = render(<Form kind={kindOf(28)} />);
  };
  signInAsSuperAdmin({ distributorId: 1 });
  mounted = render(<Form kind={kindOf(28)} />);
  type("Zénith");
  visit(2);
  expect(field().value).toBe("Éclair");
  expect(draftedId(kindOf)).toBeUndefined();
  type("Odéon");
  visit(1);
  expect(field().value).toBe("Zénith");
  expect(draftedId(kindOf)).toBe(28);
  fireEvent.click(screen.getByText("Abandonner"));
  visit(2);
  expect(field().value).toBe("Odéon");
  visit(1);
  expect(field().value).toBe("Éclair");
});
