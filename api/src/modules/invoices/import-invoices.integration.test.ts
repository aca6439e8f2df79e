// The CSV list of invoices issued outside the product (UI-10, BILL-18).
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockInvoicing } from "../../db/locks.ts";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";

const HEADER =
  "numero_facture;date_facture;code_cinema;nom_cinema;ville;semaine;montant_ht;montant_tva;montant_ttc;montant_regle;statut;film";

let app: TestApp;
let me: BuiltDistributor;
let client: TestClient;
let towns = 0;
/** Cinemas are shared: each test has its own town. */
let town: string;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  towns += 1;
  town = `Bourg${String.fromCharCode(64 + towns)}`;
  const user = await app.inDatabase(async (tx) => {
    me = await aDistributor(tx);
    await aCinema(tx, me, { name: "Le Beffroi", city: town, short_name_code: `BEF${towns}` });
    return await aStaffUser(tx, me);
  });
  client = await app.as(user);
});

const row = (number: string, changes: Record<string, string> = {}): string => {
  const cells: Record<string, string> = {
    numero_facture: number,
    date_facture: "01/10/2026",
    nom_cinema: "Cinéma Le Beffroi",
    ville: town,
    semaine: "S39/2026",
    montant_ht: "100,00",
    montant_tva: "10,00",
    montant_ttc: "110,00",
    ...changes,
  };
  return HEADER.split(";")
    .map((name) => cells[name] ?? "")
    .join(";");
};
const list = (...rows: string[]): string => `${[HEADER, ...rows].join("\r\n")}\r\n`;
const send = (content: string | Uint8Array, name = "factures.csv", by = client): Promise<TestAnswer> =>
  by.upload("/invoices/upload/", "file", name, content);
const plain = (answer: TestAnswer) => ({
  ...answer.body,
  errors: answer.body.errors.map((error: string) => error.replaceAll("\u00a0", " ")),
});
const invoices = () =>
  app.inDatabase((tx) =>
    tx.many<Record<string, unknown>>(sql`
      select invoice_number, status, outstanding, cinema_name, week_number, origin, in_default, defaulted_on, notes, client_account
      from invoice where distributor_id = ${me.id} order by id`),
  );
const count = (query: ReturnType<typeof sql>) =>
  app.inDatabase(async (tx) => (await tx.one<{ count: number }>(query)).count);

test("its good lines are kept, the others told with their number", async () => {
  await app.inDatabase(async (tx) => anInvoice(tx, me, await aCinema(tx, me), { invoice_number: "F-2210" }));
  const answer = await send(
    list(
      row("F-2211"),
      row("F-2212", { montant_ttc: "111,00" }),
      row("f 2210"),
      row("F-2213", { date_facture: "31/02/2026" }),
      row("F-2214", { montant_regle: "40,00", film: "Ligne 12" }),
      row("F-2215", { statut: "Payée" }),
      row("F-2216", { statut: "Défaut" }),
    ),
  );
  expect([answer.status, plain(answer)]).toEqual([
    200,
    {
      message: "4 factures importées, 3 lignes en erreur.",
      success_count: 4,
      errors: [
        "Ligne 3 : montant TTC incohérent (HT 100,00 + TVA 10,00 ≠ 111,00).",
        "Ligne 4 : la facture f 2210 existe déjà.",
        "Ligne 5 : date de facture invalide (« 31/02/2026 »).",
      ],
    },
  ]);
  const beffroi = { cinema_name: "Le Beffroi", week_number: 39, origin: "imported" };
  expect((await invoices()).slice(1)).toEqual([
    expect.objectContaining({ ...beffroi, invoice_number: "F-2211", status: "awaiting_payment" }),
    expect.objectContaining({
      ...beffroi,
      invoice_number: "F-2214",
      status: "part_paid",
      outstanding: "70.00",
      notes: "Film\u00a0: Ligne 12",
    }),
    expect.objectContaining({ ...beffroi, invoice_number: "F-2215", status: "paid", outstanding: "0.00" }),
    expect.objectContaining({
      ...beffroi,
      invoice_number: "F-2216",
      status: "default",
      defaulted_on: app.clock.today(),
    }),
  ]);
  const logs = await app.inDatabase((tx) =>
    tx.many(sql`select action_type, action_details from audit_log where distributor_id = ${me.id}`),
  );
  expect(logs).toEqual([
    {
      action_type: "created_invoice",
      action_details: expect.objectContaining({
        file_name: "factures.csv",
        imported: 4,
        errors: 3,
        total_amount: "440.00",
      }),
    },
  ]);
});

test("an imported invoice's history says when, by whom and from which file it came", async () => {
  await send(list(row("F-1")), "janvier.csv");
  await send(list(row("F-2")), "février.csv");
  const rows = await app.inDatabase((tx) =>
    tx.many<{ id: number; created_at: string }>(sql`
      select id, created_at from invoice where distributor_id = ${me.id} order by id`),
  );
  const events = await Promise.all(
    rows.map(async ({ id }) => (await client.get(`/invoices/invoices/${id}/detail/`)).body.events),
  );
  const imported = {
    kind: "imported",
    is_automatic: false,
    actor: expect.objectContaining({ last_name: expect.any(String) }),
  };
  expect(events).toMatchObject([
    [{ ...imported, at: rows[0]?.created_at, subject: "janvier.csv" }],
    [{ ...imported, at: rows[1]?.created_at, subject: "février.csv" }],
  ]);
});

test("a line whose number names another account than the company's is left out (SEC-17)", async () => {
  expect(plain(await send(list(row("F-1"), row("FR1420041010050500013M02606"))))).toEqual({
    message: "1 facture importée, 1 ligne en erreur.",
    success_count: 1,
    errors: [
      "Ligne 3 : le numéro FR1420041010050500013M02606 contient un IBAN qui n’est pas celui de votre société. Donnez-lui un autre numéro, puis importez-le de nouveau.",
    ],
  });
});

test("a line whose cinema is named with another account than the company's is left out, whether that cinema is known or not (SEC-17)", async () => {
  const iban = "BE68 5390 0754 7034";
  const lines = [
    row("F-1"),
    row("F-2", { code_cinema: `BEF${towns}`, nom_cinema: `Payez sur ${iban}` }),
    row("F-3", { nom_cinema: "Rex Palace", ville: iban }),
    row("F-4", { nom_cinema: "Rex Palace BE68 5390", ville: "0754 7034" }),
    row("F-5", { code_cinema: iban, nom_cinema: "", ville: "" }),
  ];
  expect(plain(await send(list(...lines)))).toEqual({
    message: "1 facture importée, 4 lignes en erreur.",
    success_count: 1,
    errors: [3, 4, 5, 6].map(
      (line) =>
        `Ligne ${line} : le cinéma porte un IBAN qui n’est pas celui de votre société. Corrigez son nom, son code ou sa ville, puis importez la ligne de nouveau.`,
    ),
  });
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set iban = 'BE68539007547034' where id = ${me.id}`),
  );
  expect(
    (await send(list(row("F-2", { code_cinema: `BEF${towns}`, nom_cinema: `Rex ${iban}` })))).body,
  ).toMatchObject({
    success_count: 1,
  });
});

test("a week that an invoice of ours bills already is warned of, and imported all the same (BILL-18)", async () => {
  await app.inDatabase(async (tx) => {
    const [cinema] = await tx.many<{ id: number }>(sql`select id from cinema where city = ${town}`);
    const issued = async (invoice_number: string, week_start: string, corrects: string | null = null) =>
      tx.run(sql`
        insert into invoice (distributor_id, cinema_id, origin, type, invoice_number, invoice_date, due_date, cinema_name, client_account,
          week_start, total_net_amount, total_vat_amount, total_amount, corrects_id)
        select ${me.id}, ${cinema?.id ?? null}, 'issued', ${corrects ? "credit_note" : "invoice"}, ${invoice_number}, '2026-10-01', '2026-10-31',
          'Le Beffroi', '411CLIENT', ${week_start}, s * 100, s * 10, s * 110,
          (select id from invoice where distributor_id = ${me.id} and invoice_number = ${corrects})
        from (values (${corrects ? -1 : 1}::numeric)) as v (s)`);
    await issued("F26000001", "2026-09-23");
    // Taken back whole: it bills nothing any more.
    await issued("F26000002", "2026-09-30");
    await issued("A26000001", "2026-09-30", "F26000002");
    await tx.run(sql`
      insert into invoice_sequence (distributor_id, series, year, last_number, last_date)
      values (${me.id}, 'F', 2026, 2, '2026-10-01'), (${me.id}, 'A', 2026, 1, '2026-10-01')`);
  });
  const answer = await send(
    list(row("W-1"), row("W-2", { semaine: "S40/2026" }), row("W-3", { semaine: "S41/2026" })),
  );
  expect(plain(answer)).toEqual({
    message: "3 factures importées.",
    success_count: 3,
    errors: [],
    warnings: [
      "La semaine S39/2026 de Le Beffroi est déjà facturée par F26000001 (facture émise ici)\u00a0: vérifiez que les factures importées ne la facturent pas une seconde fois, et supprimez celles qui sont de trop.",
    ],
  });
});

test("columns that are not read are named", async () => {
  const answer = await send(`${HEADER};Taux de change\r\n${row("U-1")};1,1\r\n`);
  expect(answer.body).toEqual({
    message: "1 facture importée.",
    success_count: 1,
    errors: [],
    unread_columns: ["Taux de change"],
  });
});

test("sent twice, and ten times at once, it imports nothing twice", async () => {
  const file = list(...Array.from({ length: 20 }, (_, i) => row(`N-${i}`)));
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(file)));
  expect(answers.map((answer) => answer.body.success_count).sort((a, b) => a - b)).toEqual([
    ...Array<number>(9).fill(0),
    20,
  ]);
  const again = await send(file);
  expect(again.body.message).toBe("0 facture importée, 20 lignes en erreur.");
  expect(await invoices()).toHaveLength(20);
});

test("a list and a hand that write the same number at once keep one", async () => {
  const [cinema] = (await client.get("/cinemas/")).body.results;
  const body = {
    invoice_number: "X-1",
    invoice_date: "2026-10-01",
    cinema_id: cinema.id,
    total_net_amount: "100.00",
    total_vat_amount: "10.00",
    total_amount: "110.00",
  };
  const [listed, written] = await Promise.all([
    send(list(row("X1"))),
    client.post("/invoices/invoices/", body),
  ]);
  expect(listed.body.success_count + (written.status === 201 ? 1 : 0)).toBe(1);
  expect(await invoices()).toHaveLength(1);
});

/** On a busy machine it takes its time: as long as the test may last. */
async function someoneWaits(): Promise<void> {
  // Whoever waits for a row waits for a transaction, which is of no database.
  const waiting =
    "select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted";
  while ((await app.owner.query(waiting)).rowCount === 0) await setTimeout(10);
}

describe("the cinema of a line", () => {
  const waiting = async () => (await client.get("/invoices/to-confirm/")).body.results as { id: number }[];
  const ownCinemas = () =>
    app.inDatabase(
      (tx) =>
        tx.many(sql`
        select c.name, c.is_validated, c.sandbox_distributor_id = ${me.id} as is_sandboxed
        from cinema c join cinema_distributor l on l.cinema_id = c.id
        where l.distributor_id = ${me.id} and c.city = ${town} order by c.id`),
      me.id,
    );

  /** What deletes it ends once somebody waits for it. */
  async function deletedWhile(id: number, ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
    const isDeleted = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const deleting = app.inDatabase(async (tx) => {
      await tx.run(sql`delete from cinema where id = ${id}`);
      isDeleted.resolve();
      await end.promise;
    });
    await isDeleted.promise;
    const answer = ask();
    await someoneWaits();
    end.resolve();
    await deleting;
    return await answer;
  }

  test("that is deleted while a list which names it is imported is one that the list does not find (BILL-18)", async () => {
    const { id } = await app.inDatabase((tx) => aCinema(tx, me, { name: "Le Fantôme", city: town }));
    const { status, body } = await deletedWhile(id, () =>
      send(list(row("G1", { nom_cinema: "Le Fantôme" }), row("G2"))),
    );
    expect([status, body.message]).toEqual([200, "1 facture importée, 1 ligne à confirmer."]);
    expect(await waiting()).toHaveLength(1);
  });

  test("that is deleted while it is confirmed is made anew (BILL-18)", async () => {
    await send(list(row("G3", { nom_cinema: "Le Revenant" })));
    const cinemas = (await waiting()).map((one) => one.id);
    const { id } = await app.inDatabase((tx) => aCinema(tx, me, { name: "Le Revenant", city: town }));
    const { status, body } = await deletedWhile(id, () =>
      client.post("/invoices/to-confirm/confirm/", { cinemas }),
    );
    expect([status, body.success_count]).toEqual([200, 1]);
    expect(await ownCinemas()).toContainEqual({
      name: "Le Revenant",
      is_validated: false,
      is_sandboxed: true,
    });
  });

  test("that is gone once its line has found it is one that the list does not find (BILL-18)", async () => {
    const code = `RDV${towns}`;
    const { gone, shared } = await app.inDatabase(async (tx) => ({
      gone: await aCinema(tx, me, { name: "Le Mirage", city: town }),
      shared: await aCinema(tx, await aDistributor(tx), {
        name: "Le Rendez-vous",
        city: town,
        short_name_code: code,
      }),
    }));
    const isHeld = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const holding = app.inDatabase(async (tx) => {
      await tx.run(sql`select from cinema where id = ${shared.id} for update`);
      isHeld.resolve();
      await end.promise;
    });
    await isHeld.promise;
    const sent = send(
      list(
        row("G4", { nom_cinema: "Le Mirage" }),
        row("G5", { nom_cinema: "Le Rendez-vous", code_cinema: code }),
      ),
    );
    // It links the cinema of the second line, with that of the first one in hand.
    await someoneWaits();
    await app.inDatabase((tx) => tx.run(sql`delete from cinema where id = ${gone.id}`));
    end.resolve();
    await holding;
    const { status, body } = await sent;
    expect([status, body.message]).toEqual([200, "1 facture importée, 1 ligne à confirmer."]);
  });

  test("unknown, its lines wait for the user's word, once for a cinema; then it is created, to be validated", async () => {
    const lines = list(
      row("A1", { nom_cinema: "Le Nouveau Rex" }),
      row("A2", { nom_cinema: "Le Nouveau Rex" }),
      row("A3"),
    );
    const answer = await send(lines);
    expect(plain(answer)).toEqual({
      message: "1 facture importée, 2 lignes à confirmer.",
      success_count: 1,
      errors: [2, 3].map(
        (line) =>
          `Ligne ${line} : cinéma à confirmer (« Le Nouveau Rex, ${town} »). Confirmez-le dans « Factures émises » pour importer cette facture.`,
      ),
    });
    // Sent again, they are asked about once.
    await send(lines);
    const asked = await waiting();
    expect(asked).toEqual([
      {
        id: expect.any(Number),
        name: "Le Nouveau Rex",
        city: town,
        short_code: "",
        cnc: "",
        siren: "",
        file_name: "factures.csv",
        invoice_count: 2,
        total_amount: "220.00",
        created_at: expect.any(String),
      },
    ]);
    const cinemas = asked.map((one) => one.id);
    const [first, second] = await Promise.all([
      client.post("/invoices/to-confirm/confirm/", { cinemas }),
      client.post("/invoices/to-confirm/confirm/", { cinemas }),
    ]);
    expect([first.body.success_count, second.body.success_count].toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(await ownCinemas()).toEqual([
      { name: "Le Beffroi", is_validated: true, is_sandboxed: null },
      { name: "Le Nouveau Rex", is_validated: false, is_sandboxed: true },
    ]);
    expect(await waiting()).toEqual([]);
    // From now on it is one that the distributor works with.
    expect((await send(list(row("A4", { nom_cinema: "Cinéma Le Nouveau Rex" })))).body.success_count).toBe(1);
  });

  test("BILL-18: that two of the distributor's own are called by now needs its town, and no third one is made", async () => {
    await send(list(row("W1", { nom_cinema: "Le Palace", ville: "" })));
    const cinemas = (await waiting()).map((one) => one.id);
    await app.inDatabase(async (tx) => {
      await aCinema(tx, me, { name: "Le Palace", city: `${town}-1` });
      await aCinema(tx, me, { name: "Le Palace", city: `${town}-2` });
    });
    const before = await ownCinemas();
    const confirmed = await client.post("/invoices/to-confirm/confirm/", { cinemas });
    expect(plain(confirmed)).toMatchObject({
      success_count: 0,
      errors: ["Ligne 2 : plusieurs de vos cinémas s’appellent « Le Palace ». Indiquez la ville."],
    });
    expect(await ownCinemas()).toEqual(before);
  });

  test("by a code that no index takes is in error, and holds up no other line", async () => {
    const code = randomBytes(2_000).toString("hex");
    const answer = await send(
      list(row("L1", { nom_cinema: "Le Nouveau Rex", code_cinema: code }), row("L2")),
    );
    expect([answer.status, plain(answer)]).toEqual([
      200,
      {
        message: "1 facture importée, 1 ligne en erreur.",
        success_count: 1,
        errors: ["Ligne 2 : nom, ville, code ou numéro CNC du cinéma trop long."],
      },
    ]);
  });

  test("that the user does not confirm is dropped with its lines, which may come again", async () => {
    await send(list(row("D1", { nom_cinema: "Le Doute" })));
    const cinemas = (await waiting()).map((one) => one.id);
    expect((await client.post("/invoices/to-confirm/discard/", { cinemas })).status).toBe(204);
    expect(await waiting()).toEqual([]);
    expect((await send(list(row("D1", { nom_cinema: "Le Doute" })))).body.errors).toHaveLength(1);
  });

  test("that the user drops while a list brings more lines of it drops, and tells, all of them or none of these", async () => {
    await send(list(row("D2", { nom_cinema: "Le Repentir" })));
    const cinemas = (await waiting()).map((one) => one.id);
    const importing = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const later = app.inDatabase(async (tx) => {
      await lockInvoicing(tx, me.id);
      await tx.run(sql`
        with named as (update cinema_to_confirm set file_name = 'suite.csv' where distributor_id = ${me.id} returning id)
        insert into invoice_to_confirm (distributor_id, cinema_to_confirm_id, number_key, row)
        select distributor_id, cinema_to_confirm_id, 'D3', jsonb_set(row, '{invoice_number}', '"D3"')
        from invoice_to_confirm where distributor_id = ${me.id}`);
      isHeld.resolve();
      await importing.promise;
    });
    await isHeld.promise;
    const dropped = client.post("/invoices/to-confirm/discard/", { cinemas });
    await someoneWaits();
    importing.resolve();
    await later;
    expect((await dropped).status).toBe(204);
    expect(await waiting()).toEqual([]);
    const [entry] = (await client.get("/audit-logs/")).body.results;
    expect(entry.action_details).toMatchObject({ invoice_count: 2, invoice_numbers: ["D2", "D3"] });
  });

  test("a number that came in meanwhile is told when its line is confirmed", async () => {
    await send(list(row("M1", { nom_cinema: "Le Retard" })));
    await send(list(row("M1")));
    const confirmed = await client.post("/invoices/to-confirm/confirm/", {
      cinemas: (await waiting()).map((one) => one.id),
    });
    expect(plain(confirmed)).toEqual({
      message: "0 facture importée, 1 ligne en erreur.",
      success_count: 0,
      errors: ["Ligne 2 : la facture M1 existe déjà."],
    });
  });

  describe("of the shared list, that the distributor does not work with", () => {
    let shared: { id: number };
    beforeEach(async () => {
      shared = await app.inDatabase(async (tx) => {
        const cinema = await aCinema(tx, undefined, {
          name: "Le Partagé",
          city: town,
          short_name_code: `PAR${towns}`,
        });
        await tx.run(
          sql`update cinema set default_invoice_emails = '{compta@partage.example}' where id = ${cinema.id}`,
        );
        return cinema;
      });
    });
    const isLinked = async () =>
      (await count(sql`
        select count(*) from cinema_distributor where distributor_id = ${me.id} and cinema_id = ${shared.id}`)) >
      0;

    test("is linked where two identifiers agree, and the console is told which", async () => {
      const answer = await send(list(row("B1", { nom_cinema: "Le Partagé", code_cinema: `PAR${towns}` })));
      expect(plain(answer)).toMatchObject({ success_count: 1, errors: [] });
      const links = await app.inDatabase((tx) =>
        tx.many(sql`
          select origin, identifier from cinema_distributor where distributor_id = ${me.id} and cinema_id = ${shared.id}`),
      );
      expect(links).toEqual([{ origin: "list", identifier: "short_code+name" }]);
    });

    test("is linked by its code and its name, also without its town", async () => {
      const cells = { nom_cinema: "Le Partagé", ville: "", code_cinema: `PAR${towns}` };
      const answer = await send(list(row("B2", cells)));
      expect(plain(answer)).toMatchObject({ success_count: 1, errors: [] });
      expect(await isLinked()).toBe(true);
    });

    test("is asked about where two identifiers agree and another contradicts", async () => {
      const other = await app.inDatabase((tx) =>
        aCinema(tx, undefined, { name: "L’Autre", city: town, cnc_authorization: `77${towns}` }),
      );
      const named = { nom_cinema: "Le Partagé", code_cinema: `PAR${towns}` };
      await send(list(row("B3", { ...named, ville: "Ailleurs" })));
      await send(`${HEADER};cnc\r\n${row("B4", named)};77${towns}\r\n`);
      expect(await waiting()).toHaveLength(2);
      expect(await isLinked()).toBe(false);
      expect(await count(sql`select count(*) from cinema_distributor where cinema_id = ${other.id}`)).toBe(0);
    });

    test.each<[string, Record<string, string>]>([
      ["a code", { code_cinema: "CODE", nom_cinema: "", ville: "" }],
      ["a name", { nom_cinema: "Le Partagé", ville: "" }],
      ["a name and a town", { nom_cinema: "Le Partagé" }],
    ])("by %s alone is asked about, with what the file says and nothing else", async (_title, cells) => {
      const given = "code_cinema" in cells ? { ...cells, code_cinema: `PAR${towns}` } : cells;
      const answer = plain(await send(list(row("B5", given))));
      expect(answer.errors).toEqual([expect.stringMatching(/^Ligne 2 : cinéma à confirmer /)]);
      const asked = await waiting();
      expect(asked).toEqual([
        {
          id: expect.any(Number),
          name: given.nom_cinema,
          city: given.ville ?? town,
          short_code: "code_cinema" in given ? given.code_cinema : "",
          cnc: "",
          siren: "",
          file_name: "factures.csv",
          invoice_count: 1,
          total_amount: "110.00",
          created_at: expect.any(String),
        },
      ]);
      const cinemas = asked.map((one) => one.id);
      expect((await client.post("/invoices/to-confirm/confirm/", { cinemas })).body.success_count).toBe(1);
      expect(await isLinked()).toBe(false);
      const title = given.nom_cinema || `Code PAR${towns}`;
      const stand = (await client.get("/cinemas/")).body.results.find(
        (one: { name: string }) => one.name === title,
      );
      expect(stand).toMatchObject({ name: title, city: given.ville ?? town, default_invoice_emails: [] });
      // The same again means the same one.
      expect(plain(await send(list(row("B6", given))))).toMatchObject({ success_count: 1, errors: [] });
    });

    test.each<[string, Record<string, string>, Record<string, string>]>([
      ["a code", { code_cinema: "CODE", nom_cinema: "", ville: "" }, {}],
      ["a code, under another name", { code_cinema: "CODE", nom_cinema: "Autre" }, {}],
      ["a name and a town", {}, { nom_cinema: "Le Partagé" }],
      ["a name alone", { ville: "" }, { nom_cinema: "Le Partagé" }],
    ])("by one identifier it is answered as an unknown one: %s", async (_title, both, known) => {
      const line = (code: string) => {
        const cells = { nom_cinema: "Inconnu", ...both, ...known };
        return row("C1", both["code_cinema"] === undefined ? cells : { ...cells, code_cinema: code });
      };
      const answered = async (content: string) => {
        const answer = plain(await send(content));
        const cinemas = (await waiting()).map((one) => one.id);
        const confirmed =
          cinemas.length === 0
            ? undefined
            : plain(await client.post("/invoices/to-confirm/confirm/", { cinemas }));
        const seen = (await client.get("/cinemas/")).body.results.length;
        return JSON.stringify([answer, confirmed, seen]);
      };
      const ofKnown = await answered(list(line(`PAR${towns}`)));
      expect(await isLinked()).toBe(false);
      const stranger = await app.inDatabase(async (tx) => {
        await tx.run(sql`delete from cinema where id = ${shared.id}`);
        me = await aDistributor(tx);
        await aCinema(tx, me, { name: "Le Beffroi", city: town });
        return await aStaffUser(tx, me);
      });
      client = await app.as(stranger);
      expect(await answered(list(line(`PAR${towns}`)))).toBe(ofKnown);
    });
  });

  test("a name that several of the distributor's own have needs its town", async () => {
    await app.inDatabase((tx) => aCinema(tx, me, { name: "Beffroi", city: `${town}-2` }));
    const answer = await send(list(row("A1", { nom_cinema: "Le Beffroi", ville: "" })));
    expect(plain(answer).errors).toEqual([
      "Ligne 2 : plusieurs de vos cinémas s’appellent « Le Beffroi ». Indiquez la ville.",
    ]);
    expect(await waiting()).toEqual([]);
  });

  describe("what a line says of two of the distributor's own", () => {
    const NAMED = "numero_facture;date_facture;code_cinema;cnc;siren;nom_cinema;ville;montant_ht;montant_ttc";
    let albi: string;
    let niort: string;
    let payer: string;
    beforeEach(async () => {
      [albi, niort, payer] = [`Albi ${town}`, `Niort ${town}`, String(300_000_000 + towns)];
      await app.inDatabase(async (tx) => {
        const first = await aCinema(tx, me, {
          name: `Ciné Atlas ${albi}`,
          city: albi,
          short_name_code: `CAALB${towns}`,
          cnc_authorization: `9218${towns}`,
          siren: String(301_000_000 + towns),
        });
        await tx.run(sql`update cinema set invoicing_siren = ${payer} where id = ${first.id}`);
        await aCinema(tx, me, {
          name: `Ciné Atlas ${niort}`,
          city: niort,
          short_name_code: `CANIO${towns}`,
          cnc_authorization: `9216${towns}`,
          siren: payer,
        });
        await aCinema(tx, me, {
          name: `Sans SIREN ${town}`,
          city: town,
          siren: "",
          short_name_code: `SANS${towns}`,
        });
      });
    });
    /** Code, CNC number, SIREN, name, town. */
    const placed = async (...cells: string[]) => {
      const told = plain(
        await send(`${NAMED}\r\nZ-1;01/10/2026;${cells.join(";")};100,00;110,00\r\n`),
      ).errors;
      return told.length > 0 ? told : (await invoices()).map((invoice) => invoice["cinema_name"]);
    };
    const [CODE, CNC] = [() => `CAALB${towns}`, () => `9218${towns}`];

    test("a code and a name that contradict each other are told", async () => {
      expect(await placed(CODE(), "", "", `Ciné Atlas ${niort}`, niort)).toEqual([
        `Ligne 2 : le code ${CODE()} et le nom « Ciné Atlas ${niort} » désignent deux cinémas.`,
      ]);
      expect(await placed(CODE(), "", "", `Ciné Atlas ${niort}`, "")).toEqual([
        `Ligne 2 : le code ${CODE()} et le nom « Ciné Atlas ${niort} » désignent deux cinémas.`,
      ]);
    });
    test("a CNC number and a name, or a code and a CNC number, too", async () => {
      expect(await placed("", CNC(), "", `Ciné Atlas ${niort}`, niort)).toEqual([
        `Ligne 2 : le numéro CNC ${CNC()} et le nom « Ciné Atlas ${niort} » désignent deux cinémas.`,
      ]);
      expect(await placed(CODE(), `9216${towns}`, "", "", "")).toEqual([
        `Ligne 2 : le code ${CODE()} et le numéro CNC 9216${towns} désignent deux cinémas.`,
      ]);
    });
    test("the SIREN of a company that pays for another cinema leaves it to the rest of the line", async () => {
      expect(await placed("", "", payer, `Ciné Atlas ${albi}`, albi)).toEqual([`Ciné Atlas ${albi}`]);
    });
    test("and is not enough by itself", async () => {
      expect(await placed("", "", payer, "", "")).toEqual([
        `Ligne 2 : le SIREN ${payer} est celui de plusieurs de vos cinémas. Indiquez le code ou le nom.`,
      ]);
    });
    test("another company's SIREN contradicts, unless the cinema's is not known", async () => {
      const siren = String(301_000_000 + towns);
      expect(await placed(`CANIO${towns}`, "", siren, "", "")).toEqual([
        `Ligne 2 : le code CANIO${towns} et le SIREN ${siren} désignent deux cinémas.`,
      ]);
      expect(await placed(`SANS${towns}`, "", siren, "", "")).toEqual([`Sans SIREN ${town}`]);
    });
    test("a name that no cinema has contradicts nothing", async () => {
      expect(await placed(CODE(), "", "", "L’Atlas", albi)).toEqual([`Ciné Atlas ${albi}`]);
    });
  });

  test("its short code, or a name that only one of the distributor's cinemas has, is enough", async () => {
    const answer = await send(
      list(
        row("A1", { nom_cinema: "", ville: "", code_cinema: `BEF${towns}` }),
        row("A2", { nom_cinema: "Cinéma Le Beffroi", ville: "" }),
      ),
    );
    expect(plain(answer).errors).toEqual([]);
    expect((await invoices()).map((invoice) => invoice["cinema_name"])).toEqual(["Le Beffroi", "Le Beffroi"]);
  });

  test("a line with an error, or already known, creates none", async () => {
    const before = await count(sql`select count(*) from cinema`);
    await send(list(row("A1")));
    await send(
      list(row("A1", { nom_cinema: "Le Rialto" }), row("A2", { nom_cinema: "Le Vox", montant_ttc: "1" })),
    );
    expect(await count(sql`select count(*) from cinema`)).toBe(before);
  });
});

describe("a number that our own series will come to is left out, so that issuing never meets it", () => {
  const sequence = (last: number, takenBefore: number, series = "F") =>
    app.inDatabase((tx) =>
      tx.run(sql`insert into invoice_sequence (distributor_id, series, year, last_number, taken_before)
        values (${me.id}, ${series}, 2026, ${last}, ${takenBefore})
        on conflict (distributor_id, series, year) do update
          set last_number = excluded.last_number, taken_before = excluded.taken_before`),
    );
  const toCome = (number: string, last: number) =>
    `le numéro ${number} a la forme de vos prochains numéros. S’il vient de votre ancien logiciel, faites d’abord fixer la série ${number.slice(0, 1)} à ${last} ou plus (« Infos compte », « Début de numérotation », par un administrateur), puis importez le fichier de nouveau.`;

  test("before ours begins, the import says how, and takes it afterwards: invoices and credit notes", async () => {
    await sequence(10, 10);
    const file = list(
      row("F26000010"),
      row("F26000011"),
      row("F26000042"),
      row("F25000099"),
      row("A26000003", { montant_ht: "-100,00", montant_tva: "-10,00", montant_ttc: "-110,00" }),
    );
    expect(plain(await send(file))).toMatchObject({
      success_count: 2,
      errors: [
        `Ligne 3 : ${toCome("F26000011", 42)}`,
        `Ligne 4 : ${toCome("F26000042", 42)}`,
        `Ligne 6 : ${toCome("A26000003", 3)}`,
      ],
    });
    await sequence(42, 42);
    await sequence(3, 3, "A");
    expect(plain(await send(file))).toMatchObject({ success_count: 3 });
  });

  test("once ours has begun, it needs another number", async () => {
    await sequence(12, 10);
    expect(plain(await send(list(row("F26000013"))))).toMatchObject({
      success_count: 0,
      errors: [
        "Ligne 2 : le numéro F26000013 appartient à la suite des factures émises ici, déjà commencée. Donnez-lui un autre numéro, par exemple F26000013-A, puis importez-le de nouveau.",
      ],
    });
    // Nothing was issued: the ledger of all distributors of this file is verified later.
    await sequence(10, 10);
  });
});

describe("a file that is no such list", () => {
  test.each([
    ["is empty", "", "factures.csv", "Le fichier est vide."],
    ["is no CSV by its name", HEADER, "factures.xlsx", "Veuillez sélectionner un fichier CSV"],
    [
      "is a workbook by its content",
      "PK\u0003\u0004",
      "factures.csv",
      "Veuillez sélectionner un fichier CSV",
    ],
    [
      "has no such columns",
      "a;b\n1;2",
      "factures.csv",
      "Colonnes introuvables dans le fichier\u00a0: numero_facture, date_facture, montant_ht, montant_ttc, nom_cinema.",
    ],
  ])("%s", async (_name, content, name, error) => {
    const answer = await send(content, name);
    expect([answer.status, answer.body]).toEqual([400, { error, code: "invalid_file" }]);
    expect(await count(sql`select count(*) from import_file where distributor_id = ${me.id}`)).toBe(0);
  });

  test("without a file", async () => {
    const answer = await client.post("/invoices/upload/", {});
    expect([answer.status, answer.body.error]).toEqual([400, "No file provided"]);
  });

  test("too large", async () => {
    const answer = await send(new Uint8Array(10 * 1024 * 1024 + 1));
    expect([answer.status, answer.body]).toEqual([
      413,
      { error: "Le fichier est trop volumineux.", code: "too_large" },
    ]);
  });

  test("NUL signs and hostile cells break nothing", async () => {
    const answer = await send(
      list(
        row("A\0 1", { nom_cinema: "Le\0 Rio", film: "\ud83d\0" }),
        row("=1+1", { ville: "'); --" }),
        '"',
        "\0",
      ),
    );
    expect(answer.status).toBe(200);
  });
});

test("a list longer than one statement of ours is kept whole, and read in a thread", async () => {
  const answer = await send(
    list(...Array.from({ length: 6000 }, (_, i) => row(`L-${i}`, { montant_regle: "1" }))),
  );
  expect(answer.body).toEqual({
    message: "6\u202f000 factures importées.",
    success_count: 6000,
    errors: [],
  });
}, 30_000);

test("of many errors, the first thousand are told", async () => {
  const answer = await send(list(...Array.from({ length: 1500 }, () => row("", {}))));
  expect(answer.body.errors).toHaveLength(1001);
  expect(answer.body.errors.at(-1)).toBe("Et 500 autres erreurs.");
});

test("a super admin imports for the distributor that is chosen, another's numbers do not matter", async () => {
  const admin = await app.as(await app.inDatabase(aSuperAdmin), me.id);
  await app.inDatabase(async (tx) => {
    const other = await aDistributor(tx);
    await anInvoice(tx, other, await aCinema(tx, other), { invoice_number: "F-2211" });
  });
  expect((await send(list(row("F-2211")), "factures.CSV", admin)).body.message).toBe("1 facture importée.");
  expect(await invoices()).toHaveLength(1);
});

test("after all of it, the ledger holds", async () => {
  expect(await app.inDatabase(verifyLedger)).toEqual([]);
});

describe("what becomes of a list in the books", () => {
  const HEADER_OF_NOTES = `${HEADER};facture_corrigee`;
  const aNote = (number: string, corrects = "", total = "-44,00"): string =>
    `${row(number, { montant_ht: "-40,00", montant_tva: "-4,00", montant_ttc: total })};${corrects}`;
  const listOf = (...rows: string[]): string => `${[HEADER_OF_NOTES, ...rows].join("\r\n")}\r\n`;
  const sendAs = (accounting: string, content: string) =>
    client.upload(`/invoices/upload/?accounting=${accounting}`, "file", "factures.csv", content);
  /** Journal, day, account, client, piece, label, debit, credit of A. */
  const books = async () =>
    (await client.get("/exports/export-csv/")).text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(";"))
      .map((cells) => [0, 3, 4, 8, 10, 11, 12].map((place) => cells[place]).join(" "));
  const credits = () =>
    app.inDatabase((tx) =>
      tx.many<object>(sql`
        select n.invoice_number as note, i.invoice_number as invoice, c.amount from credit_application c
        join invoice n on n.id = c.credit_note_id join invoice i on i.id = c.invoice_id
        where c.distributor_id = ${me.id} order by n.id`),
    );

  test("invoices that another software has booked enter with their balance alone, on the day of the import", async () => {
    for (const answer of [
      await send(list(row("E-1"), row("E-2", { montant_regle: "30,00" }), row("E-3", { statut: "Payée" }))),
      await sendAs("already_booked", list(row("E-4"))),
    ])
      expect(answer.body.errors).toEqual([]);
    expect(await books()).toEqual([
      "AN 20261130 411000 E-1 À nouveau E-1 110,00 0,00",
      "AN 20261130 890000 E-1 À nouveau E-1 0,00 110,00",
      "AN 20261130 411000 E-2 À nouveau E-2 110,00 0,00",
      "AN 20261130 411000 E-2 À nouveau E-2 0,00 30,00",
      "AN 20261130 890000 E-2 À nouveau E-2 0,00 80,00",
      "AN 20261130 411000 E-3 À nouveau E-3 110,00 0,00",
      "AN 20261130 411000 E-3 À nouveau E-3 0,00 110,00",
      "AN 20261130 411000 E-4 À nouveau E-4 110,00 0,00",
      "AN 20261130 890000 E-4 À nouveau E-4 0,00 110,00",
    ]);
  });

  test("invoices to book enter as sales on their days", async () => {
    expect((await sendAs("to_book", list(row("S-1")))).body.errors).toEqual([]);
    expect(await books()).toEqual([
      "VE 20261001 411000 S-1 Loc. films S39/2026 Le Beffroi 110,00 0,00",
      "VE 20261001 706100 S-1 Loc. films S39/2026 Le Beffroi 0,00 100,00",
      "VE 20261001 445712 S-1 Loc. films S39/2026 Le Beffroi 0,00 10,00",
    ]);
    expect((await sendAs("autrement", list(row("S-2")))).status).toBe(400);
  });

  test("a line that waits for its cinema keeps the choice of its list", async () => {
    await sendAs("to_book", list(row("W-1", { nom_cinema: "Cinéma Nouveau", ville: "Ailleurs" })));
    const { results } = (await client.get("/invoices/to-confirm/")).body;
    await client.post("/invoices/to-confirm/confirm/", { cinemas: [results[0].id] });
    expect((await books())[0]).toMatch(/^VE 20261001 411000 W-1 /);
  });

  test("a line that waits for its cinema enters on the day on which that is confirmed, as lots may hold the one of its list", async () => {
    const cinema = { nom_cinema: "Cinéma Tardif", ville: "Ailleurs" };
    await sendAs(
      "already_booked",
      list(row("W-2", { ...cinema, montant_regle: "30,00" }), row("W-3", { ...cinema, statut: "Défaut" })),
    );
    const { results } = (await client.get("/invoices/to-confirm/")).body;
    app.clock.set("2026-12-08");
    try {
      client = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)));
      await client.post("/invoices/to-confirm/confirm/", { cinemas: [results[0].id] });
      expect((await books()).map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
        "AN 20261208 411000 W-2",
        "AN 20261208 411000 W-2",
        "AN 20261208 890000 W-2",
        "AN 20261208 411000 W-3",
        "AN 20261208 890000 W-3",
        "OD 20261208 416000 W-3",
        "OD 20261208 411000 W-3",
      ]);
    } finally {
      app.clock.set("2026-11-30");
    }
  });

  test("a credit note takes off the invoice that it names, also of the same list, and waits without one", async () => {
    const answer = await sendAs("to_book", listOf(aNote("A-1", "N-1"), aNote("A-2"), `${row("N-1")};`));
    expect([answer.body.success_count, answer.body.errors]).toEqual([3, []]);
    expect(await credits()).toEqual([{ note: "A-1", invoice: "N-1", amount: "44.00" }]);
    expect((await invoices()).map((one) => [one["invoice_number"], one["outstanding"]])).toEqual([
      ["N-1", "66.00"],
      ["A-1", "0.00"],
      ["A-2", "-44.00"],
    ]);
    expect((await books()).filter((line) => line.includes(" 411000 "))).toEqual([
      "VE 20261001 411000 A-1 Avoir sur N-1 – rectif. bordereau S39 0,00 44,00",
      "VE 20261001 411000 A-2 Avoir S39/2026 Le Beffroi 0,00 44,00",
      "VE 20261001 411000 N-1 Loc. films S39/2026 Le Beffroi 110,00 0,00",
    ]);
    expect(await app.inDatabase(verifyLedger)).toEqual([]);
  });

  test("what an imported credit note took off cannot be credited again", async () => {
    await sendAs("to_book", listOf(`${row("N-3")};`, aNote("A-6", "N-3")));
    const { id } = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(
        sql`select id from invoice where distributor_id = ${me.id} and invoice_number = 'N-3'`,
      ),
    );
    const { creditable } = (await client.get(`/invoices/invoices/${id}/detail/`)).body;
    expect(creditable).toMatchObject([{ billed: "100.00", remaining: "60.00" }]);
  });

  test.each([
    ["net of tax", ["1000,00", "100,00", "1100,00"], ["-300,00", "0,00", "-300,00"], "-800.00"],
    ["of two rates", ["1000,00", "100,00", "1100,00"], ["-300,00", "-28,00", "-328,00"], "-772.00"],
    ["without VAT", ["1000,00", "0,00", "1000,00"], ["-300,00", "0,00", "-300,00"], "-700.00"],
  ])(
    "what an imported credit note %s took off cannot be credited again (BILL-12)",
    async (_, whole, part, left) => {
      const amounts = ([montant_ht = "", montant_tva = "", montant_ttc = ""]: string[]) => ({
        montant_ht,
        montant_tva,
        montant_ttc,
      });
      await sendAs("to_book", listOf(`${row("N-4", amounts(whole))};`, `${row("A-7", amounts(part))};N-4`));
      // As both came in before, when nothing without VAT had a rate.
      if (left === "-700.00")
        await app.owner.query("update invoice set vat_breakdown = '[]' where distributor_id = $1", [me.id]);
      const of = (number: string) =>
        app.inDatabase((tx) =>
          tx.one<{ id: number; outstanding: string }>(
            sql`select id, outstanding from invoice where distributor_id = ${me.id} and invoice_number = ${number}`,
          ),
        );
      const { id, outstanding } = await of("N-4");
      expect(outstanding).toBe(left.slice(1));
      const credit = (remaining_net_amount: string) =>
        client.post(`/invoices/invoices/${id}/credit-notes/`, { remaining_net_amount, reason: "Erreur" });
      const made = await credit("700.00");
      expect([made.status, made.body.total_amount, (await of("N-4")).outstanding]).toEqual([
        201,
        left,
        "0.00",
      ]);
      expect((await client.get(`/invoices/invoices/${id}/detail/`)).body.creditable).toEqual([]);
      expect((await credit("0.00")).body.code).toBe("nothing_to_credit");
    },
  );

  test("a credit note that is booked elsewhere enters by its balance", async () => {
    await send(listOf(aNote("A-3")));
    expect(await books()).toEqual([
      "AN 20261130 411000 A-3 À nouveau A-3 0,00 44,00",
      "AN 20261130 890000 A-3 À nouveau A-3 44,00 0,00",
    ]);
  });

  test("a credit note of nothing, of another client or of an invoice of ours is told", async () => {
    await app.inDatabase(async (tx) => {
      const other = await aCinema(tx, me, { name: "Le Rex", default_accounting_code: "411REX" });
      await anInvoice(tx, me, other, { invoice_number: "R-1" });
    });
    const told = plain(
      await send(listOf(aNote("A-4", "RIEN"), aNote("A-5", "R-1"), `${row("N-2")};N-1`)),
    ).errors;
    expect(told).toEqual([
      "Ligne 2 : la facture corrigée RIEN est introuvable.",
      expect.stringMatching(
        /^Ligne 3 : la facture corrigée R-1 (est celle d’un autre client\.|a été émise ici : )/,
      ),
      "Ligne 4 : seul un avoir (montants négatifs) corrige une facture.",
    ]);
  });
});
