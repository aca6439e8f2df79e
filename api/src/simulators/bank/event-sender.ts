import { createHmac, randomUUID } from "node:crypto";

const DELIVERIES = 4;

interface EventPlace {
  readonly now: () => Date;
  /** Where events go; null keeps them. */
  readonly address: () => string | null;
  /** What signs them, unless an event says another. */
  readonly secret: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** Events of the aggregator to the product, signed, and sent again until they are taken. */
export function eventSender(place: EventPlace) {
  let lastEvent: { readonly body: string; readonly signature: string } | undefined;
  const post = async (body: string, signature: string): Promise<number> => {
    const address = place.address();
    if (address === null) return 0;
    return await fetch(address, {
      method: "POST",
      body,
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
      headers: {
        "content-type": "application/json",
        "bridgeapi-signature": signature,
        // A connection that waits for more would keep the product from ending.
        connection: "close",
      },
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
  };
  return {
    deliver: async (type: string, content: object, secret = place.secret): Promise<number> => {
      if (place.address() === null) return 0;
      const body = JSON.stringify({ content, timestamp: place.now().getTime(), type, id: randomUUID() });
      const signature = signatureOf(secret, body);
      lastEvent = { body, signature };
      let status = 0;
      for (let attempt = 0; attempt < DELIVERIES && (status < 200 || status >= 300); attempt += 1) {
        // A refusal stays one.
        if (status === 401) break;
        if (attempt > 0) await place.sleep(1_000 * attempt);
        status = await post(body, signature);
      }
      return status;
    },
    replay: async (): Promise<number | undefined> =>
      lastEvent && (await post(lastEvent.body, lastEvent.signature)),
  };
}

/** As Bridge signs: upper-case hexadecimal digits after the scheme. */
const signatureOf = (secret: string, body: string): string =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex").toUpperCase()}`;
