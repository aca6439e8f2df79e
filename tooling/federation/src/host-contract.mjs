/**
 * Version of what host and remotes promise each other beyond the shared libraries: the door (`./remote` gives routes and
 * panels), the context that the host gives to screens, and the federation runtime that it lends. A change that breaks older
 * remotes raises the first number (docs/decisions/0009).
 * 2: remotes borrow all of their federation runtime (lending-runtime.mjs); one of contract 1 brings parts of its own, which
 * want what the host no longer carries.
 */
export const HOST_CONTRACT = "2.0.0";

/** What a remote built from these sources asks of its host. */
export const ACCEPTED_CONTRACT = `^${HOST_CONTRACT}`;
