import { type Comment, COMMENTS_PAGE_SIZE } from "@bobine/contract/comments";
import { commentsPolicy } from "@bobine/contract/policy/comments";
import { describeError, useMay } from "@bobine/shared-auth";
import { formatInteger } from "@bobine/shared-ui";
import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import classes from "./comments.module.css";
import { type Subject, useComments, useReadMentions } from "./comments.queries.ts";
import { TEXTS } from "./comments.texts.ts";

/** What is said of an action, an operation, an invoice or a client, newest last, and where one says more (COM-1). */
export function CommentThread({ subject, order = 3 }: { subject: Subject; order?: 2 | 3 }) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useComments(subject);
  const listed = (data?.pages ?? []).flatMap(({ results }) => results).toReversed();
  const { comments, noteEdit } = useEdited(listed, hasNextPage);
  const count = data?.pages[0]?.count ?? 0;
  useMarkAsRead(listed.filter((one) => one.is_unread_mention).map(({ id }) => id));
  const mayWrite = useMay(commentsPolicy.write);
  return (
    <section aria-label={TEXTS.title} className={classes["thread"]} id="comments">
      <Title order={order} size="h4">
        {TEXTS.title} {count > 0 ? <span className={classes["count"]}>{formatInteger(count)}</span> : null}
      </Title>
      {data ? (
        <>
          {hasNextPage ? (
            <Button
              size="compact-sm"
              variant="default"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {TEXTS.earlier}
            </Button>
          ) : null}
          {comments.length > 0 ? (
            <ol className={classes["comments"]} aria-live="polite">
              {comments.map((comment) => (
                <CommentItem
                  key={comment.id}
                  comment={comment}
                  isDeleted={!listed.includes(comment)}
                  noteEdit={noteEdit}
                />
              ))}
            </ol>
          ) : error ? null : (
            <Text size="sm" c="dimmed">
              {mayWrite ? `${TEXTS.empty} ${TEXTS.emptyHint}` : TEXTS.empty}
            </Text>
          )}
        </>
      ) : isPending ? (
        <Stack component="output" gap={6} aria-busy="true" aria-label="Chargement…">
          <Skeleton height={14} width="40%" />
          <Skeleton height={14} width="80%" />
        </Stack>
      ) : null}
      {error ? (
        <Group gap="xs" role="alert">
          <Text size="sm" c="red">
            {describeError(error, TEXTS.loadFailed).message}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            Réessayer
          </Button>
        </Group>
      ) : null}
      <CommentForm subject={subject} />
    </section>
  );
}

/**
 * Those that are listed, and those whose words somebody changes here while another deletes them: what was typed stays to be
 * copied (COM-1).
 */
function useEdited(listed: Comment[], hasEarlier: boolean) {
  const [edited, setEdited] = useState<readonly Comment[]>([]);
  const noteEdit = useCallback((comment: Comment, isEditing: boolean) => {
    setEdited((before) => {
      if (!isEditing && !before.some(({ id }) => id === comment.id)) return before;
      const others = before.filter(({ id }) => id !== comment.id);
      return isEditing ? [...others, comment] : others;
    });
  }, []);
  const ids = new Set(listed.map(({ id }) => id));
  // One that is older than all that are listed may be on a page that is not asked for yet.
  const oldest = hasEarlier ? Math.min(...ids) : 0;
  const deleted = edited.filter(({ id }) => !ids.has(id) && id > oldest);
  const comments = deleted.length === 0 ? listed : [...listed, ...deleted].toSorted((a, b) => a.id - b.id);
  return { comments, noteEdit };
}

/** Who sees the comment has read the mention; should that fail, it stays in their list. Those beyond what one call takes follow, once these are read. */
function useMarkAsRead(unread: readonly number[]): void {
  const { mutate } = useReadMentions();
  const ids = unread.slice(0, COMMENTS_PAGE_SIZE).join(",");
  useEffect(() => {
    if (ids !== "") mutate(ids.split(",").map(Number));
  }, [ids, mutate]);
}
