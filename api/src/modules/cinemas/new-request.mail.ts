import { escapeHtml } from "../../escape-html.ts";
import { htmlMail, mailButton } from "../../html-mail.ts";
import type { Mail } from "../../services.ts";

export type RequestKind = "correction" | "proposal" | "list";

const SAID: Readonly<Record<RequestKind, (distributor: string, subject: string) => string>> = {
  correction: (distributor, cinema) => `${distributor} demande une correction de ${cinema}.`,
  proposal: (distributor, cinema) => `${distributor} propose un cinéma\u00a0: ${cinema}.`,
  list: (distributor, list) => `${distributor} propose une ${list.replace(/^L/, "l")}.`,
};

/** Tells a super admin that a distributor asks something about a cinema (CIN-10). */
export function newRequestMail({
  to,
  firstName,
  distributor,
  subject: cinema,
  words,
  asks,
  link,
}: {
  readonly to: string;
  readonly firstName: string;
  readonly distributor: string;
  /** The cinema, as it was called. */
  readonly subject: string;
  readonly words: string;
  readonly asks: RequestKind;
  readonly link: string;
}): Mail {
  // A name of strangers: a header is one line.
  const subject = `Demande de ${distributor}\u00a0: ${cinema}`
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, 200);
  const hello = firstName ? `Bonjour ${firstName},` : "Bonjour,";
  const said = SAID[asks](distributor, cinema);
  const quoted = words === "" ? "" : `«\u00a0${words}\u00a0»`;
  return {
    to,
    subject,
    text: `${[hello, said, quoted, `Répondre dans la console\u00a0:\n\n${link}`, "Bobine"].filter(Boolean).join("\n\n")}\n`,
    html: htmlMail({
      subject,
      width: 480,
      body: `<p>${escapeHtml(hello)}</p>
<p>${escapeHtml(said)}</p>
${quoted === "" ? "" : `<p style="white-space:pre-line">${escapeHtml(quoted)}</p>`}
${mailButton("Répondre dans la console", link)}`,
    }),
  };
}
