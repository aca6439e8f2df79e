// How PostgreSQL counts the actions that nobody has been given (LET-52), of which a distributor has tens of thousands.
import { expect, test } from "vitest";
import { withExplainedApp } from "../../testing/platform/explained-app.ts";
import { anAccountant, LEDGER } from "../banking/banking.testing.ts";

const ACTIONS = 5_000;

test("how many actions are nobody's is counted in an index of theirs, whatever else they are asked for by (OPS-9)", async () => {
  await withExplainedApp(LEDGER, async (bank, scans) => {
    const [me] = [await anAccountant(bank), await anAccountant(bank)];
    await bank.owner.query(
      `insert into user_action (distributor_id, status, open_status, reason_code, reason, assigned_to, created_at)
       select d.id, case when n % 3 = 0 then 'DONE' else 'PENDING' end, 'PENDING', 'unknown_payer', 'Payeur non identifié',
         case when n % 5 = 0 then u.id end, now() - n * interval '1 minute'
       from generate_series(1, $1) n, distributor d join app_user u on u.distributor_id = d.id`,
      [ACTIONS],
    );
    await bank.owner.query("vacuum analyze user_action");
    for (const [asked, count] of [
      ["", ACTIONS * 0.8],
      ["&status=DONE", 1_333],
    ] as const) {
      const answer = await me.call("GET", `/user-actions/?page=1&assigned=nobody${asked}`);
      expect([answer.statusCode, answer.json<{ count: number }>().count]).toEqual([200, count]);
      const counting = scans().filter(({ sql }) =>
        /^\s*select count\(\*\) as count from user_action/.test(sql),
      );
      expect(counting).toMatchObject([{ node: "Index Only Scan", table: "user_action", rows: count }]);
    }
  });
}, 60_000);
