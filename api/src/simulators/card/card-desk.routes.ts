import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { answerInWords, keyOfDesk, mountDesk } from "../mount-desk.ts";
import { cardDeskPage } from "./card-desk-page.ts";
import type { SimulatedSubscription } from "./card-objects.ts";
import { type CardSimulator, TROUBLES } from "./card-simulator.ts";
import { SIMULATED_CARD_PATH } from "./card-simulator.routes.ts";

const troubleForm = z.object({ kind: z.enum(["aucune", ...TROUBLES]) });
const RENEWED = {
  paid: "Paiement accepté.",
  refused: "Paiement refusé.",
  ended: "L’abonnement est arrivé à son terme.",
} as const;
const OVER = { text: "Cet abonnement est terminé.", isError: true };

/** The address of the desk, for the terminal. */
export const cardDeskPath = (secretKey: string): string =>
  `${SIMULATED_CARD_PATH}/pupitre/${keyOfDesk("card", secretKey)}`;

/**
 * The desk of the simulated card provider: periods end and are paid or refused, subscriptions are cancelled, events come again or
 * forged, and the provider itself fails (SUB-1).
 */
export async function mountCardDesk(
  app: FastifyInstance,
  simulator: CardSimulator,
  secretKey: string,
): Promise<void> {
  const path = cardDeskPath(secretKey);
  const sent = (what: string, status: number | undefined) =>
    status === undefined
      ? { text: "Aucun événement n’a encore été envoyé.", isError: true }
      : { text: `${what}\u00a0: ${answerInWords(status)}.` };
  const unlessOver = (one: SimulatedSubscription, text: string, work: (id: string) => void) => {
    if (one.status === "canceled") return OVER;
    work(one.id);
    return { text };
  };
  await mountDesk<SimulatedSubscription>(app, {
    path,
    page: (said) => cardDeskPage(simulator, path, said),
    forAll: {
      rejouer: async () => sent("Dernier événement renvoyé", await simulator.replay()),
      "evenement-mal-signe": async () => sent("Événement mal signé", await simulator.forge()),
      panne: (form) => {
        const { kind } = troubleForm.parse(form);
        simulator.trouble = kind === "aucune" ? undefined : kind;
        return { text: kind === "aucune" ? "Tout fonctionne de nouveau." : "Panne en cours." };
      },
    },
    forOne: {
      renouveler: (one) => {
        const result = simulator.renew(one.id);
        return result === undefined ? OVER : { text: RENEWED[result] };
      },
      refuser: (one) =>
        unlessOver(one, "Le prochain paiement sera refusé.", (id) => simulator.refuseNext(id, true)),
      accepter: (one) =>
        unlessOver(one, "Le prochain paiement sera accepté.", (id) => simulator.refuseNext(id, false)),
      resilier: (one) =>
        unlessOver(one, "Résiliation demandée pour la fin de la période.", (id) =>
          simulator.cancelAtEnd(id, true),
        ),
      reprendre: (one) => unlessOver(one, "L’abonnement continue.", (id) => simulator.cancelAtEnd(id, false)),
      annuler: (one) => unlessOver(one, "Abonnement annulé.", (id) => simulator.cancel(id)),
    },
    find: (id) => simulator.subscriptions.get(id),
    gone: "Cet abonnement n’existe pas.",
  });
}
