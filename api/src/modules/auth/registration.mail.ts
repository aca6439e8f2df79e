import type { Mail } from "../../services.ts";
import { linkMail } from "./link-mail.ts";

/** To who asked for an account: the link makes it. */
export const registrationMail = (person: {
  readonly to: string;
  readonly firstName: string;
  readonly link: string;
  readonly minutes: number;
}): Mail =>
  linkMail({
    ...person,
    subject: "Confirmez votre inscription",
    invitation: {
      text: "Ouvrez ce lien pour créer votre compte Bobine et vous connecter\u00a0:",
      html: "Cliquez sur le bouton ci-dessous pour créer votre compte Bobine et vous connecter.",
    },
    button: "Créer mon compte",
    ignore: "Si vous n’avez rien demandé, ignorez ce message\u00a0: aucun compte ne sera créé.",
  });
