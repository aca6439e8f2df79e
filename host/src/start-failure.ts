/*
 * What shows when the page cannot start, with the browser's own elements: no library has come, or none may run.
 */

interface StartFailure {
  /** One paragraph each. */
  readonly text: readonly string[];
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
}

const TEXTS = {
  title: "Bobine n’a pas pu démarrer",
  offline: "Vérifiez votre connexion, puis rechargez la page.",
  blocked:
    "Votre navigateur bloque les cookies ou les données de ce site. Bobine en a besoin pour vous garder connecté.",
  /** @param site as the settings of a browser name it */
  allow: (site: string): string =>
    `Dans les réglages de confidentialité de votre navigateur, autorisez les cookies et les données de site pour ${site}, puis rechargez la page.`,
  reload: "Recharger",
  reset: "Réinitialiser",
} as const;

type Browser = Pick<Window, "localStorage" | "sessionStorage"> & {
  readonly navigator: Pick<Navigator, "cookieEnabled">;
};

const PROBE = "bobine.probe";

/** Whether the browser keeps nothing for this site: a session could neither be opened nor read. */
export function isStorageBlocked(browser: Browser): boolean {
  try {
    // Where the data of a site are blocked, naming a storage throws already.
    return (
      !browser.navigator.cookieEnabled ||
      [browser.localStorage, browser.sessionStorage].some((storage) => isReadOnly(storage))
    );
  } catch {
    return true;
  }
}

/** One that is full refuses to write too, but has something in it. */
function isReadOnly(storage: Storage): boolean {
  try {
    storage.setItem(PROBE, "1");
    storage.removeItem(PROBE);
    return false;
  } catch {
    return storage.length === 0;
  }
}

const reload = { label: TEXTS.reload, run: () => window.location.reload() };

export const showStorageBlocked = (): void =>
  show({ text: [TEXTS.blocked, TEXTS.allow(window.location.host)], actions: [reload] });

/** @param reset takes a developer's modules out again, where there are some */
export const showNotLoaded = (reset: (() => void) | undefined): void =>
  show({
    text: [TEXTS.offline],
    actions: [reload, ...(reset ? [{ label: TEXTS.reset, run: reset }] : [])],
  });

function show({ text, actions }: StartFailure): void {
  const card = element("main");
  card.setAttribute("role", "alert");
  card.style.cssText =
    "max-width:32rem;margin:12vh auto 0;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere";
  const title = element("h1", TEXTS.title);
  title.style.cssText = "margin:0 0 .75rem;font-size:1.25rem;line-height:1.3";
  const buttons = actions.map(({ label, run }) => {
    const button = element("button", label);
    button.style.cssText = "margin:.5rem .5rem 0 0;padding:.5rem 1rem;font:inherit;cursor:pointer";
    button.addEventListener("click", run);
    return button;
  });
  card.append(title, ...text.map((paragraph) => element("p", paragraph)), ...buttons);
  document.title = TEXTS.title;
  document.getElementById("root")?.replaceChildren(card);
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text = ""): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
