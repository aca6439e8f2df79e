import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";

const read = (...rows: string[]) =>
  readBankStatement(Buffer.from(["Date;Libellé;Montant;Statut", ...rows, ""].join("\n")));

describe("an operation whose status says that it did not happen, or not yet (BANK-24)", () => {
  test.each([
    "Échoué",
    "Échec",
    "En traitement",
    "Non exécuté",
    "Bloquée",
    "Expiré",
    "Rejected",
    "Expired",
    "Blocked",
    "REVERTED",
    "Not executed",
    "Pendiente",
    "Rechazada",
    "Anulado",
    "No contabilizado",
    "In Bearbeitung",
    "Vorgemerkt",
    "Nicht ausgeführt",
    "Abgelehnt",
    "In sospeso",
    "In attesa",
    "Rifiutato",
    "Annullato",
    "Non eseguito",
    "Da contabilizzare",
    "Traitement en cours",
    "Règlement en attente",
    "Enregistrement en cours",
    "Payement en attente",
    "Contabilización pendiente",
    "Payment pending",
    "Pagamento in corso",
  ])("is left out: %s", async (status) => {
    const { lines, ignored, notes } = await read(
      `28/12/2026;VIR A;1,00;${status}`,
      "29/12/2026;VIR B;2,00;Exécuté",
    );
    expect([lines.map(({ amount }) => amount), ignored, notes]).toEqual([[2_00], 1, []]);
  });
});

describe("an operation that counts (BANK-24)", () => {
  test.each([
    "",
    "Exécuté",
    "Effectuée",
    "Comptabilisé",
    "Réglé",
    "settled",
    "COMPLETED",
    "Executed",
    "Booked",
    "Posted",
    "Gebucht",
    "Ausgeführt",
    "Contabilizado",
    "Contabilizzato",
    "Eseguito",
    "Non rapproché",
    "Rapprochement en cours",
    "Réglées",
    "Règlement effectué",
    "Traitement terminé",
    "12",
  ])("has a status that nothing is said of: %s", async (status) => {
    const { lines, notes } = await read(`28/12/2026;VIR A;1,00;${status}`);
    expect([lines.length, notes]).toEqual([1, []]);
  });

  test.each([
    "Retourné",
    "Returned",
    "reversed",
    "Storniert",
    "Devuelta",
    "Non traité",
    "Exercice en cours",
    "Validé, en attente d’exécution",
    "Traitement",
  ])("is told where it may be booked apart, or be somebody's own note: %s", async (status) => {
    const { lines, notes } = await read(`28/12/2026;VIR A;-1,00;${status}`);
    expect([lines.length, notes?.length]).toEqual([1, 1]);
  });

  test("is told with its line where the word is not known, a refund too", async () => {
    const rows = Array.from({ length: 6 }, (_, day) => `${day + 10}/12/2026;VIR ${day};-1,00;Archivé`);
    const { lines, notes } = await read("28/12/2026;VIR A;-1,00;Remboursé", ...rows);
    expect(lines).toHaveLength(7);
    expect((notes ?? []).map((note) => note.replaceAll("\u00a0", " "))).toEqual([
      "Statut « Remboursé » inconnu, 1 opération (ligne 2) : elle est comptée\u202f; vérifiez qu’elle a bien eu lieu.",
      "Statut « Archivé » inconnu, 6 opérations (lignes 3, 4, 5, 6, 7…) : elles sont comptées\u202f; vérifiez qu’elles ont bien eu lieu.",
    ]);
  });

  test("has no more than five such words told", async () => {
    const words = ["Un", "Deux", "Trois", "Quatre", "Cinq", "Six"];
    const { notes } = await read(...words.map((word) => `28/12/2026;VIR;1,00;${word}`));
    expect(notes).toHaveLength(5);
  });
});
