import { describe, expect, test } from "vitest";
import { findCinemas, type KnownCinema, type ReportedCinema } from "./find-cinemas.ts";

const reported = (values: Partial<ReportedCinema> = {}): ReportedCinema => ({
  name: "Cinéma Le Beffroi",
  city: "Douai",
  cnc: "",
  siret: "",
  siren: "",
  short_code: "",
  name_key: "",
  screens: [],
  ...values,
});
const known = (values: Partial<KnownCinema> = {}): KnownCinema => ({
  id: 1,
  cnc: "",
  siret: "",
  siren: "",
  short_code: "",
  name_key: "",
  ...values,
});
const ids = () => {
  let next = 1000;
  return () => (next += 1);
};
const find = (cinemas: ReportedCinema[], base: KnownCinema[], screens: [string, number][] = []) =>
  findCinemas(cinemas, base, new Map(screens), ids());

describe("the cinema of a declaration", () => {
  const base = [
    known({ id: 1, cnc: "91023", siret: "00020001400017", short_code: "BEFDOU", name_key: "beffroi|douai" }),
    known({
      id: 2,
      cnc: "91077",
      siret: "00020002200010",
      siren: "000200022",
      name_key: "megascope rennes|rennes",
    }),
    known({
      id: 3,
      cnc: "91088",
      siret: "00020002200028",
      siren: "000200022",
      name_key: "megascope lyon|lyon",
    }),
    known({ id: 4, siren: "000200030", name_key: "rex|tours" }),
    known({ id: 5, cnc: "91100", name_key: "vox|laon" }),
    known({ id: 6, cnc: "91101", name_key: "vox|laon" }),
  ];
  test.each([
    ["its screen, before everything else", { screens: ["910231"], cnc: "91077" }, 1],
    ["another of its screens", { screens: ["910239", "910231"] }, 1],
    ["the CNC number of the site", { cnc: "91077", siret: "00020001400017" }, 2],
    ["the CNC number, written otherwise", { cnc: "091.077" }, 2],
    ["its name, where its CNC number is written otherwise", { cnc: "9 1100", name_key: "vox|laon" }, 5],
    ["its SIRET", { siret: "00020002200028" }, 3],
    ["a SIREN that only one cinema has", { siren: "000200030" }, 4],
    ["the SIREN within its SIRET", { siret: "00020003000099" }, 4],
    ["its short code", { short_code: "BEFDOU" }, 1],
    ["its name and city", { name_key: "beffroi|douai" }, 1],
    [
      "its name and city, where its SIRET has a wrong key",
      { name_key: "beffroi|douai", siret: "00020001400099" },
      1,
    ],
  ])("is found by %s", (_title, keys, id) => {
    expect(find([reported(keys)], base, [["910231", 1]]).cinemas).toEqual([id]);
  });

  test.each([
    ["a SIREN that two cinemas have", { siren: "000200022" }],
    ["the SIREN of one whose CNC number differs", { siren: "000200014", cnc: "99999" }],
    ["the SIREN of one whose SIRET differs", { siren: "000200014", siret: "00020001400090" }],
    ["a name that two cinemas of the city have", { name_key: "vox|laon" }],
    [
      "the name of one whose SIRET is another establishment of its company",
      { name_key: "beffroi|douai", siret: "00020001400090" },
    ],
    [
      "the name of one whose SIRET is another company's",
      { name_key: "beffroi|douai", siret: "55210055400013" },
    ],
    ["the name of one whose CNC number differs", { name_key: "beffroi|douai", cnc: "99999" }],
    ["nothing at all", {}],
  ])("is not guessed from %s: it is created", (_title, keys) => {
    const found = find([reported(keys)], base);
    expect(found.cinemas).toEqual([1001]);
    expect(found.created).toEqual([{ id: 1001, reported: [0] }]);
  });

  test("is created once, whatever the ways in which the report names it", () => {
    const found = find(
      [
        reported({ cnc: "95000", name_key: "eden|cahors", screens: ["950001"] }),
        reported({ cnc: "95000", name_key: "cinema municipal eden|cahors", screens: ["950002"] }),
        reported({ name_key: "eden|cahors", screens: ["950003"] }),
        reported({ name: "L'EDEN", name_key: "eden|", screens: ["950001"] }),
      ],
      [],
    );
    expect(found.cinemas).toEqual([1001, 1001, 1001, 1001]);
    expect(found.created).toEqual([{ id: 1001, reported: [0, 1, 2, 3] }]);
    expect(found.newScreens.map((screen) => [screen.authorization, screen.cinema_id])).toEqual([
      ["950001", 1001],
      ["950002", 1001],
      ["950003", 1001],
    ]);
  });

  test("two unknown cinemas of one company stay two", () => {
    const found = find(
      [
        reported({ cnc: "95000", siren: "000300000", name_key: "eden|cahors" }),
        reported({ cnc: "95001", siren: "000300000", name_key: "eden|figeac" }),
      ],
      [],
    );
    expect(found.cinemas).toEqual([1001, 1002]);
  });

  test("two unknown cinemas that only the SIREN of their circuit and their names tell stay two", () => {
    const siren = "000300000";
    const sites = [
      reported({ siren, name_key: "eden|cahors", screens: ["950001"] }),
      reported({ siren, name_key: "eden|figeac", screens: ["950101"] }),
      reported({ siren, name_key: "eden|cahors", screens: ["950002"] }),
      reported({ siret: "00030000000017", name_key: "vox|figeac", screens: ["950201"] }),
    ];
    expect(find(sites, []).cinemas).toEqual([1001, 1002, 1001, 1003]);
  });

  describe("that the report names with and without its town", () => {
    const siren = "000300000";
    const inTown = reported({ siren, name_key: "eden|cahors", screens: ["950001"] });
    const without = reported({ siren, city: "", name_key: "eden|", screens: ["950002"] });
    test("is one under one SIREN, whichever comes first", () => {
      expect(find([inTown, without], []).cinemas).toEqual([1001, 1001]);
      expect(find([without, inTown], []).cinemas).toEqual([1001, 1001]);
      const ofSiret = { name_key: "eden|", siret: "00030000000017" };
      expect(find([{ ...inTown, ...ofSiret, name_key: "eden|cahors" }, without], []).cinemas).toEqual([
        1001, 1001,
      ]);
    });

    test("stays two where those of the town are two", () => {
      const sites = [{ ...inTown, cnc: "95000" }, { ...inTown, cnc: "95001", screens: [] }, without];
      expect(find(sites, []).cinemas).toEqual([1001, 1002, 1003]);
    });

    test.each([
      ["of the town", known({ id: 7, name_key: "eden|cahors" }), [7, 1001]],
      [
        "of the town whose SIRET is another's",
        known({ id: 7, siret: "00030000000025", name_key: "eden|cahors" }),
        [7, 1001],
      ],
      ["without a town", known({ id: 7, name_key: "eden|" }), [1001, 7]],
      ["of another town, of their SIREN", known({ id: 7, siren, name_key: "eden|figeac" }), [1001, 1002]],
    ])("takes no name of a known one for it (%s)", (_title, eden, cinemas) => {
      // A second one of their circuit: its SIREN alone tells neither.
      const base = [
        eden,
        known({ id: 8, siren, name_key: "vox|laon" }),
        known({ id: 9, siren, name_key: "rex|laon" }),
      ];
      const found = find([inTown, without], base);
      expect(found.cinemas).toEqual(cinemas);
      const sandbox = findCinemas([inTown, without], [], new Map(), ids(), { own: base });
      expect(sandbox.cinemas).toEqual(cinemas);
    });

    test("is none of a circuit's known ones, although the report names one's town alone", () => {
      const edens = [
        known({ id: 7, siren, name_key: "eden|cahors" }),
        known({ id: 8, siren, name_key: "eden|figeac" }),
      ];
      expect(find([inTown, without], edens).cinemas).toEqual([7, 1001]);
    });

    test("is not a known one whose CNC number is not that told in the town", () => {
      const eden = known({ id: 7, cnc: "95000", name_key: "eden|cahors" });
      expect(find([without, { ...inTown, cnc: "95001" }], [eden]).cinemas).toEqual([1001, 1002]);
    });

    test.each(["siret", "short_code", "cnc"])(
      "stays another one where sites without a town tell two of a number (%s)",
      (number) => {
        const [one, other] = number === "siret" ? ["00030000000017", "00030000000025"] : ["95001", "95002"];
        const sites = [inTown, { ...without, [number]: one }, { ...without, [number]: other, screens: [] }];
        const { cinemas } = find([...sites, without], []);
        expect(cinemas[1]).not.toBe(cinemas[0]);
        expect(cinemas[2]).not.toBe(cinemas[0]);
        expect(cinemas[3]).not.toBe(cinemas[0]);
      },
    );

    test.each([
      ["the circuit has one of its name in another town", { siren, name_key: "eden|figeac" }, {}, {}],
      ["another SIREN tells it", {}, {}, { siren: "000300001" }],
      ["no SIREN tells it", {}, { siren: "" }, { siren: "" }],
      ["its CNC number is another's", {}, { cnc: "95000" }, { cnc: "95001" }],
      ["its SIRET is another's", {}, { siret: "00030000000017" }, { siret: "00030000000025" }],
      ["its short code is another's", {}, { short_code: "EDECAH" }, { short_code: "EDEFIG" }],
    ])("stays two where %s", (_title, other, one, townless) => {
      const sites = [
        { ...without, ...townless },
        { ...inTown, ...one },
        reported({ name_key: "vox|laon", ...other }),
      ];
      const [first, second] = find(sites, []).cinemas;
      expect([first, second]).toEqual([1001, 1002]);
    });
  });

  test("is created once by its SIREN and any of the names that the report tells of it", () => {
    const sites = [
      reported({ siren: "000300000", cnc: "95000", name_key: "eden|cahors" }),
      reported({ siren: "000300000", cnc: "95000", name_key: "cinema municipal eden|cahors" }),
      reported({ siren: "000300000", name_key: "cinema municipal eden|cahors" }),
    ];
    expect(find(sites, []).cinemas).toEqual([1001, 1001, 1001]);
  });

  test("gains the screens that it did not have", () => {
    const found = find([reported({ cnc: "91023", screens: ["910231", "910233"] })], base, [["910231", 1]]);
    expect(found.newScreens).toEqual([{ authorization: "910233", cinema_id: 1, reported: 0 }]);
  });

  test("is the one that is created for it, by all that any of its sites tells", () => {
    const rex = { name: "Le Rex", city: "Laon", name_key: "rex|laon" };
    const found = find(
      [
        reported({ ...rex, screens: ["950011"] }),
        reported({ ...rex, cnc: "95001", screens: ["950012"] }),
        reported({
          name: "Rex Palace",
          city: "Laon",
          cnc: "95001",
          name_key: "rex palace|laon",
          screens: ["950013"],
        }),
      ],
      base,
    );
    expect(found).toMatchObject({
      cinemas: [1001, 1001, 1001],
      created: [{ id: 1001, reported: [0, 1, 2] }],
    });
  });

  test("is not the one that is created for its namesake, once that one's CNC number is told", () => {
    const rex = { name: "Le Rex", city: "Laon", name_key: "rex|laon" };
    const sites = [reported(rex), reported({ ...rex, cnc: "95001" }), reported({ ...rex, cnc: "95002" })];
    expect(find(sites, base).cinemas).toEqual([1001, 1001, 1002]);
  });

  test("is the known one, although the report names its screen before without a number", () => {
    const sites = [
      reported({ name: "Le Rex", name_key: "rex|douai", screens: ["950011"] }),
      reported({ name: "Le Rex", name_key: "rex|douai", cnc: "91077", screens: ["950011"] }),
    ];
    expect(find(sites, base)).toMatchObject({ cinemas: [2, 2], created: [] });
  });

  test("whose link was cut is another one's never: one is created that stands for it, with its screens (CIN-9)", () => {
    const circuit = [
      known({ id: 1, cnc: "91023", siren: "000200022", name_key: "rex|laon" }),
      known({ id: 2, siren: "000200022", name_key: "vox|laon" }),
    ];
    const sites = [
      reported({ name: "Le Rex", name_key: "rex|laon", siren: "000200022", screens: ["910231"] }),
      reported({ name: "Le Rex", cnc: "91023", screens: ["910232"] }),
      reported({ name: "Le Vox", name_key: "vox|laon", siren: "000200022" }),
    ];
    const screens = new Map([["910231", 1]]);
    const found = findCinemas(sites, circuit, screens, ids(), { cut: new Set([1]) });
    expect(found).toMatchObject({
      cinemas: [1001, 1001, 2],
      created: [{ id: 1001, reported: [0, 1], stands_for: 1 }],
      newScreens: [{ authorization: "910231" }, { authorization: "910232" }],
    });
    expect(found.screens.get("910231")).toBe(1001);
  });

  test("whose link was cut is not found by a screen that stands alone either (CIN-9)", () => {
    const nameless = reported({ name: "", city: "", screens: ["910231"] });
    const found = findCinemas([nameless], [], new Map([["910231", 1]]), ids(), { cut: new Set([1]) });
    expect([found.cinemas, found.screens.size]).toEqual([[undefined], 0]);
  });

  test("stays unknown when nothing names it", () => {
    expect(find([reported({ name: "", screens: ["1"] })], base)).toMatchObject({
      cinemas: [undefined],
      created: [],
      newScreens: [],
    });
  });
});
