import { frenchDate } from "@bobine/contract/civil-date";
import { civilDateSchema } from "@bobine/contract/civil-date-schema";
import { escapeHtml } from "../../escape-html.ts";
import { deskButton, deskOptions, deskPage, type Said } from "../desk-page.ts";
import type { BankSimulator } from "./bank-simulator.ts";
import { DEMO_BANKS } from "./simulated-bridge.routes.ts";
import type { SimulatedItem, SimulatedTransaction } from "./simulator-state.ts";

const NBSP = "\u00a0";
const SHOWN = 20;
const EUROS = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });

/** What the next calls of the product meet. */
export const FAULTS = ["500", "503", "429", "401", "lent", "illisible", "coupure"] as const;
const FAULT_LABELS: Readonly<Record<(typeof FAULTS)[number], string>> = {
  500: "Erreur 500",
  503: "Indisponible (503)",
  429: "Trop d’appels (429, Retry-After 5 s)",
  401: "Clés refusées (401)",
  lent: "Très lent (5 s)",
  illisible: "Réponse illisible",
  coupure: "Connexion coupée",
};
/** AGG-3 */
export const ITEM_STATUSES = [
  { status: 0, label: "Tout va bien" },
  { status: -2, label: "Ajoutée, première lecture en cours" },
  { status: 402, label: "Identifiants refusés" },
  { status: 429, label: "Action attendue sur le site de la banque" },
  { status: 1003, label: "La banque ne répond pas" },
  { status: 1005, label: "Banque plus prise en charge" },
  { status: 1007, label: "Accès suspendu" },
  { status: 1010, label: "Authentification expirée" },
  { status: 1100, label: "Compte professionnel verrouillé" },
] as const;

/** The desk's one page. */
export function bankDeskPage({
  simulator,
  path,
  today,
  said,
}: {
  readonly simulator: BankSimulator;
  readonly path: string;
  readonly today: string;
  readonly said: Said | undefined;
}): string {
  const items = [...simulator.state.items.values()];
  const sections = items.map((item) => bankSection(simulator, item, path, today)).join("\n");
  return deskPage({
    title: "Banques simulées",
    intro: `Aucune de ces banques n’existe${NBSP}: cette page remplace ce qui arrive sur de vrais comptes. Le produit est prévenu de chaque changement, comme par Bridge.`,
    said,
    sections: `${sections || `<section><p>Aucune banque n’est connectée. Dans Bobine, ouvrez «${NBSP}Informations du compte${NBSP}», puis connectez une banque.</p></section>`}
${faultSection(simulator, path)}`,
  });
}

function bankSection(simulator: BankSimulator, item: SimulatedItem, path: string, today: string): string {
  const { state } = simulator;
  const own = `${path}/${item.id}`;
  const lines = state.linesOf(item.id);
  const shown = lines.toReversed().slice(0, SHOWN);
  const statuses = ITEM_STATUSES.map(({ status, label }) => ({
    value: String(status),
    label: `${status}, ${label}`,
  }));
  return `<section aria-labelledby="b${item.id}">
<h2 id="b${item.id}">${escapeHtml(state.users.get(item.user_uuid) ?? "")}</h2>
<p class="soft">${escapeHtml(DEMO_BANKS.find(({ id }) => id === item.provider_id)?.name ?? "")}, connexion ${item.id}, ${lines.length} opération${lines.length > 1 ? "s" : ""}</p>
<h3>Produire des opérations</h3>
<form class="row" method="post" action="${own}/operations">
<label>Date<br><input name="date" type="date" value="${today}" required></label>
<label>Libellé<br><input name="label" size="40" maxlength="500" value="VIR SEPA RECU /DE CINE /MOTIF F26000123" required></label>
<label>Montant (€)<br><input name="amount" size="10" inputmode="decimal" value="100,00" required></label>
<label>Fois<br><input name="times" type="number" min="1" max="1000" value="1" required></label>
<button class="first">Ajouter</button></form>
${deskButton(`${own}/reglements`, "Recevoir les règlements de factures ouvertes")}
<h3>État de la banque</h3>
<form class="row" method="post" action="${own}/etat"><label>État<br><select name="status">${deskOptions(statuses, String(item.status))}</select></label><button>Appliquer</button></form>
${deskButton(`${own}/fermer`, "Supprimer la connexion")}
<h3>Événements</h3>
${deskButton(`${own}/evenement`, "Envoyer un événement")} ${deskButton(`${own}/evenement-mal-signe`, "Envoyer un événement mal signé")} ${deskButton(`${path}/rejouer`, "Renvoyer le dernier")}
<h3>Dernières opérations</h3>
${shown.length === 0 ? "<p>Aucune opération.</p>" : `<div class="wide" tabindex="0" role="region" aria-label="Dernières opérations"><table><thead><tr><th scope="col">Date</th><th scope="col">Libellé</th><th scope="col" class="amount">Montant</th><th scope="col">Casser</th></tr></thead><tbody>${shown.map((line) => lineRow(line, own)).join("")}</tbody></table></div>`}
</section>`;
}

function lineRow(line: SimulatedTransaction, own: string): string {
  const amount = EUROS.format(line.amount / 100);
  const field = `<input type="hidden" name="line" value="${line.id}">`;
  return `<tr><td class="date">${frenchDate(civilDateSchema.parse(line.date))}</td><td${line.deleted ? ' class="gone"' : ""}>${escapeHtml(line.label)}</td><td class="amount">${amount}</td>
<td>${line.deleted ? "supprimée" : `${deskButton(`${own}/supprimer`, "Supprimer", field)} ${deskButton(`${own}/doubler`, "Doubler", field)}`}</td></tr>`;
}

function faultSection(simulator: BankSimulator, path: string): string {
  const { faults } = simulator;
  const list = faults
    .map(
      (fault) =>
        `<li>${escapeHtml("status" in fault ? `${fault.kind} ${fault.status}` : fault.kind)}${NBSP}: encore ${fault.times} appels</li>`,
    )
    .join("");
  const kinds = FAULTS.map((value) => ({ value, label: FAULT_LABELS[value] }));
  return `<section aria-labelledby="pannes"><h2 id="pannes">Pannes de l’agrégateur</h2>
<form class="row" method="post" action="${path}/panne"><label>Panne<br><select name="kind">${deskOptions(kinds, "503")}</select></label>
<label>Nombre d’appels<br><input name="times" type="number" min="1" max="1000" value="4" required></label><button>Casser</button></form>
${faults.length === 0 ? '<p class="soft">Aucune panne en cours.</p>' : `<ul>${list}</ul>`}
${deskButton(`${path}/reparer`, "Tout réparer")}</section>`;
}
