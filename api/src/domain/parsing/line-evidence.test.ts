import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { camtDetails, camtEntry, camtFile } from "./bank-formats/camt.testing.ts";
import { balance, complement, movement } from "./bank-formats/cfonb120.testing.ts";
import { lineEvidence } from "./line-evidence.ts";

const IBAN = "FR7630003000200005432100044";
const evidenceIn = async (text: string) =>
  (await readBankStatement(Buffer.from(text, "latin1"))).lines.map((line) => line.evidence);

describe("BANK-29: what a bank tells beside the label", () => {
  test("is absent where nothing is told, in one of the ways in which banks say so", () => {
    expect(lineEvidence({})).toBeUndefined();
    expect(
      lineEvidence({ names: ["", "NOTPROVIDED"], endToEndIds: ["NONREF", "0"], references: ["-", "  "] }),
    ).toBeUndefined();
  });

  test("is bounded, holds no control and no half of a character, and each reference once", () => {
    const evidence = lineEvidence({
      names: ["A\0B \ud83dC", "C"],
      ibans: ["FR76 0000", "fr76 3000 3000 2000 0543 2100 044"],
      endToEndIds: ["E".repeat(500)],
      references: ["F26000123", "F26000123", ...Array.from({ length: 40 }, (_, at) => `R${at}`)],
      paymentTypes: ["VIR\tRECU"],
    });
    expect(evidence).toMatchObject({ party_iban: IBAN, payment_type: "VIR RECU" });
    expect(evidence?.party_name).toBe("A B \ufffdC");
    expect(evidence?.end_to_end_id).toHaveLength(100);
    expect(evidence?.references).toHaveLength(20);
    expect(evidence?.references?.slice(0, 2)).toEqual(["F26000123", "R0"]);
  });

  test("CAMT: the other party with its account, identifier, structured references and code", async () => {
    const rest = camtDetails(
      `<Refs><EndToEndId>VIR-2026-77</EndToEndId></Refs><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>` +
        `<RltdPties><Dbtr><Pty><Nm>SARL BEFFROI CINES</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${IBAN}</IBAN></Id></DbtrAcct></RltdPties>` +
        `<RmtInf><Strd><RfrdDocInf><Nb>F26000123</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>`,
    );
    expect(await evidenceIn(camtFile(camtEntry({ rest })))).toEqual([
      {
        party_name: "SARL BEFFROI CINES",
        party_iban: IBAN,
        end_to_end_id: "VIR-2026-77",
        references: ["RF18539007547034", "F26000123"],
        payment_type: "PMNT RCDT ESCT",
      },
    ]);
  });

  test("CAMT: of a debit the creditor, in the elements of version 02", async () => {
    const rest = camtDetails(
      `<RltdPties><Dbtr><Nm>MOI</Nm></Dbtr><Cdtr><Nm>BAILLEUR</Nm></Cdtr><CdtrAcct><Id><IBAN>${IBAN}</IBAN></Id></CdtrAcct></RltdPties>`,
    );
    const file = camtFile(camtEntry({ indicator: "DBIT", status: "<Sts>BOOK</Sts>", rest }), {
      version: "02",
    });
    expect(await evidenceIn(file)).toEqual([{ party_name: "BAILLEUR", party_iban: IBAN }]);
  });

  test("CAMT: a transfer of a group has its own, a group in one line only its code", async () => {
    const one = (amount: string, name: string) =>
      `<Amt Ccy="EUR">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>`;
    const entry = (second: string) =>
      camtEntry({
        rest: `<BkTxCd><Prtry><Cd>B1</Cd></Prtry></BkTxCd>${camtDetails(one("5.00", "BIJOU"), one(second, "MIRAGE"))}`,
      });
    expect(await evidenceIn(camtFile(entry("7.00") + entry("9.00")))).toEqual([
      { party_name: "BIJOU", payment_type: "B1" },
      { party_name: "MIRAGE", payment_type: "B1" },
      { payment_type: "B1" },
    ]);
  });

  test("CFONB 120: payer, account, reference of the client, structured motive and code", async () => {
    const records = [
      balance("01", "301126", 100_00),
      movement("281226", "VIR SEPA SARL BEFFROI", 2897_31),
      complement("NPY", "SARL BEFFROI CINES"),
      complement("CPY", `${IBAN} IBAN`),
      complement("RCN", `${"VIR-2026-77".padEnd(35)}END TO END`),
      complement("LCS", "RF18539007547034"),
      movement("291226", "PRLV LOYER", -12_00),
      complement("NPY", "MOI"),
      complement("NBE", "BAILLEUR"),
      balance("07", "311226", 2985_31),
    ];
    expect(await evidenceIn(records.join("\n"))).toEqual([
      {
        party_name: "SARL BEFFROI CINES",
        party_iban: IBAN,
        end_to_end_id: "VIR-2026-77",
        references: ["RF18539007547034"],
        payment_type: "CFONB 05",
      },
      { party_name: "BAILLEUR", payment_type: "CFONB 05" },
    ]);
  });

  test("OFX: name, account of the other party, number and kind", async () => {
    const ofx = `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261228<TRNAMT>1.00<FITID>A1<REFNUM>F26000123<NAME>SARL BEFFROI<BANKACCTTO><BANKID>1<ACCTID>${IBAN}</BANKACCTTO></STMTTRN></STMTRS></OFX>`;
    expect(await evidenceIn(ofx)).toEqual([
      { party_name: "SARL BEFFROI", party_iban: IBAN, references: ["F26000123"], payment_type: "CREDIT" },
    ]);
  });

  const mt940 = (operation: string, ...details: readonly string[]) =>
    [":20:X", `:25:${IBAN}`, ":60F:C261130EUR0,00", operation, ...details, ":62F:C261231EUR1,00", "-"].join(
      "\r\n",
    );

  test.each([
    [
      "German",
      mt940(
        ":61:2612281228C1,00NTRFNONREF//BNK",
        ":86:166?00GUTSCHRIFT?20EREF+VIR-2026-77?21SVWZ+F26000123?31DE89370400440532013000?32SARL",
        " BEFFROI",
      ),
      {
        party_name: "SARL BEFFROI",
        party_iban: "DE89370400440532013000",
        end_to_end_id: "VIR-2026-77",
        payment_type: "GUTSCHRIFT",
      },
    ],
    [
      "Dutch",
      mt940(
        ":61:2612281228C1,00NTRFEREF//BNK",
        ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/BE",
        "FFROI BV/REMI/FACTUUR 12/EREF/NOTPROVIDED",
      ),
      { party_name: "BEFFROI BV", party_iban: "NL91ABNA0417164300", payment_type: "SEPA OVERBOEKING" },
    ],
    [
      "Dutch, with a counterparty in one code and a structured motive",
      mt940(
        ":61:2612281228C1,00NTRFEREF//BNK",
        ":86:/EREF/VIR-77//CNTP/NL91ABNA0417164300/ABNANL2A/BEFFROI BV///REMI/S",
        "TRD/CUR/9100000039875325/",
      ),
      {
        party_name: "BEFFROI BV",
        party_iban: "NL91ABNA0417164300",
        end_to_end_id: "VIR-77",
        references: ["9100000039875325"],
        payment_type: "NTRF",
      },
    ],
    [
      "Swift, in plain words",
      mt940(":61:2612281228C1,00NCHKF26000123//BNK", ":86:REMISE CHEQUE N/A"),
      { references: ["F26000123"], payment_type: "NCHK" },
    ],
  ])("MT940: %s", async (_, file, evidence) => {
    expect(await evidenceIn(file)).toEqual([evidence]);
  });

  test.each([
    [
      "French",
      "Date;Libellé;Contrepartie;IBAN contrepartie;Moyen de paiement;Référence;Montant",
      `28/12/2026;VIR;SARL BEFFROI;${IBAN};Virement reçu;F26000123;1,00`,
      {
        party_name: "SARL BEFFROI",
        party_iban: IBAN,
        references: ["F26000123"],
        payment_type: "Virement reçu",
      },
    ],
    [
      "English",
      "Date,Details,Counterparty,Counterparty IBAN,End-to-end id,Payment method,Reference,Amount",
      `28/12/2026,VIR,BEFFROI LTD,${IBAN},E2E-1,Transfer,F26000123,1.00`,
      {
        party_name: "BEFFROI LTD",
        party_iban: IBAN,
        end_to_end_id: "E2E-1",
        references: ["F26000123"],
        payment_type: "Transfer",
      },
    ],
    [
      "Spanish",
      "Fecha;Concepto;Ordenante;IBAN ordenante;Tipo;Referencia;Importe",
      `28/12/2026;TRANSFERENCIA;BEFFROI SL;${IBAN};Transferencia;F26000123;1,00`,
      {
        party_name: "BEFFROI SL",
        party_iban: IBAN,
        references: ["F26000123"],
        payment_type: "Transferencia",
      },
    ],
    [
      "German",
      "Auftragskonto;Buchungstag;Buchungstext;Verwendungszweck;Kundenreferenz (End-to-End);Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag",
      `DE02120300000000202051;28.12.2026;GUTSCHR. UEBERWEISUNG;RECHNUNG;E2E-1;BEFFROI GMBH;${IBAN};1,00`,
      {
        party_name: "BEFFROI GMBH",
        party_iban: IBAN,
        end_to_end_id: "E2E-1",
        payment_type: "GUTSCHR. UEBERWEISUNG",
      },
    ],
    [
      "Italian",
      "Data;Descrizione;Ordinante;IBAN ordinante;Tipologia;Riferimento;Importo",
      `28/12/2026;BONIFICO;BEFFROI SRL;${IBAN};Bonifico;F26000123;1,00`,
      { party_name: "BEFFROI SRL", party_iban: IBAN, references: ["F26000123"], payment_type: "Bonifico" },
    ],
  ])("tables: %s columns", async (_, header, row, evidence) => {
    expect(await evidenceIn(`${header}\n${row}\n`)).toEqual([evidence]);
  });

  test.each([
    ["Date;Libellé;Détail 1;Détail 2;Débit;Crédit", "28/12/2026;VIR;DE CINE REX;F26000123;;1,00"],
    ["Date;Libellé;Libellé 2;Libellé 3;Montant", "28/12/2026;VIR;DE CINE REX;F26000123;1,00"],
    ["Date;Libellé;Informations;Montant", '28/12/2026;VIR;"DE CINE REX\nF26000123";1,00'],
  ])("tables: columns that go on with the label: %s", async (header, row) => {
    const { lines } = await readBankStatement(Buffer.from(`${header}\n${row}\n`));
    expect(lines).toMatchObject([{ label: "VIR", evidence: { references: ["DE CINE REX", "F26000123"] } }]);
  });

  describe("tables: rows below an operation that go on with its label", () => {
    const HEADER = "Date;Libellé;Débit;Crédit";
    const read = async (...rows: string[]) =>
      (await readBankStatement(Buffer.from([HEADER, ...rows, ""].join("\n")))).lines;
    const ONE = ["27/12/2026;VIR SEPA;;2,00", ";DE CINE REX;;", ";MOTIF F26000123;;"];
    const TWO = "28/12/2026;VIR LUX;;3,00";

    test("are kept with it, and its label and fingerprint stay", async () => {
      const lines = await read(...ONE, TWO, ";F26000124;;");
      expect(lines.map(({ label }) => label)).toEqual(["VIR SEPA", "VIR LUX"]);
      expect(lines.map(({ evidence }) => evidence?.references)).toEqual([
        ["DE CINE REX", "MOTIF F26000123"],
        ["F26000124"],
      ]);
      const without = await read(ONE[0] ?? "", TWO);
      expect(lines.map(({ fingerprint }) => fingerprint)).toEqual(
        without.map(({ fingerprint }) => fingerprint),
      );
    });

    test.each([
      ["below the last one alone", [TWO, ";RCS Paris 542 097 902;;"]],
      ["a blank row lies between", [TWO, ";;;", ";Compte 123;;", TWO]],
      ["a header follows", [TWO, HEADER, ";F26000124;;", TWO]],
      ["it is a sum", [TWO, ";Total des opérations;;", TWO]],
      ["it is a page", [TWO, ";Page 2;;", TWO]],
      ["it has a day", [TWO, "28/12/2026;F26000124;;", TWO]],
      ["it begins another part", [TWO, ";Opérations comptabilisées;;", TWO]],
      [
        "its operation is not booked",
        ["Opérations en cours;;;", TWO, ";F26000124;;", "Opérations passées;;;", TWO],
      ],
    ])("are none of it where %s", async (_, rows) => {
      for (const { evidence } of await read(...rows)) expect(evidence).toBeUndefined();
    });
  });

  test("a long text that goes on with it is cut between words", () => {
    const words = Array.from({ length: 30 }, (_, at) => `F260${String(at).padStart(5, "0")}`);
    const references = lineEvidence({ more: [words.join("  "), "A".repeat(150)] })?.references ?? [];
    expect(references.slice(0, -2).flatMap((text) => text.split(" "))).toEqual(words);
    expect(references.slice(-2).map(({ length }) => length)).toEqual([100, 50]);
  });

  test("of N26 the partner, which is also the label where the bank gives none (BANK-9)", async () => {
    const header =
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)"';
    const row = (name: string, reference: string) =>
      `2026-12-28,2026-12-28,${name},${IBAN},Credit Transfer,${reference},Compte,1.00`;
    const read = async (...rows: string[]) =>
      (await readBankStatement(Buffer.from([header, ...rows, ""].join("\n")))).lines;
    const lines = await read(row("CINE REX", ""), row("CINE LUX", "F26000123"));
    expect(lines.map(({ label }) => label)).toEqual(["CINE REX", "F26000123"]);
    expect(lines.map(({ evidence }) => evidence?.party_name)).toEqual(["CINE REX", "CINE LUX"]);
    expect(lines[0]?.evidence?.party_iban).toBe(IBAN);
    // It came in without a label once, and the same file again brings nothing.
    expect((await read(row("", "")))[0]?.fingerprint).toBe(lines[0]?.fingerprint);
  });

  test("is no part of the fingerprint", async () => {
    const file = (rest: string) => camtFile(camtEntry({ rest: `<AddtlNtryInf>VIR</AddtlNtryInf>${rest}` }));
    const [without, told] = await Promise.all(
      [file(""), file(camtDetails("<Refs><EndToEndId>E2E-1</EndToEndId></Refs>"))].map((text) =>
        readBankStatement(Buffer.from(text)),
      ),
    );
    expect(told?.lines[0]?.evidence).toEqual({ end_to_end_id: "E2E-1" });
    expect(told?.lines[0]?.fingerprint).toBe(without?.lines[0]?.fingerprint);
  });
});
