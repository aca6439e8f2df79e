import { expect, type Page } from "@playwright/test";

/** Nothing of the screen is still to come: no skeleton, no loader. */
export const contentToBeThere = (page: Page): Promise<void> =>
  expect(page.locator("main, [role=dialog]").locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(
    0,
    { timeout: 60_000 },
  );
