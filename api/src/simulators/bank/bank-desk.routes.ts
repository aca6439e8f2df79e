import { cents } from "@bobine/contract/money";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Said } from "../desk-page.ts";
import { answerInWords, type DeskAction, keyOfDesk, mountDesk } from "../mount-desk.ts";
import { bankDeskPage, FAULTS, ITEM_STATUSES } from "./bank-desk-page.ts";
import { type BankSimulator, eventContentOf } from "./bank-simulator.ts";
import { SIMULATOR_PAGES } from "./simulator-pages.ts";
import type { SimulatedItem } from "./simulator-state.ts";

const MAX_OPERATIONS = 1_000;

const operationForm = z.object({
  date: z.iso.date(),
  label: z.string().trim().min(1).max(500),
  amount: z
    .string()
    .trim()
    .transform((text) => text.replaceAll(/[\s\u00a0\u202f€]/g, "").replace(",", "."))
    .pipe(z.string().regex(/^-?\d{1,8}(\.\d{1,2})?$/))
    .transform((text) => cents(Math.round(Number(text) * 100)))
    .refine((amount) => amount !== 0),
  times: z.coerce.number().int().min(1).max(MAX_OPERATIONS),
});
const faultForm = z.object({ kind: z.enum(FAULTS), times: z.coerce.number().int().min(1).max(1_000) });
const statusForm = z.object({
  status: z.coerce.number().refine((status) => ITEM_STATUSES.some((one) => one.status === status)),
});
const lineForm = z.object({ line: z.coerce.number().int() });

/** The key of an installation's desk: the same after a restart, and nothing that is kept. */
export const deskKeyOf = (secretKey: string): string => keyOfDesk("bank", secretKey);

/** The address of the desk, for the terminal. */
export const deskPath = (key: string): string => `${SIMULATOR_PAGES}/pupitre/${key}`;

/**
 * The desk of the simulated banks: operations come, change and go, and everything breaks on purpose (AGG-6). Who has its
 * address may put money on any simulated account, so the address holds a key that the terminal shows at start; another is not found.
 */
export async function mountBankDesk(
  app: FastifyInstance,
  simulator: BankSimulator,
  { key, today }: { readonly key: string; readonly today: () => string },
): Promise<void> {
  const { state } = simulator;
  const path = deskPath(key);
  /** Some form of one bank. */
  const forItem: Record<string, (item: SimulatedItem, form: object) => Said | Promise<Said>> = {
    operations: (item, form) => {
      const { times, ...operation } = operationForm.parse(form);
      state.addOperations(
        item.id,
        Array.from({ length: times }, () => operation),
      );
      simulator.sendEvent("item.account.updated", item);
      return { text: times === 1 ? "Opération ajoutée." : `${times} opérations ajoutées.` };
    },
    reglements: async (item) => {
      const count = await simulator.produce(item);
      if (count > 0) simulator.sendEvent("item.account.updated", item);
      return { text: count === 0 ? "Rien de nouveau à recevoir." : `${count} opérations ajoutées.` };
    },
    supprimer: (item, form) =>
      changeLine(item, form, "Opération supprimée par la banque.", (id) =>
        state.change(id, { deleted: true }),
      ),
    doubler: (item, form) =>
      changeLine(item, form, "Opération transmise deux fois.", (id) => state.repeat(id)),
    etat: (item, form) => {
      const { status } = statusForm.parse(form);
      state.setStatus(item, status);
      simulator.sendEvent("item.refreshed", item);
      return { text: `État de la banque\u00a0: ${status}.` };
    },
    fermer: (item) => {
      state.deleteItem(item.id);
      simulator.sendEvent("item.deleted", item);
      return { text: "Connexion supprimée du côté de l’agrégateur." };
    },
    evenement: async (item) => ({
      text: `Événement signé\u00a0: ${answerInWords(await simulator.deliver("item.refreshed", eventContentOf(item)))}.`,
    }),
    "evenement-mal-signe": async (item) => ({
      text: `Événement mal signé\u00a0: ${answerInWords(await simulator.deliver("item.refreshed", eventContentOf(item), "un autre secret"))}.`,
    }),
  };
  const changeLine = (
    item: SimulatedItem,
    form: object,
    text: string,
    change: (id: number) => void,
  ): Said => {
    const { line } = lineForm.parse(form);
    if (!state.linesOf(item.id).some((one) => one.id === line))
      return { text: "Opération inconnue.", isError: true };
    change(line);
    simulator.sendEvent("item.account.updated", item);
    return { text };
  };
  /** Those of all banks together. */
  const forAll: Record<string, DeskAction> = {
    panne: (form) => {
      const { kind, times } = faultForm.parse(form);
      simulator.fail({ ...faultOf(kind), path: "", times });
      return { text: "Panne préparée." };
    },
    reparer: () => {
      simulator.repair();
      return { text: "Tout fonctionne de nouveau." };
    },
    rejouer: async () => {
      const status = await simulator.replay();
      return status === undefined
        ? { text: "Aucun événement n’a encore été envoyé.", isError: true }
        : { text: `Dernier événement renvoyé\u00a0: ${answerInWords(status)}.` };
    },
  };
  await mountDesk<SimulatedItem>(app, {
    path,
    page: (said) => bankDeskPage({ simulator, path, today: today(), said }),
    forAll,
    forOne: forItem,
    find: (id) => state.items.get(Number(id)),
    gone: "Cette banque n’est plus connectée.",
  });
}

function faultOf(kind: (typeof FAULTS)[number]) {
  switch (kind) {
    case "429":
      return { kind: "status", status: 429, retryAfter: 5 } as const;
    case "lent":
      return { kind: "slow", ms: 5_000 } as const;
    case "illisible":
      return { kind: "text", text: "<html>" } as const;
    case "coupure":
      return { kind: "hang up" } as const;
    default:
      return { kind: "status", status: Number(kind) } as const;
  }
}
