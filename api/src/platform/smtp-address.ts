import { parseConnectionUrl } from "nodemailer/lib/shared";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";

export type SmtpServer = SMTPConnectionOptions & { auth?: { user: string; pass: string } };

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

/**
 * The mail server that `SMTP_URL` names: `smtps:` is TLS from the first byte; with `smtp:` TLS begins when the server offers it.
 * A password goes over the network in TLS only: somebody between us and the server could take its offer out. `?requireTLS=false`
 * says otherwise, for a server in one's own network; `?tls.rejectUnauthorized=false` takes a certificate that nobody signed.
 */
export function smtpServerOf(url: string): SmtpServer {
  const server = parseConnectionUrl(url) as SmtpServer;
  const isOpen = server.secure !== true && server.auth !== undefined && !LOCAL.test(server.host ?? "");
  return isOpen && server.requireTLS === undefined && server.ignoreTLS !== true
    ? { ...server, requireTLS: true }
    : server;
}
