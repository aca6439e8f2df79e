// How the desks of the simulators look: no script, so that the product's content policy holds for them too.
import { escapeHtml } from "../escape-html.ts";

/** What a form of a desk led to, in French; `isError` for what was not done. */
export interface Said {
  readonly text: string;
  readonly isError?: boolean;
}

const STYLE = `:root{color-scheme:light dark;--line:#d5dae1;--field:#7b8794;--ground:#f6f7f9;--sheet:#fff;--ink:#1f2933;--soft:#52606d}
@media (prefers-color-scheme:dark){:root{--line:#3a424c;--field:#7b8794;--ground:#16191d;--sheet:#20252b;--ink:#e6e9ed;--soft:#a9b4c0}}
body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--ground)}
section{background:var(--sheet);border:1px solid var(--line);border-radius:.5rem;padding:1.25rem;margin:1rem 0}
h1{font-size:1.375rem}h2{font-size:1.125rem;margin:0 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .5rem}
.soft{color:var(--soft)}.said{border-left:4px solid #1d7a4a}.error{border-left:4px solid #b42318}
form.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}form.inline{display:inline-block;margin:.125rem .25rem .125rem 0}
label{display:block;max-width:100%;font-size:.875rem}input,select{font:inherit;max-width:100%;box-sizing:border-box;min-height:2.25rem;padding:.25rem .5rem;border:1px solid var(--field);border-radius:.25rem;background:var(--sheet);color:inherit}
button{font:inherit;min-height:2.25rem;padding:.25rem .75rem;border:1px solid var(--field);border-radius:.25rem;background:transparent;color:inherit;cursor:pointer}
button.first{border-color:#1d4ed8;background:#1d4ed8;color:#fff}
:focus-visible{outline:3px solid #7fb6c8;outline-offset:2px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);text-align:left}
.amount{padding-left:.75rem;text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.date{white-space:nowrap}.gone{text-decoration:line-through}`;

/** @param page.sections HTML, its texts escaped */
export const deskPage = (page: {
  readonly title: string;
  readonly intro: string;
  readonly said: Said | undefined;
  readonly sections: string;
}): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${page.title}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main>
<h1>${page.title}</h1>
<p class="soft">${page.intro}</p>
${page.said ? `<section class="${page.said.isError ? "error" : "said"}" role="${page.said.isError ? "alert" : "status"}">${escapeHtml(page.said.text)}</section>` : ""}
${page.sections}
</main></body></html>`;

/** @param fields hidden ones, as HTML */
export const deskButton = (action: string, label: string, fields = ""): string =>
  `<form class="inline" method="post" action="${escapeHtml(action)}">${fields}<button>${label}</button></form>`;

export const deskOptions = (
  list: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): string =>
  list
    .map(
      ({ value, label }) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(label)}</option>`,
    )
    .join("");
