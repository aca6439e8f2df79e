import { createHash } from "node:crypto";
import type { ExportFormat } from "@bobine/contract/exports";
import type { Tx } from "../../db/scope.ts";
import { lotsRepository } from "./lots.repository.ts";

const PART_BYTES = 256 * 1024;

/**
 * A file of a lot while it is made. Its bytes are what is kept, and not what would make them again: no later change of a format can
 * change a file that was handed over.
 */
export class LotFile {
  readonly #tx: Tx;
  readonly #file: { readonly distributorId: number; readonly lotId: number; readonly format: ExportFormat };
  readonly #hash = createHash("sha256");
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #size = 0;
  #parts = 0;

  constructor(tx: Tx, file: { distributorId: number; lotId: number; format: ExportFormat }) {
    [this.#tx, this.#file] = [tx, file];
  }

  /** @param blocks the header first, which a file has once however often it is added to */
  async addTable([header = "", ...blocks]: Iterable<string | Buffer>): Promise<void> {
    if (this.#size === 0) await this.#add(header);
    for (const block of blocks) await this.#add(block);
  }

  async #add(block: string | Buffer): Promise<void> {
    const bytes = typeof block === "string" ? Buffer.from(block) : block;
    this.#hash.update(bytes);
    this.#size += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PART_BYTES) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await lotsRepository.insertFile(this.#tx, this.#file, this.#size, this.#hash.digest());
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    await lotsRepository.insertPart(this.#tx, this.#file, this.#parts, bytes);
    this.#parts += 1;
  }
}
