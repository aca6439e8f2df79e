import { expect, test } from "vitest";
import type { AuditActionType } from "../calls/audit.contract.ts";
import { auditName } from "./audit-labels.ts";

test.each<[string, AuditActionType, Record<string, unknown>, string]>([
  ["what was done about somebody", "updated_user", { action: "Invitation envoyée" }, "Invitation envoyée"],
  [
    "their type, where nothing says more",
    "updated_user",
    { changed_fields: ["email"] },
    "Utilisateur modifié",
  ],
  ["what an operator did with a job", "system_action", { action: "retry" }, "Action système"],
  [
    "the step of a subscription that somebody took",
    "other",
    { plan_name: "Essentiel", comment: "Résiliation demandée" },
    "Résiliation demandée",
  ],
  [
    "the step of a subscription that the card provider told",
    "system_action",
    { plan_name: "Essentiel", comment: "Abonnement souscrit" },
    "Abonnement souscrit",
  ],
  [
    "what was decided about a build",
    "other",
    { remote: "mfe-finance", decision: "Mise en service" },
    "Mise en service",
  ],
  [
    "what the product decided about a build",
    "system_action",
    { remote: "mfe-finance", decision: "Retour en arrière automatique" },
    "Retour en arrière automatique",
  ],
  [
    "what a cinema was more than changed",
    "updated_cinema",
    { cinema_name: "Le Rex", comment: "Cinéma supprimé" },
    "Cinéma supprimé",
  ],
  [
    "the import of cinemas that they sum up",
    "updated_cinema",
    { file_name: "cinemas.xlsx", created: 2, updated: 0, errors: 0 },
    "Cinémas importés",
  ],
  [
    "their type, where a cinema was changed",
    "updated_cinema",
    { cinema_name: "Le Rex", comment: "Salle proposée par un rapport, refusée" },
    "Cinéma modifié",
  ],
  ["no words that somebody wrote", "other", { comment: "Convenu au téléphone" }, "Autre"],
])("entries of the audit log are called by %s (TXT-4)", (_what, type, details, name) => {
  expect(auditName(type, details)).toBe(name);
});
