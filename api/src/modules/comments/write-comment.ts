import {
  type Comment,
  COMMENT_MENTIONS_MAX,
  COMMENTS_AN_HOUR,
  COMMENTS_OF_SUBJECT,
} from "@bobine/contract/comments";
import { mentionsIn } from "@bobine/contract/mentions";
import { mayDeleteComment, mayEditComment } from "@bobine/contract/policy/comments";
import type { Person } from "@bobine/contract/policy/people";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { colleaguesOf } from "../company/colleagues.repository.ts";
import { type CommentSubject, subjectDetails } from "./comment-subjects.repository.ts";
import { commentErrors } from "./comments.errors.ts";
import { commentsRepository as repository } from "./comments.repository.ts";
import { mentionsRepository as mentions } from "./mentions.repository.ts";

const HOUR_MS = 3_600_000;

/** Who writes, for which distributor. */
export interface CommentWriter {
  readonly distributorId: number;
  readonly user: Person & { readonly id: number };
  readonly source: AuditSource;
  readonly at: Date;
  readonly jobs: JobQueue;
}

/**
 * Adds a comment (COM-1). The log says that it was made and about what, not its words: those can be deleted.
 * @throws 400 on `text` for too many mentions, 409 when the subject has too many comments, 429 for too many of one person
 */
export async function addComment(
  tx: Tx,
  writer: CommentWriter,
  subject: CommentSubject,
  text: string,
): Promise<Comment> {
  const { distributorId, user, source, at } = writer;
  await repository.lockAuthor(tx, user.id);
  const since = new Date(at.getTime() - HOUR_MS);
  const counts = await repository.counts(tx, distributorId, subject, { userId: user.id, since });
  if (counts.of_author >= COMMENTS_AN_HOUR)
    throw errors.tooMany(Math.max(1, Math.ceil((Date.parse(counts.oldest) + HOUR_MS - at.getTime()) / 1000)));
  if (counts.of_subject >= COMMENTS_OF_SUBJECT) throw commentErrors.tooMany();
  const id = await repository.insert(tx, distributorId, subject, { text, userId: user.id, at });
  await mention(tx, writer, id, text);
  await writeAudit(tx, source, "other", { event: "Commentaire ajouté", ...subject.details });
  return await repository.one(tx, id, user.id);
}

/**
 * Changes the words of one's own comment (COM-2); the same words change nothing.
 * @param seen the words that the new ones take the place of; absent: whichever
 * @throws 404, 403 for another's, 400 on `text` for too many mentions, 409 when it has other words than were seen
 */
export async function editComment(
  tx: Tx,
  writer: CommentWriter,
  id: number,
  { text, seen }: { readonly text: string; readonly seen?: string | undefined },
): Promise<Comment> {
  const { distributorId, user, source, at } = writer;
  const comment = await repository.lock(tx, distributorId, id);
  if (!comment || comment.is_deleted) throw errors.notFound();
  if (!mayEditComment({ is_own: comment.author_id === user.id })) throw commentErrors.notYoursToEdit();
  if (comment.text !== text) {
    if (seen !== undefined && seen !== comment.text) throw commentErrors.changedMeanwhile();
    await repository.edit(tx, id, text, at);
    await mention(tx, writer, id, text);
    await writeAudit(tx, source, "other", {
      event: "Commentaire modifié",
      ...(await subjectDetails(tx, distributorId, comment.subject)),
    });
  }
  return await repository.one(tx, id, user.id);
}

/** Deletes a comment with its words (COM-2); one that is deleted stays so. @throws 404, 403 for another's */
export async function deleteComment(tx: Tx, writer: CommentWriter, id: number): Promise<void> {
  const { distributorId, user, source, at } = writer;
  const comment = await repository.lock(tx, distributorId, id);
  if (!comment) throw errors.notFound();
  if (!mayDeleteComment(user, { is_own: comment.author_id === user.id }))
    throw commentErrors.notYoursToDelete();
  if (comment.is_deleted) return;
  await repository.delete(tx, id, { userId: user.id, at });
  await writeAudit(tx, source, "other", {
    event: "Commentaire supprimé",
    ...(await subjectDetails(tx, distributorId, comment.subject)),
  });
}

/** Tells whom the words mention for the first time (COM-4); nobody is told of himself. */
async function mention(
  tx: Tx,
  { distributorId, user, at, jobs }: CommentWriter,
  id: number,
  text: string,
): Promise<void> {
  const named = new Map<number, string>();
  const people = (await colleaguesOf(tx, distributorId)).filter((person) => person.id !== user.id);
  for (const { start, end, people: meant } of mentionsIn(text, people))
    for (const person of meant) if (!named.has(person.id)) named.set(person.id, text.slice(start, end));
  if (named.size > COMMENT_MENTIONS_MAX) throw commentErrors.tooManyMentions();
  const fresh = await mentions.replace(
    tx,
    distributorId,
    id,
    [...named].map(([userId, written]) => ({ userId, written })),
    at,
  );
  if ((await mentions.mail(tx, distributorId, id, fresh, { userId: user.id, at })) > 0)
    await jobs.enqueue(tx, { name: "send-mails", data: { distributor_id: distributorId } });
}
