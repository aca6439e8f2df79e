import { remember } from "./remember.ts";

/** What is remembered of a session: for its life at most. */
interface OfSession {
  readonly sessionExpiresAt: string;
}

/** Nothing is remembered longer, should the news of a change be lost on its way. */
const LONGEST_MS = 60_000;
const MOST_IDENTITIES = 10_000;

/**
 * Remembers whom the sessions of the last minute belong to, so that a page of clicks asks for its user once. It only remembers
 * while it hears of changes: whoever opens it must call `forget` at each of them, and `close` when news no longer come in.
 */
export class IdentityCache<Identity extends OfSession> {
  #isOpen = false;
  /** Which news an answer of the database may have missed. */
  #generation = 0;
  readonly #known = new Map<string, { readonly identity: Identity; readonly until: number }>();

  open(): void {
    this.forget();
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
    this.forget();
  }

  forget(): void {
    this.#generation += 1;
    this.#known.clear();
  }

  /** @param now milliseconds of the service's clock */
  find(key: string, now: number): Identity | undefined {
    const found = this.#known.get(key);
    if (found && found.until > now && Date.parse(found.identity.sessionExpiresAt) > now)
      return found.identity;
    this.#known.delete(key);
    return undefined;
  }

  /**
   * Asks the database, and remembers what it says unless something changed meanwhile.
   * @param load undefined when nobody has this session
   */
  async load<Loaded extends { readonly identity: Identity | undefined }>(
    key: string,
    now: number,
    load: () => Promise<Loaded>,
  ): Promise<Loaded> {
    const generation = this.#generation;
    const loaded = await load();
    if (this.#isOpen && generation === this.#generation && loaded.identity)
      remember(this.#known, key, { identity: loaded.identity, until: now + LONGEST_MS }, MOST_IDENTITIES);
    return loaded;
  }
}
