import type { FastifyInstance, FastifyReply } from "fastify";
import { readRawBodies } from "../../http/raw-body.ts";
import { type SimulatedBill, type SimulatedCheckout, successAddress } from "./card-objects.ts";
import type { CardSimulator } from "./card-simulator.ts";
import {
  billPage,
  billPdf,
  cardPage,
  type CardPageNotice,
  cardPageOver,
  newCardPage,
} from "./card-simulator-page.ts";

export const SIMULATED_CARD_PATH = "/simulateur/carte";

/**
 * The simulator's payment page, under the product's own address so that one port serves all. The address holds the checkout's
 * random id: who knows it may pay, as with the real provider.
 */
export async function mountCardSimulator(app: FastifyInstance, simulator: CardSimulator): Promise<void> {
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply.status(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
  const page = (reply: FastifyReply, id: string, notice?: CardPageNotice) => {
    const checkout = simulator.find(id);
    return checkout?.status === "open"
      ? send(reply, 200, cardPage(checkout, `${SIMULATED_CARD_PATH}/${id}`, notice))
      : send(reply, checkout ? 410 : 404, cardPageOver(backFrom(checkout)));
  };

  const billOf = (id: string): SimulatedBill | undefined =>
    [...simulator.subscriptions.values()].flatMap(({ bills }) => bills).find((bill) => bill.id === id);
  const gone = (reply: FastifyReply) => send(reply, 404, cardPageOver(undefined));
  const showBill = (reply: FastifyReply, bill: SimulatedBill | undefined) =>
    bill ? send(reply, 200, billPage(bill, `${SIMULATED_CARD_PATH}/facture/${bill.id}`)) : gone(reply);

  await app.register(async (pages) => {
    readRawBodies(pages);
    const config = { withoutCsrf: true };
    pages.get<{ Params: { id: string } }>(`${SIMULATED_CARD_PATH}/facture/:id`, async ({ params }, reply) =>
      showBill(reply, billOf(params.id)),
    );
    pages.get<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/facture/:id/pdf`,
      async ({ params }, reply) => {
        const bill = billOf(params.id);
        return bill ? reply.type("application/pdf").send(billPdf(bill)) : gone(reply);
      },
    );
    pages.post<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/facture/:id/payer`,
      { config },
      async ({ params }, reply) => {
        simulator.payBill(params.id);
        return showBill(reply, billOf(params.id));
      },
    );
    pages.get<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/moyen-de-paiement/:id`,
      async ({ params }, reply) => {
        const asked = simulator.cardPages.get(params.id);
        const path = `${SIMULATED_CARD_PATH}/moyen-de-paiement/${params.id}`;
        return asked ? send(reply, 200, newCardPage(path, asked.returnUrl)) : gone(reply);
      },
    );
    pages.post<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/moyen-de-paiement/:id/enregistrer`,
      { config },
      async ({ params }, reply) => {
        const next = simulator.giveCard(params.id);
        return next === undefined ? gone(reply) : reply.redirect(next, 303);
      },
    );
    pages.get<{ Params: { id: string } }>(`${SIMULATED_CARD_PATH}/:id`, async ({ params }, reply) =>
      page(reply, params.id),
    );
    pages.post<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/:id/payer`,
      { config },
      async ({ params }, reply) => {
        // A second click on « Payer » ends where the first one does.
        const next = simulator.pay(params.id) ?? paidAddress(simulator.find(params.id));
        return next === undefined ? page(reply, params.id) : reply.redirect(next, 303);
      },
    );
    pages.post<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/:id/refuser`,
      { config },
      async ({ params }, reply) => page(reply, params.id, "refused"),
    );
    pages.post<{ Params: { id: string } }>(
      `${SIMULATED_CARD_PATH}/:id/annuler`,
      { config },
      async ({ params }, reply) => {
        const checkout = simulator.find(params.id);
        return checkout?.status === "open" ? reply.redirect(checkout.cancelUrl, 303) : page(reply, params.id);
      },
    );
  });
}

const paidAddress = (checkout: SimulatedCheckout | undefined): string | undefined =>
  checkout?.status === "complete" ? successAddress(checkout) : undefined;

/** Where a page that is over leads: what was paid is not called abandoned. */
const backFrom = (checkout: SimulatedCheckout | undefined): string | undefined =>
  paidAddress(checkout) ?? checkout?.cancelUrl;
