import { describe, expect, test } from "vitest";
import { type BoxOfficeDeclaration, isSameDistributor, readBoxOfficeXml } from "./box-office-xml.ts";
import {
  CANONICAL,
  CORRECTED,
  DECLARATION,
  ENOUGH,
  read,
  readOne,
  readPieces,
  report,
  TODAY,
  TOTALS,
  VARIANT,
} from "./box-office-xml.testing.ts";

const NBSP = "\u00a0";

describe("the canonical report", () => {
  test("is read without anything to tell", async () => {
    const { reading, declarations } = await read(CANONICAL);
    expect(reading).toEqual({
      declarations_found: 4,
      generated_at: "2026-11-27T08:30:00+01:00",
      emitter: "Export de démonstration",
      errors: [],
      errors_count: 0,
      warnings: [],
      warnings_count: 0,
    });
    expect(declarations.map(({ position, line }) => [position, line])).toEqual([
      [1, 4],
      [2, 17],
      [3, 26],
      [4, 35],
    ]);
  });

  test("gives all that a declaration says", async () => {
    const { declarations } = await read(CANONICAL);
    expect(declarations[0]).toEqual({
      position: 1,
      line: 4,
      reference: "2026-47-910231-199041-VF",
      nature: "initiale",
      corrects: null,
      week_start: "2026-11-18",
      cinema: {
        cnc_authorization: "91023",
        siret: "00020001400017",
        siren: null,
        short_name_code: null,
        name: "Cinéma Le Beffroi",
        legal_name: "SARL BEFFROI CINES",
        address: null,
        pin_code: "59500",
        city: "Douai",
        group: null,
      },
      screen: { authorization_number: "910231", name: "Salle 1", capacity: 212 },
      film: {
        visa_number: "199041",
        title: "Les Heures bleues",
        version: "VF",
        lacks_version: false,
        run_week: 1,
        release_date: null,
      },
      distributor: { name: "Lumen Films Distribution", siren: "000100016" },
      terms: {
        type: "POURCENTAGE",
        rate_bp: 5000,
        rate_millionths: 50_000_000,
        flat_fee_ht: null,
        minimum_guarantee_ht: null,
      },
      screenings: 21,
      admissions_paid: 812,
      admissions_free: 9,
      gross_ttc: 590940,
      tsa: 63349,
      vat: 30807,
      base_film_ht: 496784,
      sacem: 7526,
      share_declared_ht: 248392,
      cancelled_screening: false,
      warnings: [],
    } satisfies Record<keyof BoxOfficeDeclaration, unknown>);
  });

  test.each([
    [0, "example A, Les Heures bleues", [590940, 63349, 30807, 496784, 7526, 248392], 812, 9],
    [1, "example A, Rivage nord", [35380, 3793, 1844, 29743, 451, 11897], 58, 2],
    [2, "example B, screen 1", [2377120, 254827, 123926, 1998367, 30275, 999184], 2864, 31],
    [3, "example B, screen 4", [881560, 94503, 45958, 741099, 11228, 370550], 1102, 12],
  ])(
    "declaration %i is worked %s of the domain study, to the cent",
    async (position, _title, amounts, paid, free) => {
      const declaration = (await read(CANONICAL)).declarations[position];
      expect(amountsOf(declaration)).toEqual(amounts);
      expect([declaration?.admissions_paid, declaration?.admissions_free]).toEqual([paid, free]);
    },
  );

  test("gives the guarantee of Rivage nord", async () => {
    const { declarations } = await read(CANONICAL);
    expect(declarations[1]).toMatchObject({
      film: { version: "VOST", run_week: 4 },
      terms: { rate_bp: 4000, minimum_guarantee_ht: 15000 },
    });
  });
});

const amountsOf = (d: BoxOfficeDeclaration | undefined) =>
  d && [d.gross_ttc, d.tsa, d.vat, d.base_film_ht, d.sacem, d.share_declared_ht];

test("the corrected report is worked example C, and names what it corrects", async () => {
  const { reading, declarations } = await read(CORRECTED);
  expect([reading.errors, reading.warnings]).toEqual([[], []]);
  expect(declarations).toHaveLength(1);
  expect(amountsOf(declarations[0])).toEqual([582540, 62448, 30369, 489723, 7419, 244862]);
  expect(declarations[0]).toMatchObject({
    nature: "rectificative",
    corrects: "2026-47-910231-199041-VF",
    admissions_paid: 800,
    admissions_free: 21,
  });
});

test("the variant report is read with its two warnings", async () => {
  const { reading, declarations } = await read(VARIANT);
  const reference = "2026-47-910232-199087-VOST";
  expect(reading.errors).toEqual([]);
  expect(reading.warnings.map(({ field, message }) => [field, message])).toEqual([
    ["cinema_name", `Déclaration ${reference}${NBSP}: établissement désigné par son nom seulement.`],
    [
      "terms_type",
      `Déclaration ${reference}${NBSP}: conditions de location non précisées, lues comme un pourcentage.`,
    ],
  ]);
  expect(reading.warnings_count).toBe(2);
  expect(amountsOf(declarations[0])).toEqual([35380, 3793, 1844, 29743, null, 11897]);
  expect(declarations[0]).toMatchObject({
    reference,
    week_start: "2026-11-18",
    cinema: { name: "CINEMA LE BEFFROI", city: "DOUAI", pin_code: "59500", cnc_authorization: null },
    screen: { authorization_number: "910232", name: "2" },
    film: { visa_number: "199087", title: "RIVAGE NORD", version: "VOST", run_week: 4 },
    distributor: { name: "LUMEN FILMS DISTRIBUTION", siren: null },
    terms: { type: "POURCENTAGE", rate_bp: 4000 },
    screenings: 6,
    admissions_paid: 58,
  });
});

describe("names", () => {
  /** A flat declaration, each value by the name that it is written under. */
  const FLAT: Record<string, string> = {
    debut: "2026-11-18",
    numCnc: "91023",
    autorisation: "910231",
    visa: "199041",
    typeConditions: "POURCENTAGE",
    taux: "50",
    entrees: "10",
    recetteTTC: "80,00",
  };

  test.each<[string, string, string, Record<string, unknown>]>([
    ["debut", "DATE_DEBUT", "18/11/2026", { week_start: "2026-11-18" }],
    ["debut", "Début", "18/11/2026", { week_start: "2026-11-18" }],
    ["debut", "semaine-debut", "20261118", { week_start: "2026-11-18" }],
    ["debut", "cnc:du", "18.11.26", { week_start: "2026-11-18" }],
    ["debut", "MERCREDI", "2026-11-18", { week_start: "2026-11-18" }],
    ["debut", "startDate", "2026-11-18", { week_start: "2026-11-18" }],
    ["debut", "numSemaine", "S47 2026", { week_start: "2026-11-18" }],
    ["debut", "SEMAINE", "202647", { week_start: "2026-11-18" }],
    ["numCnc", "Autorisation.Établissement", "91023", { cinema: { cnc_authorization: "91023" } }],
    ["numCnc", "CODE_CNC", "91023", { cinema: { cnc_authorization: "91023" } }],
    ["numCnc", "siret", "000 200 014 00017", { cinema: { siret: "00020001400017" } }],
    ["numCnc", "SIREN_exploitant", "000 200 014", { cinema: { siren: "000200014" } }],
    ["numCnc", "codeCourt", "BEFDOU", { cinema: { short_name_code: "BEFDOU" } }],
    ["", "Enseigne", "Le Beffroi", { cinema: { name: "Le Beffroi" } }],
    ["", "Cinéma", "Le Beffroi", { cinema: { name: "Le Beffroi" } }],
    ["", "raison_sociale", "SARL BEFFROI CINES", { cinema: { legal_name: "SARL BEFFROI CINES" } }],
    ["", "Localité", "Douai", { cinema: { city: "Douai" } }],
    ["", "CP", "59500", { cinema: { pin_code: "59500" } }],
    ["", "circuit", "Étoiles du Nord", { cinema: { group: "Étoiles du Nord" } }],
    ["autorisation", "No_Autorisation", "910231", { screen: { authorization_number: "910231" } }],
    ["autorisation", "numéroAutorisation", "910231", { screen: { authorization_number: "910231" } }],
    ["", "Écran", "Salle 1", { screen: { name: "Salle 1" } }],
    ["", "capacité", "212", { screen: { capacity: 212 } }],
    ["visa", "RPCA", "199 041", { film: { visa_number: "199041" } }],
    ["visa", "numéro-visa", "199.041", { film: { visa_number: "199041" } }],
    ["visa", "libelléFilm", "Les Heures bleues", { film: { title: "Les Heures bleues", visa_number: null } }],
    ["visa", "FILM", "Les Heures bleues", { film: { title: "Les Heures bleues" } }],
    ["", "langue", "VOSTFR", { film: { version: "VOST" } }],
    ["", "semaine_film", "4", { film: { run_week: 4 } }],
    ["", "DateSortie", "28/10/2026", { film: { release_date: "2026-10-28" } }],
    ["taux", "Pct_Location", "0,475", { terms: { rate_bp: 4750 } }],
    ["taux", "TX", "47,50 %", { terms: { rate_bp: 4750 } }],
    ["", "mini", "150", { terms: { minimum_guarantee_ht: 15000 } }],
    ["", "nb_séances", "21", { screenings: 21 }],
    ["entrees", "SPECTATEURS", "1 234", { admissions_paid: 1234 }],
    ["entrees", "admissions", "10", { admissions_paid: 10 }],
    ["", "exos", "3", { admissions_free: 3 }],
    ["recetteTTC", "RECETTE", "1 234,50", { gross_ttc: 123450 }],
    ["recetteTTC", "recette_guichet", "1.234,50", { gross_ttc: 123450 }],
    ["recetteTTC", "CA", "1234.50", { gross_ttc: 123450 }],
    ["recetteTTC", "gross", "1234.50", { gross_ttc: 123450 }],
    ["", "montantTSA", "8,58", { tsa: 858 }],
    ["", "montant_tva", "4,17", { vat: 417 }],
    ["", "Assiette", "67,25", { base_film_ht: 6725 }],
    ["", "droitsSACEM", "1,02", { sacem: 102 }],
    ["", "MontantLocation", "33,63", { share_declared_ht: 3363 }],
    ["", "Nature", "Rectificative", { nature: "rectificative" }],
    ["", "rectifié", "R0", { corrects: "R0" }],
    ["", "NUM_BORDEREAU", "B-12", { reference: "B-12" }],
  ])(
    "in place of « %s », « %s » is known, as an element and as an attribute",
    async (known, name, value, expected) => {
      const { [known]: _replaced, ...others } = FLAT;
      const entries = Object.entries({ ...others, [name]: value });
      const elements = entries.map(([key, text]) => `<${key}>${text}</${key}>`).join("");
      const attributes = entries.map(([key, text]) => `${key}="${text}"`).join(" ");
      expect(await readOne(report(`<ligne>${elements}</ligne>`))).toMatchObject(expected);
      expect(await readOne(report(`<ligne ${attributes}/>`))).toMatchObject(expected);
    },
  );

  test.each([
    "Declaration",
    "BORDEREAU",
    "déclaration-recette",
    "Recette",
    "ligne",
    "Programme",
    "row",
    "cnc:Enregistrement",
  ])("of an element « %s » make it a declaration", async (name) => {
    const { declarations } = await read(report(`<${name}>${ENOUGH}${TOTALS}</${name}>`));
    expect(declarations).toHaveLength(1);
  });

  test("that Object has by birth are names like others", async () => {
    const odd = '<Odd constructor="1" toString="2" __proto__="3" hasOwnProperty="4"/>';
    const { declarations } = await read(report(DECLARATION.replace("<Totaux", `${odd}<Totaux`)));
    expect(declarations).toHaveLength(1);
    await expect(read(report('<Odd constructor="1" constructor="2"/>'))).rejects.toMatchObject({
      code: "malformed",
    });
  });

  test("in several places: the better one counts, whatever the order", async () => {
    for (const totals of [
      '<brut>1</brut><Totaux recetteTTC="80.00"/>',
      '<Totaux recetteTTC="80.00"/><brut>1</brut>',
    ]) {
      expect((await readOne(report(`<ligne>${ENOUGH}${totals}</ligne>`))).gross_ttc).toBe(8000);
    }
  });
});

describe("elements of companies", () => {
  const COMPANY =
    'siret="55210055400013" adresse="1 rue Haute" ville="Paris" codePostal="75001" codeCourt="PAR" codeEtablissement="75001"';
  const bare = '<Semaine debut="2026-11-18"/><Salle numeroAutorisation="910231"/><Film visa="199041"/>';
  const cinema = '<Etablissement nom="Rex" ville="Douai"/>';
  const terms = `<Conditions type="POURCENTAGE" taux="50"/>${TOTALS}`;
  const one = (inside: string): string => `<Declaration>${bare}${inside}${terms}</Declaration>`;
  const ofRex = { cnc_authorization: null, siret: null, siren: null, short_name_code: null, name: "Rex" };
  const ofCinema = { ...ofRex, address: null, pin_code: null, city: "Douai" };

  test.each(["Distributeur", "Émetteur", "Exploitant", "Circuit", "Groupe"])(
    "give nothing of their own to the cinema (%s)",
    async (name) => {
      const company = `<${name} nom="Lumen" ${COMPANY}><Adresse><Ville>Paris</Ville><CP>75001</CP></Adresse></${name}>`;
      for (const content of [
        report(one(company + cinema)),
        report(company + one(cinema)),
        report(`<${name} nom="Lumen" ${COMPANY}><Adresse ville="Paris"/>${one(cinema)}</${name}>`),
        // What stands after a declaration replaces what stood before it.
        report(`${company}${one(cinema)}${company}${one(cinema)}`),
      ]) {
        const { declarations } = await read(content);
        // Its exhibitor is who pays.
        const siren = name === "Exploitant" ? "552100554" : null;
        for (const { cinema: found } of declarations) expect(found).toMatchObject({ ...ofCinema, siren });
      }
    },
  );

  test.each(["Distributeur", "Émetteur", "Circuit", "Groupe"])(
    "give the cinemas in them no SIREN of theirs (%s)",
    async (name) => {
      const content = report(`<${name} siren="552100554">${one(cinema)}</${name}>`);
      expect((await readOne(content)).cinema).toMatchObject(ofCinema);
    },
  );

  test.each([
    `<Siege ${COMPANY}/>`,
    "<Coordonnees><Ville>Paris</Ville><SIRET>55210055400013</SIRET></Coordonnees>",
    "<Siege><Coordonnees><Adresse><Ville>Paris</Ville><CP>75001</CP></Adresse></Coordonnees></Siege>",
    `<Contrat><Siege ${COMPANY}/></Contrat>`,
  ])("give nothing of their own to the cinema, however deep it stands in them: %s", async (inside) => {
    for (const name of ["Distributeur", "Émetteur", "Circuit", "Groupe"]) {
      const company = `<${name} nom="Lumen">${inside}</${name}>`;
      for (const content of [
        report(one(company + cinema)),
        report(company + one(cinema)),
        report(`<${name} nom="Lumen">${inside}${one(cinema)}</${name}>`),
        report(`${company}${one(cinema)}${company}${one(cinema)}`),
        // One that the cinema's own element tells of.
        report(one(`<Etablissement nom="Rex" ville="Douai">${company}</Etablissement>`)),
      ])
        for (const { cinema: found } of (await read(content)).declarations)
          expect(found).toMatchObject(ofCinema);
    }
  });

  test.each(["Distributeur", "Émetteur", "Circuit", "Groupe"])(
    "give the cinema no legal name of theirs (%s)",
    async (name) => {
      const [named, deeper] = [
        `<${name} nom="Lumen" raisonSociale="Lumen SAS"/>`,
        `<${name} nom="Lumen"><Siege><RaisonSociale>Lumen SAS</RaisonSociale></Siege></${name}>`,
      ];
      for (const company of [named, deeper])
        for (const content of [report(one(company + cinema)), report(company + one(cinema))]) {
          expect((await readOne(content)).cinema).toMatchObject({ name: "Rex", legal_name: null });
          const exhibitor = content.replace(cinema, `${cinema}<Exploitant raisonSociale="Rex SARL"/>`);
          expect((await readOne(exhibitor)).cinema.legal_name).toBe("Rex SARL");
        }
      const around = report(`<${name} nom="Lumen" raisonSociale="Lumen SAS">${one(cinema)}</${name}>`);
      expect((await readOne(around)).cinema.legal_name).toBeNull();
    },
  );

  test("tell who pays for the cinema by the numbers of the exhibitor's seat as well", async () => {
    for (const number of ['siren="552100554"', 'siret="55210055400013"']) {
      const content = report(one(`<Exploitant nom="Circuit"><Siege ${number}/></Exploitant>${cinema}`));
      expect((await readOne(content)).cinema).toMatchObject({ ...ofCinema, siren: "552100554" });
    }
  });

  describe.each(["Circuit", "Groupe"])("that only wrap the values of a cinema (%s)", (name) => {
    const flat = (site: string, town: string, cnc: string): string =>
      `<Cinema>${site}</Cinema><Ville>${town}</Ville><CNC>${cnc}</CNC><SIRET>55210055400013</SIRET>${one("")}`;
    const rex = { name: "Rex", city: "Lyon", cnc_authorization: "12345", siret: "55210055400013" };
    const vox = { name: "Vox", city: "Douai", cnc_authorization: "67890" };

    test("give it all of them, to each cinema its own", async () => {
      const both = flat("Rex", "Lyon", "12345") + flat("Vox", "Douai", "67890");
      const { declarations } = await read(report(`<${name}>${both}</${name}>`));
      expect(declarations).toMatchObject([{ cinema: rex }, { cinema: vox }]);
      const each = `<${name}>${flat("Rex", "Lyon", "12345")}</${name}><${name}>${flat("Vox", "Douai", "67890")}</${name}>`;
      expect((await read(report(each))).declarations).toMatchObject([{ cinema: rex }, { cinema: vox }]);
      const attributes = `<${name} nomCinema="Rex" ville="Lyon" cnc="12345">${one("")}</${name}>`;
      expect((await readOne(report(attributes))).cinema).toMatchObject({ name: "Rex", city: "Lyon" });
      const brand = `<${name} nomCinema="Rex" enseigne="Lumen" ville="Lyon">${one("")}</${name}>`;
      expect((await readOne(report(brand))).cinema).toMatchObject({ name: "Rex", city: "Lyon" });
      const address = `<${name}><Cinema>Rex</Cinema><Adresse><Ville>Lyon</Ville></Adresse>${one("")}</${name}>`;
      expect((await readOne(report(address))).cinema).toMatchObject({ name: "Rex", city: "Lyon" });
    });

    test("give it none where they have a name of their own, or the cinema has an element", async () => {
      const none = { name: "Rex", city: null, cnc_authorization: null, siret: null };
      for (const content of [
        `<${name} nom="Lumen" ${COMPANY}><Cinema>Rex</Cinema>${one("")}</${name}>`,
        `<${name} ${COMPANY}><Cinema nom="Rex"/>${one("")}<Cinema nom="Rex"/>${one("")}</${name}>`,
        // What a circuit is called by.
        `<${name} enseigne="Lumen" ${COMPANY}><Cinema nom="Rex">${one("")}</Cinema></${name}>`,
        `<${name} enseigne="Lumen" ${COMPANY}><Cinema>Rex</Cinema>${one("")}<Cinema>Rex</Cinema>${one("")}</${name}>`,
        `<${name} raisonSociale="Lumen SAS" ${COMPANY}><Cinema>Rex</Cinema>${one("")}</${name}>`,
      ])
        for (const { cinema: found } of (await read(report(content))).declarations)
          expect(found).toMatchObject({ ...none, legal_name: null });
    });

    test("give it what it tells of itself, and of theirs what they are called by only where that is its name", async () => {
      const two = flat("Rex", "Lyon", "12345") + flat("Vox", "Douai", "67890");
      const legal = `<Cinema>Rex</Cinema><RaisonSociale>Rex SARL</RaisonSociale><Ville>Lyon</Ville>${one("")}`;
      for (const attribute of ['enseigne="Lumen"', 'raisonSociale="Lumen SAS"']) {
        const around = (inside: string): string =>
          report(`<${name} ${attribute} siret="00020001400017" ville="Paris" cp="75001">${inside}</${name}>`);
        const { declarations } = await read(around(two));
        expect(declarations).toMatchObject([
          { cinema: { ...rex, pin_code: null, legal_name: null } },
          { cinema: { ...vox, siret: "55210055400013", pin_code: null, legal_name: null } },
        ]);
        const told = { name: "Rex", city: "Lyon", siret: null, legal_name: "Rex SARL" };
        expect((await readOne(around(legal))).cinema).toMatchObject(told);
      }
      const brand = `enseigne="REX" raisonSociale="SARL Rex" siret="00020001400017" ville="Lyon"`;
      const itself = { name: "Rex", city: "Lyon", siret: "00020001400017", legal_name: "SARL Rex" };
      const none = { name: "Vox", city: null, siret: null, legal_name: null };
      const each = ["Rex", "Rex", "Vox", "Rex"].map((site) => `<Cinema>${site}</Cinema>${one("")}`).join("");
      expect((await read(report(`<${name} ${brand}>${each}</${name}>`))).declarations).toMatchObject(
        [itself, itself, none, itself].map((cinema) => ({ cinema })),
      );
    });
  });

  test("tell the circuit of a cinema by its attribute or text still", async () => {
    const site = '<Etablissement nom="Rex" ville="Douai" circuit="Étoiles du Nord"/>';
    for (const content of [one(site), one(`${cinema}<Circuit>Étoiles du Nord</Circuit>`)])
      expect((await readOne(report(content))).cinema.group).toBe("Étoiles du Nord");
  });

  test("leave the cinema that stands in them its own", async () => {
    const site =
      '<Etablissement nom="Rex" siret="00020001400017"><Adresse><Ville>Douai</Ville></Adresse></Etablissement>';
    const own = { name: "Rex", siret: "00020001400017", city: "Douai", legal_name: "Circuit" };
    for (const content of [
      report(one(`<Exploitant nom="Circuit" ${COMPANY}>${site}</Exploitant>`)),
      report(`<Exploitant nom="Circuit" ${COMPANY}>${site}${one("")}</Exploitant>`),
      report(one(`<Exploitant nom="Circuit" ${COMPANY}><Sites>${site}</Sites></Exploitant>`)),
      report(
        one(`<Groupe ${COMPANY}><Exploitant nom="Circuit"><Siege ${COMPANY}/>${site}</Exploitant></Groupe>`),
      ),
    ])
      expect((await readOne(content)).cinema).toMatchObject(own);
  });

  test.each([
    ['siret="552 100 554 00013"', "552100554"],
    ['siret="55210055400013" siren="000200014"', "000200014"],
    ['siret="55210055"', null],
    ['siret="0"', null],
    // What is none hides nothing.
    ['siret="55210055400013" siren="0"', "552100554"],
    ['siren="55210055" siret="55210055400013"', "552100554"],
    ['siret="0" siren="000200014"', "000200014"],
  ])(
    "tell who pays for the cinema by the exhibitor's SIREN, else by its SIRET (%s)",
    async (numbers, siren) => {
      const content = report(one(`<Exploitant nom="Circuit" ${numbers}/>${cinema}`));
      expect((await readOne(content)).cinema).toMatchObject({ name: "Rex", siret: null, siren });
    },
  );

  test("tell the distributor by its SIREN, else by its SIRET", async () => {
    const distributorOf = async (attributes: string) =>
      (await readOne(report(one(`<Distributeur nom="Lumen" ${attributes}/>${cinema}`)))).distributor;
    expect(await distributorOf('siret="000 100 016 00017"')).toEqual({ name: "Lumen", siren: "000100016" });
    expect(await distributorOf('siret="55210055400013" siren="000100016"')).toMatchObject({
      siren: "000100016",
    });
  });

  test.each([
    '<Distributeur raisonSociale="Autre Distributeur"/>',
    "<Distributeur><Siege><RaisonSociale>Autre Distributeur</RaisonSociale></Siege></Distributeur>",
    "<raisonSocialeDistributeur>Autre Distributeur</raisonSocialeDistributeur>",
  ])(
    "tell another distributor by its legal name where no name stands beside it (BOX-3): %s",
    async (name) => {
      for (const content of [report(one(name + cinema)), report(name + one(cinema))]) {
        const { distributor } = await readOne(content);
        expect(distributor).toEqual({ name: "Autre Distributeur", siren: null });
        expect(isSameDistributor(distributor, { name: "Lumen", siren: "000100016" })).toBe(false);
      }
      const named = await readOne(
        report(one(`<Distributeur nom="Lumen" raisonSociale="Lumen SAS"/>${cinema}`)),
      );
      expect(named.distributor.name).toBe("Lumen");
    },
  );

  test("tell another distributor by a number that is none where no name stands beside it (BOX-3)", async () => {
    const content = report(one(`<Distributeur siren="5210055"/>${cinema}`));
    const { distributor } = await readOne(content);
    expect(isSameDistributor(distributor, { name: "Lumen", siren: "000100016" })).toBe(false);
  });

  test.each(["0", "00000000000000", "10001600017", "1,0001600017E+13", "1,000160E+13", "en cours"])(
    "tell the distributor by its name where its SIRET is none (%s)",
    async (siret) => {
      for (const number of [`siret="${siret}"`, `siren="${siret}"`]) {
        const { distributor } = await readOne(
          report(one(`<Distributeur nom="LUMEN FILMS" ${number}/>${cinema}`)),
        );
        expect(distributor).toEqual({ name: "LUMEN FILMS", siren: null });
        expect(isSameDistributor(distributor, { name: "Lumen Films", siren: "000100016" })).toBe(true);
      }
    },
  );

  test.each(['siren="0" siret="00010001600017"', 'siret="00010001600017" siren="00000000"'])(
    "tell the distributor by its SIRET where its SIREN is none (%s)",
    async (numbers) => {
      const { distributor } = await readOne(report(one(`<Distributeur nom="Lumen" ${numbers}/>${cinema}`)));
      expect(distributor).toEqual({ name: "Lumen", siren: "000100016" });
    },
  );
});

describe("what surrounds declarations", () => {
  test("gives them the week, cinema and film that they do not have", async () => {
    const { declarations } = await read(
      `<Rapport><Semaine debut="2026-11-18"/><Cinema nom="Le Beffroi" numeroCNC="91023">
        <Film visa="199041" titre="Les Heures bleues">
          <Ligne autorisation="910231" type_conditions="POURCENTAGE" taux="50" entrees="10" recette="80"/>
          <Ligne autorisation="910232" type_conditions="POURCENTAGE" taux="40" entrees="5" recette="40" visa="199087"/>
        </Film></Cinema></Rapport>`,
    );
    expect(declarations).toMatchObject([
      {
        week_start: "2026-11-18",
        cinema: { name: "Le Beffroi" },
        film: { visa_number: "199041" },
        gross_ttc: 8000,
      },
      {
        week_start: "2026-11-18",
        cinema: { name: "Le Beffroi" },
        film: { visa_number: "199087" },
        gross_ttc: 4000,
      },
    ]);
  });

  test("gives the names of each group as its own, and the version of a film only", async () => {
    const { declarations } = await read(
      `<Rapport version="1.0" nom="Export"><Distributeur nom="Lumen" siren="000100016"><Salle nom="Salle 1" autorisation="910231">
        <Film visa="199041" version="VOST"><Ligne debut="2026-11-18" cnc="91023" taux="50" recette="80"/></Film>
        <Film visa="199087"><Ligne debut="2026-11-18" cnc="91023" taux="50" recette="80"/></Film>
      </Salle></Distributeur></Rapport>`,
    );
    expect(declarations).toMatchObject([
      {
        distributor: { name: "Lumen", siren: "000100016" },
        cinema: { name: null, siren: null },
        screen: { name: "Salle 1" },
        film: { version: "VOST" },
      },
      { film: { visa_number: "199087", version: null } },
    ]);
  });

  test.each([
    [
      "groups",
      '<Semaine debut="2026-11-11"/><Etablissement numeroCNC="91023" nom="A" siret="00020001400017"/><Salle><Numero_Autorisation>11</Numero_Autorisation></Salle>',
      '<Semaine debut="2026-11-18"/><Etablissement numeroCNC="91077" nom="B"/><Salle><Numero_Autorisation>22</Numero_Autorisation></Salle>',
    ],
    [
      "values",
      "<Date_debut>2026-11-11</Date_debut><Num_CNC>91023</Num_CNC><Enseigne>A</Enseigne><Autorisation>11</Autorisation>",
      "<Date_debut>2026-11-18</Date_debut><Num_CNC>91077</Num_CNC><Enseigne>B</Enseigne><Autorisation>22</Autorisation>",
    ],
  ])("gives them the %s that stand last before them", async (_title, first, second) => {
    const one =
      '<Declaration><Film visa="199041"/><Conditions type="POURCENTAGE" taux="50"/><Totaux recetteTTC="80.00" entrees="10"/></Declaration>';
    const { declarations } = await read(report(`${first}${one}${one}${second}${one}`));
    const [a, , b] = declarations;
    expect(declarations[1]).toEqual({ ...a, position: 2 });
    expect(a).toMatchObject({
      week_start: "2026-11-11",
      cinema: { cnc_authorization: "91023", name: "A" },
      screen: { authorization_number: "11" },
    });
    expect(b).toMatchObject({
      week_start: "2026-11-18",
      cinema: { cnc_authorization: "91077", name: "B", siret: null },
      screen: { authorization_number: "22" },
    });
  });

  test("does not give them its amounts", async () => {
    const { declarations } = await read(
      report(
        `<taux>50</taux><entrees>999</entrees><Declaration>${ENOUGH}<recette>80</recette></Declaration>`,
      ),
    );
    expect(declarations).toMatchObject([{ admissions_paid: 0, terms: { rate_bp: 5000 } }]);
  });

  test("is no declaration itself, nor is a group or value of such a name", async () => {
    const { reading } = await read(
      `<Declaration><Programme>${DECLARATION}${DECLARATION}</Programme></Declaration>`,
    );
    expect(reading.declarations_found).toBe(2);
    const flat = await read(report(`<Declaration>${ENOUGH}<Recette>80,00</Recette></Declaration>`));
    expect(flat.reading.declarations_found).toBe(1);
  });
});

test.each([
  '<TVA taux="5.5" montant="4.17"/>',
  "<TVA><Taux>5.5</Taux><Montant>4.17</Montant></TVA>",
  '<TSA taux="10.72">8.58</TSA>',
  '<Totaux><Taxe taux="10.72"/><SACEM tx="1.515"/></Totaux>',
])("the rate of a tax is none of the rental: %s", async (tax) => {
  const read = await readOne(report(`<Declaration>${tax}${ENOUGH}${TOTALS}</Declaration>`));
  expect(read.terms.rate_bp).toBe(5000);
});

test.each([
  ["vat", '<TVA taux="2.1" montant="1.64"/>', 1_64],
  ["tsa", "<TSA><Taux>10.72</Taux><Montant>8.58</Montant></TSA>", 8_58],
  ["sacem", '<SACEM tx="1.515" montant="1.02"/>', 1_02],
] as const)("the amount of a tax may stand in its element: %s", async (field, tax, amount) => {
  const read = await readOne(report(`<Declaration>${tax}${ENOUGH}${TOTALS}</Declaration>`));
  expect(read[field]).toBe(amount);
});

describe("the details of a declaration", () => {
  test("are summed and compared with its totals", async () => {
    const text = CANONICAL.toString().replace(
      'entrees="300" recetteTTC="2700.00"',
      'entrees="299" recetteTTC="2700.00"',
    );
    const { reading, declarations } = await read(text);
    expect(reading.warnings.map((warning) => warning.message)).toEqual([
      `Déclaration 2026-47-910231-199041-VF${NBSP}: le total des tarifs diffère des totaux.`,
    ]);
    expect(declarations[0]?.admissions_paid).toBe(812);
  });

  test("may be written as elements", async () => {
    const day = (admissions: number) =>
      `<Jour><Date>2026-11-18</Date><Nb_Entrées>${admissions}</Nb_Entrées><Recette>40,00</Recette></Jour>`;
    const told = async (second: number) =>
      (await readOne(report(`<ligne>${ENOUGH}${day(5)}${day(second)}${TOTALS}</ligne>`))).warnings.map(
        (warning) => warning.field,
      );
    expect(await told(5)).toEqual([]);
    expect(await told(6)).toEqual(["details"]);
  });
});

describe("Controle, which tells what the file should hold:", () => {
  test.each([
    ["nombreDeclarations", "5", "5 déclarations annoncées, 4 lues."],
    ["entrees", "4891", "4891 entrées annoncées, 4890 lues."],
    ["recetteTTC", "38850.06", "38850.06 € de recettes annoncées, 38850,00 € lues."],
    ["nombreDeclarations", "quatre", "quatre déclarations annoncées, 4 lues."],
    ["recetteTTC", "?", "? € de recettes annoncées, 38850,00 € lues."],
  ])("%s of %s refuses the file", async (name, value, text) => {
    const changed = CANONICAL.toString().replace(/<Controle .*\/>/, (control) =>
      control.replace(new RegExp(`${name}="[^"]*"`), `${name}="${value}"`),
    );
    await expect(read(changed)).rejects.toMatchObject({
      name: "UnreadableReport",
      code: "control",
      message: `Le fichier est incomplet${NBSP}: ${text}`,
    });
  });

  test("a file that lost a declaration is refused", async () => {
    const lost = CANONICAL.toString().replace(
      / {2}<Declaration reference="2026-47-910774[\s\S]*?<\/Declaration>\n/,
      "",
    );
    await expect(read(lost)).rejects.toMatchObject({ code: "control" });
  });

  test("takings that no sum of cents can hold are not compared", async () => {
    const absurd = DECLARATION.replace("80.00", "9999999999999.99").repeat(20);
    const { reading } = await read(report(`${absurd}<Controle recetteTTC="1.00"/>`));
    expect(reading.declarations_found).toBe(20);
  });

  test("declarations in error count as read", async () => {
    const { reading, declarations } = await read(CANONICAL.toString().replace('taux="40"', 'taux="60"'));
    expect(reading).toMatchObject({ declarations_found: 4, errors_count: 1 });
    expect(declarations.map((declaration) => declaration.position)).toEqual([1, 3, 4]);
  });
});

describe("a report in error", () => {
  test("tells its first 200 errors and counts them all", async () => {
    const { reading, declarations } = await read(
      report(DECLARATION.replace('taux="50"', 'taux="60"').repeat(250)),
    );
    expect(declarations).toEqual([]);
    expect(reading).toMatchObject({ declarations_found: 250, errors_count: 250 });
    expect(reading.errors).toHaveLength(200);
    expect(reading.errors[0]?.message).toBe(`Déclaration R1${NBSP}: taux de location hors limites (60 %).`);
  });

  test("tells of a declaration that lacks what makes one", async () => {
    const { reading } = await read(
      report(`${DECLARATION}<Declaration reference="R2">${ENOUGH}</Declaration>`),
    );
    expect(reading.errors.map((error) => error.message)).toEqual([
      `Déclaration R2${NBSP}: recette manquante.`,
    ]);
  });
});

describe("batches", () => {
  test("are waited for, one after the other", async () => {
    const events: string[] = [];
    const pieces = function* () {
      yield Buffer.from("<Rapport>");
      for (let i = 0; i < 3; i += 1) {
        events.push("piece");
        yield Buffer.from(DECLARATION.repeat(40));
      }
      yield Buffer.from("</Rapport>");
    };
    await readBoxOfficeXml(pieces(), {
      today: TODAY,
      batchSize: 2,
      onDeclarations: async (batch) => {
        events.push(`begins ${batch.length}`);
        await new Promise((done) => setImmediate(done));
        events.push("ends");
      },
    });
    expect(events.join(", ")).toBe("piece, begins 40, ends, piece, begins 40, ends, piece, begins 40, ends");
  });

  test("that cannot be kept stop the reading with the same error", async () => {
    const full = new Error("disk full");
    const reading = readBoxOfficeXml([CANONICAL], {
      today: TODAY,
      onDeclarations: () => Promise.reject(full),
    });
    await expect(reading).rejects.toBe(full);
  });

  test("come from any pieces", async () => {
    const half = Math.floor(CANONICAL.length / 2);
    expect(await readPieces([CANONICAL.subarray(0, half), CANONICAL.subarray(half)])).toEqual(
      await read(CANONICAL),
    );
  });
});

test.each([
  ["the same SIREN, another name", { siren: "000100016", name: "LFD" }, true],
  ["the SIREN inside a SIRET", { siren: "00010001600019", name: null }, true],
  ["another SIREN, the same name", { siren: "000100024", name: "Lumen Films Distribution" }, false],
  ["the same name in capitals", { siren: null, name: "LUMEN FILMS DISTRIBUTION" }, true],
  ["its legal name", { siren: null, name: "LUMEN FILMS DISTRIBUTION SAS" }, true],
  ["its form with dots", { siren: null, name: "Lumen Films Distribution S.A.S." }, true],
  ["another form with dots", { siren: null, name: "S.A.R.L. Lumen Films Distribution" }, true],
  ["a form with dots and blanks", { siren: null, name: "Lumen Films Distribution (S. A.)" }, true],
  ["a form that the screen proposes", { siren: null, name: "Lumen Films Distribution SCA" }, true],
  ["a form in two words", { siren: null, name: "Lumen Films Distribution, entreprise individuelle" }, true],
  ["a name that goes on", { siren: null, name: "Lumen Films Distribution S.A.S. Lyon" }, false],
  ["another name", { siren: null, name: "Lumen" }, false],
  ["a legal form alone", { siren: null, name: "SAS" }, false],
  ["a legal form with dots alone", { siren: null, name: "S.A.S." }, false],
  ["nothing", { siren: null, name: null }, true],
])("a declaration that names its distributor by %s", (_title, declared, expected) => {
  expect(isSameDistributor(declared, { name: "Lumen Films Distribution", siren: "000100016" })).toBe(
    expected,
  );
});
