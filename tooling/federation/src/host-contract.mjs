/**
 * Version of what host and remotes promise each other beyond the shared libraries: the exposed module (`./remote` gives routes and
 * panels), the context that the host gives to screens, and the federation runtime that it lends. A change that breaks older
 * remotes raises the first number (docs/decisions/0009), one that only newer remotes need the second: while our libraries are of
 * version 0, their own numbers cannot say so.
 * 2: remotes borrow all of their federation runtime (lending-runtime.mjs); one of contract 1 brings parts of its own, which
 * want what the host no longer carries.
 * 2.1: shared-ui tells failures (`notifyFailure`) and pages that are gone, shared-auth finds which record was being edited.
 * 2.2: shared-auth sends an action once (`useAction`) and says what could not be loaded (`loadFailure`), shared-ui marks what is linked.
 * 2.3: a screen of a remote holds a part of another (`Panel` of shared-ui).
 * 2.4: shared-auth keeps answers under the path of their call (`routeQuery`) and reads again what a call invalidates.
 * 3: remotes run on the core of the official federation runtime (lend-runtime-core.mjs); what 2 lent is gone.
 * 3.1: shared-auth says what the role of who is signed in lets them do (`useMay`, `Allowed`).
 * 4: of Mantine, what only screens use is lent under a name of its own (`@mantine/core/screens`).
 * 4.2 (4.1 was never released): shared-auth reads anew who is signed in (`readUserAnew`), and says whether a second factor is missing; `Combobox`, of which `Select` is made, is in the
 * first load.
 * 4.3: shared-auth says how old lists that were read from a standby may be (`useDataAge`) and whether a call was refused or its answer lost (`isRefusal`), and `DataTable` draws rows behind the letters of a search
 * (`followsTyping`); `Dialog` may be a panel along the right edge. A draft comes back on what is saved by then (not one whose `DraftKind` says `isWhole`),
 * and is forgotten for the distributor that it was written for (`dropDraft`); its `DraftKind` may `merge` a field that somebody else has changed, too.
 */
export const HOST_CONTRACT = "4.3.0";

/** What a remote built from these sources asks of its host. */
export const ACCEPTED_CONTRACT = `^${HOST_CONTRACT}`;
