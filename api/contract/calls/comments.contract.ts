import { z } from "zod";
import { commentsPolicy } from "../rules/comments.policy.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { defineRoute, idParamsSchema, idSchema, listOf, pageSchema } from "./route.contract.ts";

/** COM-1: how much one comment says, how many people it mentions, how many a subject has and a person writes in an hour. */
export const COMMENT_TEXT_MAX = 2000;
export const COMMENT_MENTIONS_MAX = 20;
export const COMMENTS_OF_SUBJECT = 1000;
export const COMMENTS_AN_HOUR = 120;
export const COMMENTS_PAGE_SIZE = 50;
export const MENTIONS_PAGE_SIZE = 20;

/** What is commented: what is said of an action about a bank line is said of that line, and is there for both. */
export const COMMENT_SUBJECTS = ["user_action", "transaction", "invoice", "client"] as const;
export type CommentSubjectKind = (typeof COMMENT_SUBJECTS)[number];

/** What is commented: its kind and its id, of a client its account. */
const SUBJECT = /^(?:(?:user_action|transaction|invoice):[1-9]\d{0,15}|client:.{1,40})$/;
const subjectFields = {
  subject: z
    .string()
    .regex(
      SUBJECT,
      "Indiquez ce qui est commenté\u00a0: «\u00a0invoice:12\u00a0», «\u00a0client:411BEFFROI\u00a0».",
    )
    .meta({ examples: ["invoice:1", "client:411BEFFROI"] }),
};
/** As calls name it. */
export const commentSubject = (kind: CommentSubjectKind, id: number | string): string => `${kind}:${id}`;
const textSchema = z
  .string()
  .trim()
  .min(1, FIELD_MESSAGES.blank)
  .max(COMMENT_TEXT_MAX, FIELD_MESSAGES.maxLength);

/** Null: somebody of Bobine. */
const authorSchema = z
  .object({ first_name: z.string(), last_name: z.string(), email: z.string() })
  .nullable();
export type CommentAuthor = z.infer<typeof authorSchema>;

/** What somebody said of a subject. Its text is text: nothing in it is a command of any language. */
export const commentSchema = z.object({
  id: idSchema,
  text: z.string(),
  author: authorSchema,
  is_own: z.boolean(),
  created_at: instantSchema,
  /** Null while its words are the first ones. */
  edited_at: instantSchema.nullable(),
  /** Whom it mentions, as its text names them: « @Hugo Rousseau ». */
  mentions: z.array(z.string()),
  /** It mentions whoever asks, who has not read that. */
  is_unread_mention: z.boolean(),
});
export type Comment = z.infer<typeof commentSchema>;

export const listComments = defineRoute({
  method: "GET",
  path: "/comments/",
  summary:
    "What the distributor's people say of an action, an operation, an invoice or a client, newest first, 50 a page",
  access: commentsPolicy.read,
  query: z.object({ ...subjectFields, page: pageSchema }),
  response: listOf(commentSchema),
});

/** Lists that count the comments of their rows. */
const COUNTED = ["/comments/", "/user-actions/", "/invoices/invoices/"] as const;

export const addComment = defineRoute({
  method: "POST",
  path: "/comments/",
  invalidates: COUNTED,
  summary:
    "Adds a comment; whom it mentions is mailed. 409 when the subject has too many, 429 for too many in an hour",
  access: commentsPolicy.write,
  idempotent: "in-transaction",
  body: z.strictObject({ ...subjectFields, text: textSchema }),
  response: commentSchema,
  status: 201,
});

export const editComment = defineRoute({
  method: "PATCH",
  path: "/comments/:id/",
  invalidates: ["/comments/"],
  summary:
    "Changes the words of one's own comment; who is mentioned for the first time is mailed. 409 when it has other words than were `seen`",
  access: commentsPolicy.write,
  params: idParamsSchema,
  body: z.strictObject({
    text: textSchema,
    /** The words that the new ones take the place of, as their writer has read them. */
    seen: z.string().max(COMMENT_TEXT_MAX).optional(),
  }),
  response: commentSchema,
});

export const deleteComment = defineRoute({
  method: "DELETE",
  path: "/comments/:id/",
  invalidates: COUNTED,
  summary: "Deletes a comment with its words: one's own, or any for an administrator. Again: nothing changes",
  access: commentsPolicy.write,
  params: idParamsSchema,
  status: 204,
});

/** Where a mention was made, as the list of mentions names it. */
export const mentionSchema = z.object({
  comment_id: idSchema,
  text: z.string(),
  author: authorSchema,
  created_at: instantSchema,
  read_at: instantSchema.nullable(),
  subject: z.object({
    kind: z.enum(COMMENT_SUBJECTS),
    /** Its id, or a client's account; null of an operation that is gone with its import. */
    id: z.string().nullable(),
    label: z.string(),
    /** Of an operation that no action is about: the day on which the statement shows it. */
    date: civilDateSchema.nullable(),
  }),
});
export type Mention = z.infer<typeof mentionSchema>;

const unreadField = { unread_count: z.number().int() };

export const listMentions = defineRoute({
  method: "GET",
  path: "/comments/mentions/",
  summary: "Comments that mention whoever asks, newest first, 20 a page, and how many of them are not read",
  access: commentsPolicy.read,
  query: z.object({ page: pageSchema }),
  response: listOf(mentionSchema).extend(unreadField),
});

export const readMentions = defineRoute({
  method: "POST",
  path: "/comments/mentions/read/",
  invalidates: ["/comments/"],
  summary: "Marks one's own mentions as read, those of these comments or all; others' stay as they are",
  access: commentsPolicy.read,
  body: z.strictObject({ comments: z.array(idSchema).max(COMMENTS_PAGE_SIZE).nullable() }),
  response: z.object(unreadField),
});
