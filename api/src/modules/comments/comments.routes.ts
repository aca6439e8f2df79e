import {
  addComment as addRoute,
  COMMENTS_PAGE_SIZE,
  deleteComment as deleteRoute,
  editComment as editRoute,
  listComments,
  listMentions,
  MENTIONS_PAGE_SIZE,
  readMentions,
} from "@bobine/contract/comments";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { type CommentSubject, subjectOfKey } from "./comment-subjects.repository.ts";
import { commentsRepository as repository } from "./comments.repository.ts";
import { mentionsRepository as mentions } from "./mentions.repository.ts";
import { addComment, type CommentWriter, deleteComment, editComment } from "./write-comment.ts";

/** @throws 404 for what is not the distributor's */
async function subjectOf(tx: Tx, distributorId: number, key: string): Promise<CommentSubject> {
  const found = await subjectOfKey(tx, distributorId, key);
  if (!found) throw errors.notFound();
  return found;
}

/** What a distributor's people say to each other (COM-1). */
export function mountComments(app: FastifyInstance, services: Services): void {
  const writerOf = (
    context:
      | RequestContext<typeof addRoute>
      | RequestContext<typeof editRoute>
      | RequestContext<typeof deleteRoute>,
  ): CommentWriter => ({
    distributorId: context.distributorId,
    user: context.user,
    source: auditSourceOf(context),
    at: services.clock.now(),
    jobs: services.jobs,
  });

  mountPages(
    app,
    services,
    listComments,
    COMMENTS_PAGE_SIZE,
    async (tx, { distributorId, user, query }, page, size) => {
      const subject = await subjectOf(tx, distributorId, query.subject);
      return await repository.page(tx, { distributorId, reader: user.id, subject }, page, size);
    },
  );
  mountRoute(app, services, addRoute, async (context) =>
    context.transaction(async (tx) => {
      const subject = await subjectOf(tx, context.distributorId, context.body.subject);
      return await addComment(tx, writerOf(context), subject, context.body.text);
    }),
  );
  mountRoute(app, services, editRoute, async (context) =>
    context.transaction((tx) => editComment(tx, writerOf(context), context.params.id, context.body)),
  );
  mountRoute(app, services, deleteRoute, async (context) => {
    await context.transaction((tx) => deleteComment(tx, writerOf(context), context.params.id));
    return undefined;
  });

  mountPages(app, services, listMentions, MENTIONS_PAGE_SIZE, async (tx, { user }, page, size) => {
    const { count, unread, rows } = await mentions.page(tx, user.id, page, size);
    return { count, rows, more: { unread_count: unread } };
  });
  mountRoute(app, services, readMentions, async ({ user, body, transaction }) =>
    transaction(async (tx) => {
      await mentions.read(tx, user.id, body.comments, services.clock.now());
      return { unread_count: await mentions.unread(tx, user.id) };
    }),
  );
}
