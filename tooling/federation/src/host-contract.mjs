/**
 * Version of what host and remotes promise each other beyond the shared libraries: the door (`./remote` gives routes and
 * panels) and the context that the host gives to screens. A change that breaks older remotes raises the first number.
 */
export const HOST_CONTRACT = "1.0.0";

/** What a remote built from these sources asks of its host. */
export const ACCEPTED_CONTRACT = `^${HOST_CONTRACT}`;
