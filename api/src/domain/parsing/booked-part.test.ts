import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const HEADER = "Date;Libellé;Montant";
const BOOKED = ["25/11/2026;VIR LUX;5,00", "26/11/2026;EDF;-6,00"];
const PENDING = ["27/11/2026;VIR ATTENTE CINE REX;777,00", "28/11/2026;CB 27/11;-3,00"];
const amountsOf = async (...rows: string[]) => (await csv(HEADER, ...rows)).lines.map(({ amount }) => amount);

describe("operations that are not booked (BANK-24)", () => {
  test.each([
    ";Opérations en cours;",
    "Opérations en cours;;",
    ";;OPERATIONS EN COURS",
    "Opérations à venir",
    "Mouvements en attente :;;",
    "Vos opérations en cours de traitement;;",
    "Opérations cartes à venir au 27/11/2026;;",
    "Opérations non comptabilisées (2);;",
    "Prélèvements à venir;;",
    "À venir;;",
    "Pending transactions;;",
  ])("are left out below « %s », and that is told", async (title) => {
    const reading = await csv(HEADER, ...BOOKED, title, ...PENDING);
    expect(reading).toMatchObject({ rows_read: 5, ignored: 3, errors: [] });
    expect(reading.lines.map(({ amount }) => amount)).toEqual([5_00, -6_00]);
    expect(reading.notes?.map(plain)).toEqual([
      "2 opérations en cours ou à venir ne sont pas importées (à partir de la ligne 5) : elles le seront une fois comptabilisées.",
    ]);
  });

  test.each([
    "Opérations comptabilisées;;",
    ";Opérations passées;",
    "Mouvements enregistrés au 26/11/2026;;",
    HEADER,
  ])("end where the booked ones begin: « %s »", async (title) => {
    expect(await amountsOf("Opérations à venir;;", ...PENDING, title, ...BOOKED)).toEqual([5_00, -6_00]);
  });

  test("may have a header of their own", async () => {
    expect(await amountsOf(...BOOKED, "Opérations en cours;;", HEADER, ...PENDING)).toEqual([5_00, -6_00]);
  });

  test("are no rows that cannot be read", async () => {
    const { lines, errors } = await csv(
      HEADER,
      BOOKED[0] ?? "",
      "Opérations en cours;;",
      "bientôt;VIR REX;7,00",
    );
    expect([lines.length, errors]).toEqual([1, []]);
  });

  test("alone make no statement", async () => {
    await expect(csv(HEADER, "Opérations en cours;;", ...PENDING)).rejects.toThrow(
      "Le fichier ne contient que des opérations en cours ou à venir. Importez-les une fois comptabilisées.",
    );
  });

  test.each([
    "Opérations du mois en cours;;",
    "Mouvements de la période en cours;;",
    ";VIREMENT EN COURS DE VALIDITE;",
    "01/11/2026;Opérations en cours;",
    ";Opérations en cours;12,00",
  ])("do not begin below « %s »", async (title) => {
    const rows = Array.from({ length: 6 }, () => "27/11/2026;VIR;1,00");
    expect(await amountsOf(...rows, title, ...BOOKED)).toHaveLength(8);
  });

  test.each([
    "Prévu",
    "Planifié",
    "Planifiée",
    "À comptabiliser",
    "Scheduled",
    "À valider",
    "Pending",
    "Programmé",
  ])("are those of status %s", async (status) => {
    const rows = [`27/11/2026;VIR REX;7,00;${status}`, "26/11/2026;VIR LUX;5,00;Comptabilisé"];
    const { lines } = await csv(`${HEADER};Statut`, ...rows);
    expect(lines.map(({ amount }) => amount)).toEqual([5_00]);
  });
});

const TWELVE = Array.from({ length: 12 }, (_, day) => `${day + 10}/11/2026;VIR;1,00`);

describe("a part of operations that are not booked", () => {
  test.each([
    ["Aucune opération", "Dernières opérations"],
    ["Historique"],
    [";Opérations;"],
    ["Novembre 2026;;"],
    ["Comptabilisé;;"],
  ])("ends at a title that nobody knows: %s", async (...titles) => {
    const { lines, errors, notes } = await csv(HEADER, "Opérations à venir;;", ...titles, ...TWELVE);
    expect([lines.length, errors, notes ?? []]).toEqual([12, [], []]);
  });

  test("ends there below its operations, and leaves these out", async () => {
    for (const title of ["Historique;;", ";;Historique"])
      expect(await amountsOf("Opérations à venir;;", ...PENDING, title, ...BOOKED)).toEqual([5_00, -6_00]);
    const inLabels = [";Opérations à venir;", ...PENDING, ";Historique;", ...BOOKED];
    expect(await amountsOf(...inLabels)).toEqual([5_00, -6_00]);
  });

  test("may have labels that go on below", async () => {
    const rows = ["Opérations à venir;;", PENDING[0] ?? "", ";/MOTIF F26000123;", PENDING[1] ?? ""];
    expect(await amountsOf(...BOOKED, ...rows)).toEqual([5_00, -6_00]);
  });

  test.each([";Virement en attente;", ";En cours;", ";Opération en cours;", ";Prélèvement à venir;"])(
    "does not begin where a label goes on: %s",
    async (row) => {
      expect(await amountsOf(BOOKED[0] ?? "", row, BOOKED[1] ?? "")).toEqual([5_00, -6_00]);
      expect(await amountsOf(BOOKED[0] ?? "", ";/MOTIF X;", row, BOOKED[1] ?? "")).toEqual([5_00, -6_00]);
    },
  );

  test("that is all of the file but for a title is not said to be all of it", async () => {
    const refused = csv(HEADER, "Opérations à venir;;", ...PENDING, "Historique;;");
    await expect(refused).rejects.toThrow("Le fichier ne contient aucune opération comptabilisée.");
  });
});

describe("a title of operations that are not booked above the first header", () => {
  const above = (...rows: string[]) => csv("Compte courant;;", "Opérations en cours;;", HEADER, ...rows);

  test.each([
    ["", "Opérations comptabilisées;;", HEADER],
    ["", "Opérations passées"],
    [HEADER, PENDING[0] ?? "", "bientôt;VIR;7,00", "Mouvements comptabilisés;;", HEADER],
  ])("leaves those below out where the booked ones have a title", async (...between) => {
    const { lines, errors, notes, ignored, rows_read } = await above(...PENDING, ...between, ...BOOKED);
    expect([lines.map(({ amount }) => amount), errors]).toEqual([[5_00, -6_00], []]);
    expect(ignored).toBe(rows_read - 2);
    expect(notes?.map(plain)).toEqual([
      expect.stringMatching(/^[23] opérations .* ne sont pas importées \(à partir de la ligne 4\) : /),
    ]);
  });

  test("says nothing of a whole file", async () => {
    const { lines, notes } = await above(...PENDING, ...BOOKED, "", "Document sans valeur");
    expect([lines.length, notes ?? []]).toEqual([4, []]);
  });

  test.each([HEADER, "Opérations en cours;;", "Historique;;"])(
    "is told where others may be below it: %s",
    async (title) => {
      const { lines, notes } = await above(...PENDING, title, HEADER, ...BOOKED);
      expect(lines).toHaveLength(4);
      expect(notes?.map(plain)).toEqual([
        "2 opérations (à partir de la ligne 4) sont sous un titre d’opérations en cours ou à venir et sont importées : vérifiez qu’elles sont comptabilisées.",
      ]);
    },
  );

  test("ends with any other title", async () => {
    const rows = [...PENDING, "Historique;;", HEADER, ...TWELVE, "Opérations passées;;", ...BOOKED];
    expect((await above(...rows)).lines).toHaveLength(16);
  });

  test("counts as the last one there", async () => {
    const rows = ["Opérations en cours", "Compte 30004", HEADER, ...PENDING, "Opérations passées", ...BOOKED];
    expect((await csv(...rows)).lines).toHaveLength(4);
  });

  test("that leaves nothing leaves an empty file", async () => {
    await expect(above(...PENDING, "", "Opérations comptabilisées")).rejects.toThrow(
      "Le fichier ne contient que des opérations en cours ou à venir.",
    );
  });
});
