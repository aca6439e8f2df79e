import { escapeHtml } from "../../escape-html.ts";
import { addressOf, FIRST_PAGE, type GuidePage } from "./read-guide.ts";

/** A page of the guide as it is sent: no script, and one style that comes from here. */
export function guidePageHtml(page: GuidePage, all: readonly GuidePage[]): string {
  const title = page.name === FIRST_PAGE ? page.title : `${page.title} · Guide de Bobine`;
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/guide/style.css">
</head>
<body>
<a class="skip" href="#contenu">Aller au contenu</a>
<header>
<a class="brand" href="/guide">Guide de Bobine</a>
<a href="/dashboard">Ouvrir Bobine</a>
</header>
<div class="columns">
<nav aria-label="Pages du guide">
<ul>
${all.map((one) => entryOf(one, one === page)).join("\n")}
</ul>
</nav>
<main id="contenu" tabindex="-1">
${page.html}</main>
</div>
</body>
</html>
`;
}

function entryOf({ name, title, sections }: GuidePage, isCurrent: boolean): string {
  const current = isCurrent ? ' aria-current="page"' : "";
  const inside = sections.map(
    (section) => `<li><a href="#${encodeURIComponent(section.id)}">${escapeHtml(section.title)}</a></li>`,
  );
  const list = isCurrent && inside.length > 0 ? `<ul>${inside.join("")}</ul>` : "";
  return `<li><a href="${addressOf(name)}"${current}>${escapeHtml(title)}</a>${list}</li>`;
}
