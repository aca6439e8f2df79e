import type { Comment } from "@bobine/contract/comments";
import { commentsPolicy, mayDeleteComment, mayEditComment } from "@bobine/contract/policy/comments";
import { type Draft, describeError, useDraft, useMay, useSession } from "@bobine/shared-auth";
import { ConfirmDialog, formatDateTime, Notice, notifyFailure, notifySuccess } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { Room } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";
import classes from "./comments.module.css";
import {
  editDraft,
  type EditedWords,
  useDeleteComment,
  useEditComment,
  useMentionable,
} from "./comments.queries.ts";
import { authorName, TEXTS } from "./comments.texts.ts";
import { MentionField } from "./mention-field.tsx";
import { UnsentText } from "./unsent-text.tsx";

const wordsOf = ({ text }: Pick<Comment, "text">): EditedWords => ({ text, seen: text });

/** A change begins with what was said last, wherever. */
function takeWords(draft: Draft<EditedWords>, comment: Pick<Comment, "text">): void {
  draft.settle(wordsOf(comment));
  draft.set(() => wordsOf(comment));
}

/** What somebody said, and what one may do with it (COM-2). */
export function CommentItem({
  comment,
  isDeleted,
  noteEdit,
}: {
  comment: Comment;
  /** Somebody else deleted it while its words were being changed here. */
  isDeleted: boolean;
  noteEdit: (comment: Comment, isEditing: boolean) => void;
}) {
  const draft = useDraft(editDraft(comment.id), wordsOf(comment), TEXTS.editOf(authorName(comment.author)));
  // What was saved elsewhere meanwhile is what a change begins with: nothing typed on older words brings them back.
  const isBehind = !draft.isDirty && draft.value.seen !== comment.text;
  const follow = useEffectEvent(() => takeWords(draft, comment));
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);
  const [isChosen, setIsChosen] = useState(draft.isRestored);
  const may = useRights(comment);
  // What is typed stays when the role to save it is gone meanwhile.
  const isEditing = isChosen && ((may.edit && !isDeleted) || draft.isDirty);
  useEffect(() => {
    noteEdit(comment, isEditing);
  }, [noteEdit, comment, isEditing]);
  if (isDeleted && !isEditing) return null;
  return (
    <li className={classes["comment"]} data-unread={comment.is_unread_mention || undefined}>
      <Text size="xs" c="dimmed">
        <strong className={classes["author"]}>{authorName(comment.author)}</strong>{" "}
        <time dateTime={comment.created_at}>{formatDateTime(comment.created_at)}</time>
        {comment.edited_at === null ? null : (
          <span title={formatDateTime(comment.edited_at)}> · {TEXTS.edited}</span>
        )}
      </Text>
      {isEditing ? (
        <Edited
          comment={comment}
          draft={draft}
          unsaved={isDeleted ? TEXTS.deletedMeanwhile : may.edit ? undefined : TEXTS.mayChangeNoMore}
          close={() => setIsChosen(false)}
        />
      ) : (
        <>
          <CommentText text={comment.text} mentions={comment.mentions} />
          <ItemActions comment={comment} may={may} onEdit={() => setIsChosen(true)} />
        </>
      )}
    </li>
  );
}

interface Rights {
  readonly edit: boolean;
  readonly delete: boolean;
}

function useRights(comment: Comment): Rights {
  const writes = useMay(commentsPolicy.write);
  const { user } = useSession();
  return {
    edit: writes && mayEditComment(comment),
    delete: writes && user !== undefined && mayDeleteComment(user, comment),
  };
}

function ItemActions({ comment, may, onEdit }: { comment: Comment; may: Rights; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteComment(comment.id);
  const author = authorName(comment.author);
  if (!may.edit && !may.delete) return null;
  return (
    <Group gap={4} className={classes["itemActions"] ?? ""}>
      {may.edit ? (
        <Button size="compact-xs" variant="subtle" aria-label={TEXTS.editOf(author)} onClick={onEdit}>
          {TEXTS.edit}
        </Button>
      ) : null}
      {may.delete ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={TEXTS.deleteOf(author)}
          onClick={() => setIsAsking(true)}
        >
          {TEXTS.delete}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isAsking}
        title={TEXTS.deleteTitle}
        confirmLabel={TEXTS.delete}
        danger
        pending={remove.isPending}
        close={() => setIsAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              setIsAsking(false);
              notifySuccess(TEXTS.deleted);
            },
            onError: (error) => {
              setIsAsking(false);
              notifyFailure(TEXTS.deleteFailed, describeError(error, TEXTS.deleteFailed).reason);
            },
          })
        }
      >
        <Text>{TEXTS.deleteQuestion}</Text>
      </ConfirmDialog>
    </Group>
  );
}

interface EditProps {
  comment: Comment;
  draft: Draft<EditedWords>;
  close: () => void;
}

/** @param unsaved why what is typed can be saved no more */
function Edited({ unsaved, ...form }: EditProps & { unsaved: string | undefined }) {
  if (unsaved === undefined) return <EditForm {...form} />;
  const giveUp = (): void => {
    form.draft.discard();
    form.close();
  };
  return <UnsentText text={form.draft.value.text} why={unsaved} giveUp={giveUp} />;
}

function EditForm({ comment, draft, close }: EditProps) {
  const people = useMentionable(true).data ?? [];
  const edit = useEditComment(comment.id);
  const text = draft.value.text.trim();
  const failure = edit.error ? describeError(edit.error, TEXTS.saveFailed) : undefined;
  const save = (): void => {
    if (text === "" || edit.isPending) return;
    // Words of another tab that the form shows have been read; others are refused, and shown then.
    edit.mutate(
      { text, seen: comment.text },
      {
        onSuccess: (saved) => {
          takeWords(draft, saved);
          close();
        },
      },
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {draft.value.seen === comment.text ? null : (
        <ChangedMeanwhile now={comment.text} onTake={() => takeWords(draft, comment)} />
      )}
      <MentionField
        label={TEXTS.label}
        value={draft.value.text}
        people={people}
        readOnly={edit.isPending}
        onChange={(next) => draft.set(({ seen }) => ({ text: next, seen }))}
        onSubmit={save}
        error={
          failure ? <span role="alert">{failure.fieldErrors["text"] ?? failure.message}</span> : undefined
        }
      />
      <Group justify="space-between" mt={6} gap="xs">
        <Room text={draft.value.text} />
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              draft.discard();
              close();
            }}
          >
            {TEXTS.cancel}
          </Button>
          <Button type="submit" size="compact-sm" loading={edit.isPending} disabled={text === ""}>
            {TEXTS.save}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

/** What another tab has saved while one typed here, to save over it knowingly or to take it up. */
function ChangedMeanwhile({ now, onTake }: { now: string; onTake: () => void }) {
  return (
    <Notice tone="warning" title={TEXTS.changedTitle}>
      <Stack gap="xs" align="flex-start">
        <span>{TEXTS.changed}</span>
        <blockquote className={classes["current"]}>{now}</blockquote>
        <Button variant="default" size="compact-sm" onClick={onTake}>
          {TEXTS.takeChanged}
        </Button>
      </Stack>
    </Notice>
  );
}
