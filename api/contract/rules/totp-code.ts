import { z } from "zod";

/** Six digits of the app, or a recovery code; typed with or without blanks and hyphens. */
export const totpCodeSchema = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, "").toUpperCase())
  .pipe(
    z.string().regex(
      // Recovery codes had sixteen characters first; those stay good.
      /^(\d{6}|[A-Z2-7]{16}|[A-Z2-7]{26})$/,
      "Saisissez les 6 chiffres de votre application, ou un code de secours.",
    ),
  )
  .meta({ examples: ["123456"] });
