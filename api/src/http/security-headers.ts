import fastifyHelmet from "@fastify/helmet";
import Fastify from "fastify";
import type { Config } from "../config.ts";

/** What helmet gives to each answer. It depends on nothing that is asked, so it is worked out once, and not for each request. */
export async function securityHeaders(
  config: Pick<Config, "devOverrides" | "publicUrl">,
): Promise<Readonly<Record<string, string>>> {
  // A developer's machine alone may serve a remote of its own (FED-7).
  const remoteOrigins = config.devOverrides ? ["'self'", "http://localhost:*"] : ["'self'"];
  const [bare, secured] = [Fastify(), Fastify()];
  await secured.register(fastifyHelmet, {
    // No nonce, no eval, no inline script: remotes come from this origin only (SEC-8). PDFs show in a blob frame (SEC-9).
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: remoteOrigins,
        styleSrc: [...remoteOrigins, "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: remoteOrigins,
        frameSrc: ["blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Text becomes code nowhere: the shell's one policy lets scripts be loaded only from the registry (FED-5).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["default"],
      },
    },
    referrerPolicy: { policy: "no-referrer" },
    hsts: config.publicUrl.startsWith("https:") ? { maxAge: 31_536_000 } : false,
  });
  const [without, having] = await Promise.all([bare.inject("/"), secured.inject("/")]);
  return Object.fromEntries(
    Object.entries(having.headers).flatMap(([name, value]) =>
      name in without.headers ? [] : [[name, String(value)]],
    ),
  );
}
