import type { Mail } from "../../services.ts";
import { linkMail } from "./link-mail.ts";

/** The sign-in mail (MAIL-4). */
export const signInMail = (person: {
  readonly to: string;
  readonly firstName: string;
  readonly link: string;
  readonly minutes: number;
}): Mail =>
  linkMail({
    ...person,
    subject: "Votre lien de connexion",
    invitation: {
      text: "Ouvrez ce lien pour vous connecter\u00a0:",
      html: "Cliquez sur le bouton ci-dessous pour vous connecter.",
    },
    button: "Se connecter",
    ignore: "Si vous n’avez pas demandé ce lien, ignorez ce message.",
  });
