import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let staff: TestClient;
let admin: TestClient;
let adminUser: { id: number; email: string };
let ours: { id: number; name: string };
let theirs: { id: number; name: string };
let theirScreen: number;

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx, { name: "Lumen Films Distribution" });
    boreal = await aDistributor(tx, { name: "Boréal" });
    ours = await aCinema(tx, lumen, { name: "L’Écran", screens: ["700001", "700002"] });
    theirs = await aCinema(tx, boreal, { name: "Palace", screens: ["700003"] });
    theirScreen = (
      await tx.one<{ id: number }>(sql`select id from screen where authorization_number = '700003'`)
    ).id;
  });
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
  await admin.get("/auth/csrf-token/");
});
afterAll(() => app.close());

const NOT_FOUND = { detail: "Élément introuvable.", code: "not_found" };
const numbersOf = (body: { results: { authorization_number: string }[] }) =>
  body.results.map((screen) => screen.authorization_number);
const newScreen = async (fields: object = {}): Promise<number> => {
  const answer = await admin.post("/cinemas/screens/", { cinema: ours.id, name: "Salle", ...fields });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
};
const logOf = (cinemaId: number) =>
  app.inDatabase((tx) =>
    tx.many<{ distributor_id: number | null; details: Record<string, unknown> }>(sql`
      select distributor_id, actor_id, action_type, action_details as details from audit_log
      where (action_details->>'cinema_id')::bigint = ${cinemaId} order by id`),
  );

describe("the list", () => {
  test("of staff holds the screens of their distributor's cinemas", async () => {
    const { status, body } = await staff.get("/cinemas/screens/");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      cinema: ours.id,
      name: "Salle 1",
      authorization_number: "700001",
    });
    expect(numbersOf((await staff.get("/cinemas/screens/?page=1")).body)).toEqual(["700001", "700002"]);
  });

  test("of one cinema holds its own; another's cinema does not exist for staff", async () => {
    expect(numbersOf((await staff.get(`/cinemas/screens/?cinema=${ours.id}`)).body)).toHaveLength(2);
    for (const id of [theirs.id, 999_999]) {
      const answer = await staff.get(`/cinemas/screens/?cinema=${id}`);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await staff.get("/cinemas/screens/?cinema=x")).body).toEqual({ cinema: [expect.any(String)] });
  });

  test("of a super admin holds all, the chosen distributor's, or those of any cinema", async () => {
    expect(numbersOf((await admin.get("/cinemas/screens/")).body)).toContain("700003");
    const chosen = await app.as(adminUser, boreal.id);
    expect(numbersOf((await chosen.get("/cinemas/screens/")).body)).toEqual(["700003"]);
    expect(numbersOf((await chosen.get(`/cinemas/screens/?cinema=${ours.id}`)).body)).toContain("700001");
  });
});

test("one screen is answered to those who see its cinema, super admins whichever distributor is chosen, and to nobody else", async () => {
  const chosen = await app.as(adminUser, boreal.id);
  const another = await app.as(adminUser, lumen.id);
  for (const client of [admin, chosen, another])
    expect((await client.get(`/cinemas/screens/${theirScreen}/`)).body).toMatchObject({ cinema: theirs.id });
  const answer = await staff.get(`/cinemas/screens/${theirScreen}/`);
  expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
});

describe("a screen is added", () => {
  test("to a cinema, and told in the log of each distributor that works with it", async () => {
    const cinema = await app.inDatabase(async (tx) => {
      const made = await aCinema(tx, lumen, { name: "Le Neuf" });
      await tx.run(
        sql`insert into cinema_distributor (cinema_id, distributor_id) values (${made.id}, ${boreal.id})`,
      );
      return made;
    });
    const answer = await admin.post("/cinemas/screens/", {
      cinema: cinema.id,
      name: "  Salle 1 ",
      authorization_number: "700010",
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: expect.any(Number), cinema: cinema.id, name: "Salle 1", authorization_number: "700010" },
    ]);
    const entry = {
      actor_id: adminUser.id,
      action_type: "updated_cinema",
      details: {
        cinema_id: cinema.id,
        cinema_name: "Le Neuf",
        changed_fields: ["screens"],
        old_value: null,
        new_value: "Salle 1 – 700010",
      },
    };
    expect(await logOf(cinema.id)).toEqual(
      [null, lumen.id, boreal.id].map((distributor_id) => ({ ...entry, distributor_id })),
    );
  });

  test("without a number as often as one likes, with a number once", async () => {
    await newScreen();
    await newScreen();
    await newScreen({ authorization_number: "700020" });
    const before = (await logOf(ours.id)).length;
    const again = await admin.post("/cinemas/screens/", {
      cinema: theirs.id,
      name: "Autre",
      authorization_number: "700020",
    });
    expect([again.status, again.body]).toEqual([
      400,
      { authorization_number: ["Ce numéro d’autorisation est déjà utilisé."] },
    ]);
    expect(await logOf(ours.id)).toHaveLength(before);
  });

  test("once, when ten ask for the same number at once", async () => {
    await Promise.all(Array.from({ length: 25 }, () => admin.get("/cinemas/")));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        admin.post("/cinemas/screens/", {
          cinema: i % 2 ? ours.id : theirs.id,
          name: "Salle",
          authorization_number: "700030",
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 400),
    ]);
  });

  test.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "   " }, "name"],
    [{ name: 3 }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "Salle", authorization_number: 700_040 }, "authorization_number"],
    [{ name: "Salle", authorization_number: "7".repeat(21) }, "authorization_number"],
    [{ name: "Salle", cinema: 999_999 }, "cinema"],
    [{ name: "Salle", cinema: "1" }, "cinema"],
    [{ name: "Salle", id: 3 }, "id"],
    [{ name: "Salle", gauge: 200 }, "gauge"],
  ])("not with %j: the field is named", async (fields, field) => {
    const answer = await admin.post("/cinemas/screens/", { cinema: ours.id, ...fields });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });
});

describe("a screen is changed", () => {
  test("in what is given; what is absent stays, and the same again is no change", async () => {
    const id = await newScreen({ name: "Salle A", authorization_number: "700050" });
    const answer = await admin.patch(`/cinemas/screens/${id}/`, { name: "Salle B" });
    expect([answer.status, answer.body]).toEqual([
      200,
      { id, cinema: ours.id, name: "Salle B", authorization_number: "700050" },
    ]);
    const log = await logOf(ours.id);
    expect(log.at(-1)?.details).toMatchObject({
      old_value: "Salle A – 700050",
      new_value: "Salle B – 700050",
    });
    expect((await admin.patch(`/cinemas/screens/${id}/`, { name: "Salle B" })).status).toBe(200);
    expect(await logOf(ours.id)).toHaveLength(log.length);
    expect((await staff.get(`/cinemas/screens/${id}/`)).body).toMatchObject({ name: "Salle B" });
  });

  test("twice at once without losing either change", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newScreen();
      const answers = await Promise.all([
        admin.patch(`/cinemas/screens/${id}/`, { name: "Grande salle" }),
        admin.patch(`/cinemas/screens/${id}/`, { authorization_number: `70010${round}` }),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      expect((await admin.get(`/cinemas/screens/${id}/`)).body).toMatchObject({
        name: "Grande salle",
        authorization_number: `70010${round}`,
      });
    }
  });

  test("not to the number of another, nor to another cinema, nor to nothing", async () => {
    const id = await newScreen({ authorization_number: "700060" });
    for (const [body, errors] of [
      [
        { authorization_number: "700003" },
        { authorization_number: [expect.stringContaining("déjà utilisé")] },
      ],
      [{ name: "Salle", cinema: theirs.id }, { cinema: ["Ce champ n’est pas attendu."] }],
      [{}, { non_field_errors: ["Saisissez au moins un champ à modifier."] }],
    ] as const) {
      const answer = await admin.patch(`/cinemas/screens/${id}/`, body);
      expect([answer.status, answer.body]).toEqual([400, errors]);
    }
  });
});

describe("a screen is deleted", () => {
  test("for good, once, with its number free again", async () => {
    const id = await newScreen({ authorization_number: "700070" });
    const answer = await admin.delete(`/cinemas/screens/${id}/`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await logOf(ours.id)).at(-1)?.details).toMatchObject({
      old_value: "Salle – 700070",
      new_value: null,
    });
    for (const verb of ["get", "delete"] as const)
      expect((await admin[verb](`/cinemas/screens/${id}/`)).status).toBe(404);
    expect((await admin.patch(`/cinemas/screens/${id}/`, { name: "x" })).status).toBe(404);
    await newScreen({ authorization_number: "700070" });
  });

  test("once, when five ask at once", async () => {
    const id = await newScreen();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.delete(`/cinemas/screens/${id}/`)),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      204, 404, 404, 404, 404,
    ]);
  });
});

test("staff change nothing, not even a screen of their own cinemas", async () => {
  const { id } = (await staff.get("/cinemas/screens/")).body.results[0];
  const answers = [
    await staff.post("/cinemas/screens/", { cinema: ours.id, name: "Salle" }),
    await staff.patch(`/cinemas/screens/${id}/`, { name: "Salle" }),
    await staff.delete(`/cinemas/screens/${id}/`),
  ];
  for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
  expect((await staff.get(`/cinemas/screens/${id}/`)).body.name).toBe("Salle 1");
});
