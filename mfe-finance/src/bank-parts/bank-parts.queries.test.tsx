import { decideParts } from "@bobine/contract/bank-parts";
import { answers, renderScreen, signIn, stubNetwork } from "@bobine/shared-auth/testing";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { useDecideParts } from "./bank-parts.queries.ts";

const network = stubNetwork();
beforeEach(() => void signIn());

function Decision() {
  const decide = useDecideParts(50, "dialog");
  return <button onClick={() => decide.mutate([])}>Affecter</button>;
}
function Place() {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      {isThere ? <Decision /> : null}
      <button onClick={() => setIsThere(false)}>Un collègue décide</button>
    </>
  );
}

it("TXT-1: a refusal that comes when what shows it has gone is told all the same", async () => {
  const answer = Promise.withResolvers<Response>();
  network.stub(answers(decideParts, () => answer.promise));
  const { user } = renderScreen(<Place />);
  await user.click(screen.getByRole("button", { name: "Affecter" }));
  await user.click(screen.getByRole("button", { name: "Un collègue décide" }));
  expect(screen.queryByRole("button", { name: "Affecter" })).toBeNull();
  const detail = "Cette action est déjà traitée.";
  answer.resolve(Response.json({ detail, code: "action_closed" }, { status: 409 }));
  expect(await screen.findByText("Impossible d’enregistrer cette affectation.")).toBeVisible();
  expect(screen.getByText(detail)).toBeVisible();
});
