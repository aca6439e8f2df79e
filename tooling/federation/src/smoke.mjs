// Opens the pages of a build that is about to go live in a browser, among all that is live (FED-29).
import { existsSync } from "node:fs";
import { startBrowser } from "./headless-browser.mjs";
import { stubAnswers } from "./standalone-stubs.mjs";

const PAGE_MS = 20_000;
const LOOK_MS = 150;
/** What fails a moment after the title is there. */
const REST_MS = 500;
/** TXT-6: what the host draws where a build has no page. */
const NO_PAGE = "Page introuvable";
/** Nothing like it is ever mailed or given to anybody. */
const PERSON = {
  firstName: "Essai",
  lastName: "Automatique",
  company: "Essai",
  email: "essai@bobine.example",
  system_role: "super_admin",
};

/**
 * @typedef {{ is: "opened", pages: number } | { is: "no-browser" } | { is: "no-product", why: string }
 *   | { is: "failed", page: string, why: string }} Smoke
 */

/**
 * Opens each page of a published build as the product would give it if the build were live. The API is answered from the contract: nothing
 * is read or changed, and nobody has to sign in.
 * @param {{ url: string, name: string, build: string, browser: string | undefined }} asked `url` of a running product, `browser` a Chromium
 * @returns {Promise<Smoke>}
 */
export async function smokeTest({ url, name, build, browser: program }) {
  if (!program || !existsSync(program) || typeof WebSocket === "undefined") return { is: "no-browser" };
  let page;
  try {
    page = await pageWith(url, name, build);
  } catch (error) {
    return { is: "no-product", why: error.cause?.message ?? error.message };
  }
  const answers = await stubAnswers();
  const { tab, stop } = await startBrowser(program);
  try {
    const failures = await prepare(tab, { url, name, page, answers });
    return await openPages(tab, { url, addresses: page.addresses, failures });
  } finally {
    await stop();
  }
}

/**
 * @typedef {object} Address
 * @property {string} path
 * @property {boolean} mayLackPage a route that goes on with anything (`/parc/*`) may have no page where it begins
 */

/**
 * What a build says it draws, and where its menu entries lead.
 * @param {{ routes: readonly string[], nav: readonly { path: string }[] }} build
 * @param {string} kind the report kind of the product
 * @returns {Address[]}
 */
export function addressesOf({ routes, nav }, kind) {
  const named = (text) => text.replaceAll("{boxOfficeKind}", kind).replaceAll(/:[A-Za-z_]+\??/g, "1");
  const drawn = [...routes.filter((route) => !route.endsWith("*")), ...nav.map(({ path }) => path)].map(
    named,
  );
  const begun = routes
    .filter((route) => route.endsWith("*"))
    .map((route) => named(route.replace(/\/?\*$/, "")) || "/");
  return [
    ...[...new Set(drawn)].map((path) => ({ path, mayLackPage: false })),
    ...[...new Set(begun)]
      .filter((path) => !drawn.includes(path))
      .map((path) => ({ path, mayLackPage: true })),
  ];
}

/** The page of the product with the build in the place of what is live, and the addresses that it draws. */
async function pageWith(url, name, build) {
  const get = async (path, accept) => {
    const answer = await fetch(new URL(path, url), {
      headers: { accept },
      signal: AbortSignal.timeout(PAGE_MS),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  };
  const baseUrl = `/r/${name}/${build}/`;
  const candidate = await (await get(`${baseUrl}remote.json`, "application/json")).json();
  const answer = await get("/", "text/html");
  const deployedAt = new Date(0).toISOString();
  let kind = "cnc";
  const html = (await answer.text())
    .replace(
      /(<script type="application\/json" id="registry">)([^]*?)(<\/script>)/,
      (_all, open, json, close) => {
        const registry = JSON.parse(json);
        kind = registry.settings.boxOfficeKind;
        const others = registry.remotes.filter((remote) => remote.name !== name);
        // Without a build before, a failure shows. Of the names that it takes, a page is told those that its host lacks: the gate has compared them.
        const remotes = [
          ...others,
          { ...candidate, uses: {}, baseUrl, deployedAt, previous: null, canary: null },
        ];
        return `${open}${JSON.stringify({ ...registry, id: "smoke", remotes }).replaceAll("<", "\\u003c")}${close}`;
      },
    )
    .replaceAll(/<link rel="preload"[^>]* href="\/r\/[^>]*>/g, "");
  const headers = [...answer.headers].filter(
    ([header]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(header),
  );
  return { html, headers, addresses: addressesOf(candidate, kind) };
}

/** @returns where the page will say what fails of the remote; another one is not to be blamed on it */
async function prepare(tab, { url, name, page, answers }) {
  const failures = [];
  const { origin } = new URL(url);
  tab.on("Fetch.requestPaused", ({ requestId, request, resourceType }) => {
    const asked = new URL(request.url);
    const given = answerOf(asked, request.method, resourceType);
    const done = given
      ? tab.ask("Fetch.fulfillRequest", {
          requestId,
          responseCode: given.status,
          responseHeaders: given.headers.map(([name, value]) => ({ name, value })),
          body: Buffer.from(given.body).toString("base64"),
        })
      : tab.ask("Fetch.continueRequest", { requestId });
    done.catch(() => undefined);
  });
  function answerOf(asked, method, type) {
    if (asked.origin !== origin) return undefined;
    if (type === "Document") return { status: 200, headers: page.headers, body: page.html };
    const found = answers(method, asked);
    if (!found) return undefined;
    const headers = [["content-type", "application/json; charset=utf-8"]];
    return {
      status: found.status,
      headers,
      body: found.body === undefined ? "" : JSON.stringify(found.body),
    };
  }
  tab.on("Runtime.bindingCalled", ({ payload }) => {
    const failure = JSON.parse(payload);
    if (failure.remote === name) failures.push(failure);
  });
  await tab.ask("Page.enable");
  await tab.ask("Runtime.enable");
  await tab.ask("Runtime.addBinding", { name: "bobineSmoke" });
  await tab.ask("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*` }] });
  const kept = { user: JSON.stringify(PERSON), token: "smoke", refreshToken: "smoke" };
  await tab.ask("Page.addScriptToEvaluateOnNewDocument", {
    source: `
      for (const [name, value] of Object.entries(${JSON.stringify(kept)})) localStorage.setItem(name, value);
      sessionStorage.setItem("selectedDistributorId", "1");
      document.cookie = "csrftoken=smoke; path=/";
      addEventListener("bobine:remote-failure", ({ detail }) =>
        bobineSmoke(JSON.stringify({ remote: detail.remote, kind: detail.kind, url: detail.url, detail: detail.detail, reasons: detail.reasons })));`,
  });
  return failures;
}

/**
 * @param {import("./headless-browser.mjs").Tab} tab
 * @param {{ url: string, addresses: readonly Address[], failures: object[] }} asked `failures` has what the page says of the remote
 * @returns {Promise<Smoke>}
 */
export async function openPages(tab, { url, addresses, failures }) {
  let pages = 0;
  for (const { path, mayLackPage } of addresses) {
    const { why, title } = await openPage(tab, new URL(path, url).href, failures);
    if (why !== undefined) return { is: "failed", page: path, why };
    if (title !== NO_PAGE) pages += 1;
    else if (!mayLackPage)
      return { is: "failed", page: path, why: "no page of the build is at this address" };
  }
  return { is: "opened", pages };
}

/** @returns the title of the page; why it is not there, when it is not */
async function openPage(tab, address, failures) {
  failures.length = 0;
  await tab.ask("Page.navigate", { url: address });
  const until = Date.now() + PAGE_MS;
  while (Date.now() < until) {
    await new Promise((next) => setTimeout(next, LOOK_MS));
    if (failures.length > 0) return { why: sentenceOf(failures[0]) };
    const title = await shownTitle(tab);
    if (title === undefined) continue;
    await new Promise((next) => setTimeout(next, REST_MS));
    return failures.length > 0 ? { why: sentenceOf(failures[0]) } : { title };
  }
  return { why: "nothing was shown" };
}

/** @returns the title of what is shown; undefined while nothing is */
async function shownTitle(tab) {
  const { result } = await tab.ask("Runtime.evaluate", {
    expression: `document.readyState === "complete" && document.querySelector("[aria-busy=true]") === null
      ? document.querySelector("main h1")?.textContent
      : undefined`,
  });
  return result.value;
}

const sentenceOf = ({ remote, kind, url, detail, reasons }) =>
  [
    `${remote}: ${kind}`,
    ...(url ? [new URL(url).pathname] : []),
    ...(reasons ?? []),
    ...(detail ? [detail] : []),
  ].join(", ");

/**
 * What is said of it, in one line.
 * @param {Smoke} smoke
 * @returns {{ line: string, isRefused: boolean }}
 */
export function told(smoke) {
  switch (smoke.is) {
    case "opened":
      return {
        line: `${smoke.pages} ${smoke.pages === 1 ? "page" : "pages"} opened in a browser.`,
        isRefused: false,
      };
    case "no-browser":
      return {
        line: "No browser is at hand (CHROMIUM_PATH): its pages were not opened before it goes live.",
        isRefused: false,
      };
    case "no-product":
      return {
        line: `The product does not answer (${smoke.why}): its pages were not opened before it goes live.`,
        isRefused: false,
      };
    case "failed":
      return {
        line: `${smoke.page} does not open: ${smoke.why}. --no-smoke --reason "…" promotes it all the same.`,
        isRefused: true,
      };
  }
}
