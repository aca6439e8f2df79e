import { type ResourceLimits, Worker } from "node:worker_threads";

/**
 * Runs one computation in a thread of its own, so that the event loop goes on serving. The worker posts one message, its
 * answer; `signal` ends it.
 * @param input cloned for the worker, save what is in `transfer`, which moves to it
 * @throws what the worker throws
 */
export async function runInWorker<Answer>(
  file: URL,
  input: unknown,
  options: {
    readonly transfer?: ArrayBuffer[];
    readonly signal?: AbortSignal | undefined;
    readonly heap?: ResourceLimits;
  } = {},
): Promise<Answer> {
  options.signal?.throwIfAborted();
  const worker = new Worker(file, {
    workerData: input,
    transferList: options.transfer ?? [],
    ...(options.heap ? { resourceLimits: options.heap } : {}),
  });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const giveUp = (): void => reject(options.signal?.reason as Error);
      options.signal?.addEventListener("abort", giveUp, { once: true });
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`a worker ended without an answer (${code})`)));
    });
  } finally {
    await worker.terminate();
  }
}
