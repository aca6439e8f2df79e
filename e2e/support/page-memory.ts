import type { Page } from "@playwright/test";
import { contentToBeThere } from "./content-to-be-there.ts";

/** What a page holds after its garbage is collected. */
export interface PageMemory {
  /** Of the heap of its JavaScript, in bytes. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
}

/** @returns reads what the page holds at the moment */
export async function watchMemory(page: Page): Promise<() => Promise<PageMemory>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    // What the first collection ends, such as observers, lets others go in the second.
    for (let time = 0; time < 3; time += 1) {
      await session.send("HeapProfiler.collectGarbage");
      await page.evaluate(() => new Promise((next) => requestIdleCallback(next)));
    }
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      heap: of("JSHeapUsedSize"),
      nodes: of("Nodes"),
      listeners: of("JSEventListeners"),
      documents: of("Documents"),
    };
  };
}

/** Menu entries and what their screens are headed by. */
const SCREENS = [
  ["ACCUEIL", "Vue d’ensemble"],
  ["CINÉMAS", "Cinémas"],
  ["FACTURES", "Factures"],
  ["ORIGINAL", "Relevé Bancaire Original"],
  ["TVA", "TVA"],
  ["ACTIONS UTILISATEUR", "Actions Utilisateur en Attente"],
  ["JOURNAUX D’AUDIT", "Journaux d'Audit"],
  ["DÉCLARATIONS", /Déclarations/],
] as const;

export const SCREENS_OF_A_ROUND = SCREENS.length;

/** Opens each main screen by its entry of the menu, and ends on the first. */
export async function visitScreens(page: Page): Promise<void> {
  for (const [entry, heading] of [...SCREENS.slice(1), SCREENS[0]]) {
    await page.getByRole("link", { name: entry, exact: true }).click();
    await page.getByRole("heading", { name: heading }).first().waitFor();
    await contentToBeThere(page);
  }
}

/** Of a super admin, on a screen with data of a distributor. */
export async function switchDistributor(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Sélectionner un distributeur...").click();
  await page.getByRole("option", { name }).click();
  await page.getByText(`Distributeur sélectionné: ${name}`).waitFor();
  await page.getByRole("main").getByRole("row").nth(1).waitFor();
}
