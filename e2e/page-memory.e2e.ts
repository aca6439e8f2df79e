import { contentToBeThere } from "./support/content-to-be-there.ts";
import { SCREENS_OF_A_ROUND, switchDistributor, visitScreens, watchMemory } from "./support/page-memory.ts";
import { expect, test } from "./support/signed-in.ts";

/** What a hint or a toast has that is still going when one looks. A screen that is kept has hundreds. */
const MOST_MORE = { nodes: 40, listeners: 10 };
const ROUNDS = 3;

test(`the page lets go of the screens that were left and of the distributors before: after ${ROUNDS * SCREENS_OF_A_ROUND} changes it holds no more than when each was there once`, {
  tag: "@ci",
}, async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto("/invoices");
  const held = await watchMemory(page);
  const round = async (): Promise<void> => {
    await visitScreens(page);
    for (const name of ["Grand Rivage Distribution", "Lumen Films Distribution"])
      await switchDistributor(page, name);
    // Looked at where all has come once its rows are there; the dashboard fills little by little.
    await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
    await page.getByRole("row", { name: /Cinéma Le Beffroi/ }).waitFor();
    await contentToBeThere(page);
  };
  await round();
  await round();
  const before = await held();
  for (let each = 0; each < ROUNDS; each += 1) await round();
  const most = { nodes: before.nodes + MOST_MORE.nodes, listeners: before.listeners + MOST_MORE.listeners };
  await expect
    .poll(async () => {
      const { nodes, listeners, documents } = await held();
      return {
        nodes: Math.max(nodes, most.nodes),
        listeners: Math.max(listeners, most.listeners),
        documents,
      };
    })
    .toEqual({ ...most, documents: before.documents });
});
