import { createHmac } from "node:crypto";
import { newId } from "./card-objects.ts";

/** Hands a signed event over. @returns the HTTP status */
export type Deliver = (body: string, signature: string) => Promise<number>;

/** Stripe goes on for three days; nobody waits that long for a simulator. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 30_000];

interface EventPlace {
  readonly webhookSecret: string;
  /** The provider's time. */
  readonly seconds: () => number;
  /** Events that nobody has taken yet. */
  readonly untold: Set<string>;
  readonly changed: () => void;
}

/** Events of the provider to the product: signed, in the order of what happened, and sent again until they are taken. */
export function cardEvents({ webhookSecret, seconds, untold, changed }: EventPlace) {
  const events: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let deliver: Deliver | undefined;

  const sign = (body: string, secret = webhookSecret): string => {
    const at = seconds();
    return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  };
  const send = async (body: string, attempt: number): Promise<void> => {
    const status = deliver ? await deliver(body, sign(body)).catch(() => 0) : 0;
    if (status >= 200 && status < 300) {
      untold.delete(body);
      changed();
      return;
    }
    const delay = RETRY_DELAYS_MS[attempt];
    // Told at the next start.
    if (delay === undefined || !deliver) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send(body, attempt + 1);
    }, delay).unref();
    timers.add(timer);
  };
  const emit = (type: string, object: Record<string, unknown>): void => {
    const body = JSON.stringify({
      id: newId("evt"),
      object: "event",
      type,
      created: seconds(),
      livemode: false,
      data: { object },
    });
    events.push(body);
    untold.add(body);
    changed();
    if (deliver) void send(body, 0);
  };
  const handOver = async (body: string, signature: string): Promise<number> =>
    deliver ? await deliver(body, signature).catch(() => 0) : 0;

  return {
    events,
    emit,
    sign: (body: string): string => sign(body),
    replay: async (): Promise<number | undefined> => {
      const last = events.at(-1);
      return last === undefined ? undefined : await handOver(last, sign(last));
    },
    forge: async (): Promise<number | undefined> => {
      const last = events.at(-1);
      if (last === undefined) return undefined;
      const forged = JSON.stringify({ ...(JSON.parse(last) as object), id: newId("evt") });
      return await handOver(forged, sign(forged, "whsec_of_somebody_else"));
    },
    deliverTo: (to: Deliver): void => {
      deliver = to;
      for (const body of untold) void send(body, 0);
    },
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      deliver = undefined;
    },
  };
}
