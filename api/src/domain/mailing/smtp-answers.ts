/** What a mail server said of one recipient, or of the message. */
export interface Answer {
  readonly code: number;
  readonly text: string;
}

/** Of a notification that has only the status of RFC 3463, the first digit stands for the code. */
const codeOf = (text: string): number => {
  const status = /^([45])\.\d{1,3}\.\d/.exec(text)?.[1];
  return status === undefined ? Number(/^[45]\d\d(?!\d)/.exec(text)?.[0] ?? 0) : Number(status) * 100;
};
/** RFC 3463 §3: what an answer is about, 1 and 2 an address and its mailbox, 7 a policy; null when it does not say. */
const subjectOf = (text: string): number | null => {
  const subject = /^(?:[45]\d\d[ -])?[45]\.(\d{1,3})\.\d/.exec(text)?.[1];
  return subject === undefined ? null : Number(subject);
};
const POLICY = 7;

/** Our own server does not know us, or does not send for us: the installation's matter, as a sender that it refuses. */
export function isOfRelay(text: string): boolean {
  const subject = subjectOf(text);
  if (subject !== null && subject !== POLICY) return false;
  return codeOf(text) === 530 || (codeOf(text) >= 500 && /\brelay/i.test(text));
}

/** Whether an answer to a recipient says that its mailbox takes nothing: not what a policy refuses, nor our own server. */
export const isOfMailbox = (text: string): boolean => subjectOf(text) !== POLICY && !isOfRelay(text);

/** What is written of a mail whose text or documents cannot be made. */
export const NOT_MADE = "Le message n’a pas pu être préparé.";

const OF_OPERATOR = "\u00a0: c’est à l’exploitant de Bobine d’y remédier.";
const TOO_LARGE = 552;

/**
 * Why a message did not leave, to a distributor: what it is, and whose matter (MAIL-14). A mail server's words are its own only where they are about
 * the message.
 */
export function reasonText(response: string): string {
  if (response === NOT_MADE) return response;
  if (isOfRelay(response))
    return `Le serveur de messagerie de Bobine refuse de transmettre les messages${OF_OPERATOR}`;
  if (codeOf(response) === TOO_LARGE)
    return `Le message est plus lourd que ce que le serveur de messagerie accepte${OF_OPERATOR}`;
  if (codeOf(response) >= 500)
    return `Le serveur de messagerie a refusé le message, sans mettre l’adresse en cause\u00a0: «\u00a0${response}\u00a0».`;
  if (codeOf(response) >= 400)
    return `Le serveur de messagerie a demandé d’attendre\u00a0: «\u00a0${response}\u00a0».`;
  return reasonOfProblem(response);
}

/** Of what nodemailer says before the message: its code, its words, maybe the server's. */
function reasonOfProblem(problem: string): string {
  const isForNow = /: 4\d\d[ -]/.test(problem);
  if (!isForNow && /^EAUTH\b/.test(problem))
    return `Le serveur de messagerie de Bobine refuse le compte avec lequel Bobine s’y connecte${OF_OPERATOR}`;
  if (!isForNow && problem.startsWith("EENVELOPE Mail command failed"))
    return `Le serveur de messagerie de Bobine refuse l’adresse d’expédition${OF_OPERATOR}`;
  if (/^ETLS\b/.test(problem))
    return `La connexion sécurisée au serveur de messagerie de Bobine échoue${OF_OPERATOR}`;
  return "Le serveur de messagerie de Bobine ne répond pas, ou coupe la connexion. Vous n’avez rien à faire\u202f; si cela dure, prévenez l’exploitant de Bobine.";
}

/** Of a mail that nobody got. */
export const failureText = (attempts: number, response: string): string =>
  `Le message n’est pas parti${attempts > 1 ? ` après ${attempts} essais` : ""}. ${reasonText(response)}`;

/** Of an address that has not got what others got. */
export const leftOutText = ({ address, response }: { address: string; response: string }): string =>
  `Pas parti pour ${address}. ${reasonText(response)}`;
