import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { renderScreen } from "./screens.testing.tsx";
import { useAction } from "./use-action.ts";

type Send = (text: string) => Promise<string>;

/** Two buttons of one action, as two rows of a list have; each press tells what came of it. */
function Buttons({ send, tell }: { send: Send; tell: (text: string) => void }) {
  const action = useAction({ mutationFn: send });
  const press = (text: string) =>
    action.mutate(text, {
      onSuccess: (answer) => tell(`${answer} réussi`),
      onError: (error) => tell(`${text} ${error.message}`),
      onSettled: () => tell(`${text} fini`),
    });
  return (
    <>
      {["A", "B"].map((text) => (
        <button type="button" key={text} onClick={() => press(text)}>
          {text}
        </button>
      ))}
      <button type="button" onClick={action.reset}>
        Oublier
      </button>
      <output>{action.status}</output>
    </>
  );
}

/** What was sent, with the way to answer it. */
function aServer() {
  const calls: { text: string; answer: () => void; refuse: (reason?: Error) => void }[] = [];
  const send = vi.fn<Send>(
    (text) =>
      new Promise((resolve, reject) => {
        calls.push({
          text,
          answer: () => resolve(text),
          refuse: (reason = new Error("refusé")) => reject(reason),
        });
      }),
  );
  return { calls, send, sent: () => calls.map(({ text }) => text) };
}

function renderButtons() {
  const server = aServer();
  const told: string[] = [];
  const page = renderScreen(<Buttons send={server.send} tell={(text) => told.push(text)} />);
  const press = (name: string) => screen.getByRole("button", { name }).click();
  return { ...server, ...page, told, press };
}

/** Lets promises go on, and no timer: the query library tells its observers by one. */
async function beforeTheNextRender(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe("an action", () => {
  it("is sent once when it is asked for twice before the page shows that it runs", async () => {
    const { press, sent } = renderButtons();
    await act(async () => {
      press("A");
      press("A");
    });
    await act(async () => press("A"));
    expect(sent()).toEqual(["A"]);
  });

  it("is sent once also when the answer is faster than the second press of a double click", async () => {
    const { press, sent, calls, told } = renderButtons();
    await act(async () => {
      press("A");
      await beforeTheNextRender();
      calls[0]!.answer();
      await beforeTheNextRender();
      press("A");
    });
    expect(told).toEqual(["A réussi", "A fini"]);
    expect(sent()).toEqual(["A"]);
  });

  it("can be asked for again once it has ended, well or not", async () => {
    const { press, sent, calls } = renderButtons();
    await act(async () => press("A"));
    await act(async () => calls[0]!.refuse());
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("error"));
    await act(async () => press("A"));
    await act(async () => calls[1]!.answer());
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("success"));
    await act(async () => press("A"));
    expect(sent()).toEqual(["A", "A", "A"]);
  });

  it("can be asked for of two things at a time, and tells of both how it ended", async () => {
    const { press, sent, calls, told } = renderButtons();
    await act(async () => {
      press("A");
      press("B");
    });
    expect(sent()).toEqual(["A", "B"]);
    await act(async () => {
      calls[0]!.refuse();
      calls[1]!.answer();
    });
    expect(told.toSorted()).toEqual(["A fini", "A refusé", "B fini", "B réussi"]);
  });

  it.each([
    ["of equal forms", { a: [1, { b: null }] }, { a: [1, { b: null }] }, 1],
    ["of forms that differ in one value", { a: [1, { b: null }] }, { a: [1, { b: "" }] }, 2],
    ["of two files of one name", { file: new File(["1"], "a.pdf") }, { file: new File(["1"], "a.pdf") }, 2],
  ])("%s is sent this often when asked for at once", async (_, first, second, times) => {
    const send = vi.fn<(form: object) => Promise<void>>(() => new Promise(() => undefined));
    function Form() {
      const action = useAction({ mutationFn: send });
      return (
        <button
          type="button"
          onClick={() => {
            action.mutate(first);
            action.mutate(second);
          }}
        >
          Envoyer
        </button>
      );
    }
    renderScreen(<Form />);
    await act(async () => screen.getByRole("button", { name: "Envoyer" }).click());
    expect(send).toHaveBeenCalledTimes(times);
  });

  it("that is forgotten meanwhile tells nothing, and can be asked for again", async () => {
    const { press, sent, calls, told } = renderButtons();
    await act(async () => press("A"));
    await act(async () => press("Oublier"));
    await act(async () => press("A"));
    await act(async () => calls[0]!.refuse());
    expect(sent()).toEqual(["A", "A"]);
    expect(told).toEqual([]);
  });

  it("tells a page that has gone that it failed, and nothing else", async () => {
    const { press, calls, told, unmount } = renderButtons();
    await act(async () => press("A"));
    await act(async () => press("B"));
    unmount();
    await act(async () => {
      calls[0]!.answer();
      calls[1]!.refuse();
    });
    expect(told).toEqual(["B refusé"]);
  });

  it("tells another session nothing of how it ended", async () => {
    const { press, calls, told, unmount } = renderButtons();
    await act(async () => press("A"));
    unmount();
    await act(async () => calls[0]!.refuse(new ApiError("stale")));
    expect(told).toEqual([]);
  });
});
