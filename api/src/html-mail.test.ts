import { expect, test } from "vitest";
import { htmlMail, mailButton } from "./html-mail.ts";

const html = htmlMail({
  subject: "Cinéma <Le Beffroi>",
  body: mailButton("Voir & payer", 'https://bobine.example/?a=1&b="'),
  width: 480,
});

test("a mail declares light and dark, and names no colour but its button's", () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain(":root{color-scheme:light dark}");
  const colours = html.match(/(?<![-\w])(?:background|color):[^;"}]+/g);
  expect(colours).toEqual(["background:#1b6379", "color:#ffffff"]);
});

test("what it is given as text is text", () => {
  expect(html).toContain("<title>Cinéma &lt;Le Beffroi&gt;</title>");
  expect(html).toContain("Voir &amp; payer");
  expect(html).not.toContain('b=""');
});

test("it loads nothing from elsewhere: opening it tells nobody", () => {
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(/);
});
