import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emptied, lumen, rows, stats } from "./import.testing.ts";
import { openBoxOffice, upload } from "./box-office.testing.ts";
import { declaration, LATER, reportOf } from "./report.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await openBoxOffice();
});
afterAll(async () => it?.close());
beforeEach(async () => emptied(it));

describe("a screen whose number is written otherwise", () => {
  const screens = () => rows(it, "select authorization_number from screen");
  const SPELLINGS = ["0910231", "91 0231", "91.0231", "910231"];

  test("is the same one, whichever way was received first", async () => {
    for (const first of SPELLINGS) {
      await emptied(it);
      const distributor = await lumen(it);
      await upload(it, distributor, reportOf([declaration({ screen: first })]));
      for (const screen of SPELLINGS) {
        const again = reportOf([declaration({ screen })], LATER);
        expect([first, screen, stats(await upload(it, distributor, again))]).toMatchObject([
          first,
          screen,
          { imported: 0, duplicates: 1, unknown_cinemas: 0 },
        ]);
      }
      expect(await rows(it, "select screen_authorization as screen from declaration")).toEqual([
        { screen: first },
      ]);
      expect(await screens()).toEqual([{ authorization_number: first }]);
    }
  });

  test("is the same one in one file, and another one where a sign stands elsewhere", async () => {
    const distributor = await lumen(it);
    const written = ["12-11", "0 12-11", "121-1"].map((screen) => declaration({ screen }));
    expect(stats(await upload(it, distributor, reportOf(written)))).toMatchObject({
      imported: 2,
      duplicates: 1,
    });
    expect(await screens()).toHaveLength(2);
  });
});
