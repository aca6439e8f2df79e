import { commentSchema, mentionSchema } from "../calls/comments.contract.ts";
import { builderOf } from "./builder.testing.ts";

const hugo = { first_name: "Hugo", last_name: "Rousseau", email: "hugo@lumen.example" };

export const aComment = builderOf(commentSchema, {
  id: 1,
  text: "Le Rex paie deux semaines ensemble.",
  author: hugo,
  is_own: false,
  created_at: "2026-11-30T08:30:00.000Z",
  edited_at: null,
  mentions: [],
  is_unread_mention: false,
});

export const aMention = builderOf(mentionSchema, {
  comment_id: 1,
  text: "@Camille Moreau peux-tu regarder ?",
  author: hugo,
  created_at: "2026-11-30T08:30:00.000Z",
  read_at: null,
  subject: { kind: "invoice", id: "12", label: "Facture F26000012", date: null },
});
