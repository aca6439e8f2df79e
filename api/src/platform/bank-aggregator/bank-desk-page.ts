import { civilDateSchema, frenchDate } from "@bobine/contract/civil-date";
import { escapeHtml } from "../../escape-html.ts";
import type { BankSimulator } from "./bank-simulator.ts";
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
  lent: "Très lent (15 s)",
  illisible: "Réponse illisible",
  coupure: "Connexion coupée",
};
/** DOMAIN §5.2 */
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

const STYLE = `:root{color-scheme:light dark;--line:#d5dae1;--field:#7b8794;--ground:#f6f7f9;--sheet:#fff;--ink:#1f2933;--soft:#52606d}
@media (prefers-color-scheme:dark){:root{--line:#3a424c;--field:#7b8794;--ground:#16191d;--sheet:#20252b;--ink:#e6e9ed;--soft:#a9b4c0}}
body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--ground)}
section{background:var(--sheet);border:1px solid var(--line);border-radius:.5rem;padding:1.25rem;margin:1rem 0}
h1{font-size:1.375rem}h2{font-size:1.125rem;margin:0 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .5rem}
.soft{color:var(--soft)}.said{border-left:4px solid #1d7a4a}.error{border-left:4px solid #b42318}
form.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}form.inline{display:inline}
label{display:block;max-width:100%;font-size:.875rem}input,select{font:inherit;max-width:100%;box-sizing:border-box;min-height:2.25rem;padding:.25rem .5rem;border:1px solid var(--field);border-radius:.25rem;background:var(--sheet);color:inherit}
button{font:inherit;min-height:2.25rem;padding:.25rem .75rem;border:1px solid var(--field);border-radius:.25rem;background:transparent;color:inherit;cursor:pointer}
button.first{border-color:#1d4ed8;background:#1d4ed8;color:#fff}
:focus-visible{outline:3px solid #7fb6c8;outline-offset:2px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);text-align:left}
.amount{padding-left:.75rem;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.date{white-space:nowrap}.gone{text-decoration:line-through}`;

/** The desk's one page: no script, so the product's content policy holds for it too. */
export function bankDeskPage({
  simulator,
  path,
  today,
  said,
}: {
  readonly simulator: BankSimulator;
  readonly path: string;
  readonly today: string;
  readonly said?: { readonly text: string; readonly isError?: boolean } | undefined;
}): string {
  const items = [...simulator.state.items.values()];
  const sections = items.map((item) => bankSection(simulator, item, path, today)).join("\n");
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Banques simulées</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main>
<h1>Banques simulées</h1>
<p class="soft">Aucune de ces banques n’existe${NBSP}: cette page remplace ce qui arrive sur de vrais comptes. Le produit est prévenu de chaque changement, comme par Bridge.</p>
${said ? `<section class="${said.isError ? "error" : "said"}" role="${said.isError ? "alert" : "status"}">${escapeHtml(said.text)}</section>` : ""}
${sections || `<section><p>Aucune banque n’est connectée. Dans Bobine, ouvrez «${NBSP}Informations du compte${NBSP}», puis connectez une banque.</p></section>`}
${faultSection(simulator, path)}
</main></body></html>`;
}

const button = (action: string, label: string, fields = ""): string =>
  `<form class="inline" method="post" action="${escapeHtml(action)}">${fields}<button>${label}</button></form>`;
const options = (
  list: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): string =>
  list
    .map(
      ({ value, label }) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(label)}</option>`,
    )
    .join("");

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
<p class="soft">Connexion ${item.id}, ${lines.length} opération${lines.length > 1 ? "s" : ""}</p>
<h3>Produire des opérations</h3>
<form class="row" method="post" action="${own}/operations">
<label>Date<br><input name="date" type="date" value="${today}" required></label>
<label>Libellé<br><input name="label" size="40" maxlength="500" value="VIR SEPA RECU /DE CINE /MOTIF F26000123" required></label>
<label>Montant (€)<br><input name="amount" size="10" inputmode="decimal" value="100,00" required></label>
<label>Fois<br><input name="times" type="number" min="1" max="1000" value="1" required></label>
<button class="first">Ajouter</button></form>
${button(`${own}/reglements`, "Recevoir les règlements de factures ouvertes")}
<h3>État de la banque</h3>
<form class="row" method="post" action="${own}/etat"><label>État<br><select name="status">${options(statuses, String(item.status))}</select></label><button>Appliquer</button></form>
${button(`${own}/fermer`, "Supprimer la connexion")}
<h3>Événements</h3>
${button(`${own}/evenement`, "Envoyer un événement")} ${button(`${own}/evenement-mal-signe`, "Envoyer un événement mal signé")} ${button(`${path}/rejouer`, "Renvoyer le dernier")}
<h3>Dernières opérations</h3>
${shown.length === 0 ? "<p>Aucune opération.</p>" : `<div class="wide" tabindex="0" role="region" aria-label="Dernières opérations"><table><thead><tr><th scope="col">Date</th><th scope="col">Libellé</th><th scope="col" class="amount">Montant</th><th scope="col">Casser</th></tr></thead><tbody>${shown.map((line) => lineRow(line, own)).join("")}</tbody></table></div>`}
</section>`;
}

function lineRow(line: SimulatedTransaction, own: string): string {
  const amount = EUROS.format(line.amount / 100);
  const field = `<input type="hidden" name="line" value="${line.id}">`;
  return `<tr><td class="date">${frenchDate(civilDateSchema.parse(line.date))}</td><td${line.deleted ? ' class="gone"' : ""}>${escapeHtml(line.label)}</td><td class="amount">${amount}</td>
<td>${line.deleted ? "supprimée" : `${button(`${own}/supprimer`, "Supprimer", field)} ${button(`${own}/doubler`, "Doubler", field)}`}</td></tr>`;
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
<form class="row" method="post" action="${path}/panne"><label>Panne<br><select name="kind">${options(kinds, "503")}</select></label>
<label>Nombre d’appels<br><input name="times" type="number" min="1" max="1000" value="4" required></label><button>Casser</button></form>
${faults.length === 0 ? '<p class="soft">Aucune panne en cours.</p>' : `<ul>${list}</ul>`}
${button(`${path}/reparer`, "Tout réparer")}</section>`;
}
