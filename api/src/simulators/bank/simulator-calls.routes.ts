import { cents } from "@bobine/contract/money";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { refuse } from "./guarded-calls.ts";
import type { SimulatorState } from "./simulator-state.ts";

const operationSchema = z.object({
  date: z.iso.date(),
  label: z.string().max(500),
  amount_cents: z.number().int(),
  future: z.boolean().optional(),
});

/** The simulator's own calls, which Bridge does not have: new operations, the state of a bank, the time. */
export function mountSimulatorCalls(
  app: FastifyInstance,
  state: SimulatorState,
  setClock: (now: string) => void,
): void {
  app.post("/_sim/transactions", async (request) => {
    const { item_id, operations } = z
      .object({ item_id: z.number(), operations: z.array(operationSchema) })
      .parse(request.body);
    const lines = operations.map(({ amount_cents, future, ...rest }) => ({
      ...rest,
      amount: cents(amount_cents),
      future: future ?? false,
    }));
    return { ids: state.addOperations(item_id, lines).map((line) => line.id) };
  });
  app.post("/_sim/items/:id/status", async (request, reply) => {
    const item = state.items.get(Number((request.params as { id: string }).id));
    if (!item) return refuse(reply, 404, "Unknown item");
    state.setStatus(item, z.object({ status: z.number().int() }).parse(request.body).status);
    return {};
  });
  app.post("/_sim/clock", async (request) => {
    const { now } = z.object({ now: z.iso.datetime() }).parse(request.body);
    setClock(now);
    return { now: state.now().toISOString() };
  });
}
