import { expect, test } from "@playwright/test";
import { seriousFaults } from "./support/accessibility.ts";

/** As Mantine does it: the scheme follows the system, and the text fades from its old colour (here for longer). */
const FADES_SLOWLY = `<!doctype html>
<html lang="fr" data-mantine-color-scheme="light"><head><title>Thème</title>
<style>
  html { background: white } p { color: black; transition: color 0.5s }
  html[data-mantine-color-scheme=dark] { background: black } html[data-mantine-color-scheme=dark] p { color: white }
  i { display: block; width: 9px; height: 9px; animation: turn 1s infinite } @keyframes turn { to { rotate: 1turn } }
</style></head>
<body><main><h1>Thème</h1><p>Un texte</p><i></i></main>
<script>
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => setTimeout(() => {
    document.documentElement.dataset.mantineColorScheme = dark.matches ? "dark" : "light";
  }, 50));
</script></body></html>`;

test("contrast is measured once a colour scheme has faded in", async ({ page }) => {
  await page.setContent(FADES_SLOWLY);
  for (const scheme of ["light", "dark", "light"] as const)
    expect(await seriousFaults(page, scheme)).toEqual([]);
});

test("what is serious is said, with where", async ({ page }) => {
  await page.setContent(
    `<html lang="fr" data-mantine-color-scheme="light"><head><title>Faute</title></head>
    <body><main><h1>Faute</h1><button type="button"></button><p style="color: #bbb">Pâle</p></main></body></html>`,
  );
  expect(await seriousFaults(page, "light")).toEqual([
    'button-name: <button type="button"></button>',
    'color-contrast: <p style="color: #bbb">Pâle</p>',
  ]);
});
