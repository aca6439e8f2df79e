import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useShownAction } from "./use-shown-action.ts";
import { useWorkbenchKeys } from "./workbench-keys.ts";

const decide = vi.fn<(id: number) => void>();

/** A queue whose second action is the current one after `j`, with a panel that decides the action which it shows. */
function Workbench() {
  const [current, setCurrent] = useState(1);
  useWorkbenchKeys((command) => {
    if (command === "next") setCurrent(current + 1);
  });
  const shown = useShownAction(current);
  return (
    <>
      <p>Ligne {current}</p>
      <div onClickCapture={shown.onClickCapture}>
        <Panel key={shown.id} id={shown.id ?? 0} />
      </div>
    </>
  );
}

function Panel({ id }: { id: number }) {
  useWorkbenchKeys((command) => {
    if (command === "accept") decide(id);
  });
  return (
    <button type="button" onClick={() => decide(id)}>
      Accepter {id}
    </button>
  );
}

const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
/** What React draws of a key before the next paint, and nothing of what it draws in the background. */
const drawn = () => Promise.resolve();

describe("the panel of the current action", () => {
  // As in a browser: what waits for its turn does so.
  const settings = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  beforeEach(() => {
    decide.mockClear();
    render(<Workbench />);
    settings.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterEach(() => {
    settings.IS_REACT_ACT_ENVIRONMENT = true;
  });

  it("comes in the background, after its row is marked", async () => {
    press("j");
    await drawn();
    expect(screen.getByText("Ligne 2")).toBeVisible();
    expect(screen.getByRole("button")).toHaveTextContent("Accepter 1");
    expect(await screen.findByText("Accepter 2")).toBeVisible();
  });

  it("hears a key at once that is meant for it", async () => {
    press("j");
    await drawn();
    press("Enter");
    expect(decide.mock.calls).toEqual([[2]]);
  });

  it("a click into the one before decides nothing, and brings the right one", async () => {
    press("j");
    await drawn();
    screen.getByText("Accepter 1").click();
    expect(decide).not.toHaveBeenCalled();
    screen.getByText("Accepter 2").click();
    expect(decide.mock.calls).toEqual([[2]]);
  });
});
