import { errors } from "../../errors.ts";
import { BuildRefusal } from "../shell/remote-build.ts";
import { RegistryRefusal } from "../shell/remote-pointer.ts";

/** The errors of modules and of their tokens. */
export const remotesErrors = {
  /** One sentence for a token that is wrong, revoked or of another product. */
  notAllowed: () => errors.auth.tokenNotValid(),
  noRight: () =>
    errors.forbidden(
      "Ce jeton ne le permet pas pour ce module\u00a0: demandez à un super administrateur de Bobine un jeton qui en a le droit.",
    ),
  otherRemote: (named: string) =>
    errors.conflict(`Ce build est celui de ${named}\u00a0: envoyez-le à son adresse.`, "other_remote"),
  tooManyTokens: (most: number) =>
    errors.conflict(
      `${most} jetons sont déjà valables\u00a0: révoquez ceux qui ne servent plus.`,
      "too_many_tokens",
    ),
  privateKey: () =>
    errors.fields({
      public_key: ["Saisissez sa partie publique\u00a0: cette clé est privée, gardez-la pour vous."],
    }),
  noPublicKey: () =>
    errors.fields({
      public_key: ["Saisissez une clé publique Ed25519, celle que donne «\u00a0openssl pkey -pubout\u00a0»."],
    }),
  keyOfHost: () =>
    errors.fields({
      remotes: ["L’application elle-même n’est signée par aucune équipe\u00a0: retirez «\u00a0host\u00a0»."],
    }),
  keyIsThere: () =>
    errors.conflict(
      "Cette clé est déjà enregistrée\u00a0: révoquez-la d’abord pour changer ses modules.",
      "key_exists",
    ),
  tooManyKeys: (most: number) =>
    errors.conflict(
      `${most} clés sont déjà valables\u00a0: révoquez celles qui ne servent plus.`,
      "too_many_keys",
    ),
  liveNotSigned: (remote: string, build: string) =>
    errors.conflict(
      `Le build ${build} de ${remote}, en service ou à l’essai, n’est pas signé par cette clé\u00a0: ses pages disparaîtraient. Mettez d’abord en service un build signé.`,
      "live_not_signed",
    ),
  unknownDistributors: (ids: readonly number[]) =>
    errors.fields({ distributors: [`Aucun distributeur n’a l’identifiant ${ids.join(", ")}.`] }),
} as const;

export const buildRefused = (error: BuildRefusal): string => `Le build est refusé\u00a0: ${error.message}`;

/** What the registry refuses, as an answer; what is no refusal goes on its way. */
export async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RegistryRefusal) throw errors.conflict(error.french, "refused_by_registry");
    if (error instanceof BuildRefusal) throw errors.conflict(buildRefused(error), "build_refused");
    throw error;
  }
}
