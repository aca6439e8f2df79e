import type { Mention } from "@bobine/contract/comments";
import { describeError } from "@bobine/shared-auth";
import { Dialog, EmptyState, ErrorCard, formatDateTime, notifyFailure } from "@bobine/shared-ui";
import { Button, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths.ts";
import { CommentText } from "./comment-text.tsx";
import classes from "./comments.module.css";
import { useMentions, useReadMentions } from "./comments.queries.ts";
import { authorName, MENTION_TEXTS as TEXTS } from "./comments.texts.ts";

/** Where a mention was made; nowhere once its operation is gone with an import. */
function pathOf({ kind, id, date }: Mention["subject"]): string | undefined {
  if (id === null) return undefined;
  if (kind === "invoice") return paths.invoice(Number(id));
  if (kind === "client") return paths.clientComments(id);
  return kind === "user_action" ? paths.userAction(Number(id)) : paths.statementDay(date ?? "");
}

/** Who mentioned whoever looks, where and in which words; unread ones stand out (COM-4). */
export function MentionsDrawer({ close }: { close: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMentions();
  const read = useReadMentions();
  const mentions = (data?.pages ?? []).flatMap(({ results }) => results);
  const unread = data?.pages[0]?.unread_count ?? 0;
  return (
    <Dialog
      side="right"
      opened
      onClose={close}
      size="min(480px, 100vw)"
      padding="lg"
      title={TEXTS.title}
      styles={{ title: { fontSize: "1.15rem", fontWeight: 650 } }}
    >
      <Stack gap="md">
        {unread > 0 ? (
          <Button
            size="xs"
            variant="default"
            style={{ alignSelf: "flex-start" }}
            loading={read.isPending}
            onClick={() =>
              read.mutate(null, {
                onError: (failure) =>
                  notifyFailure(TEXTS.readFailed, describeError(failure, TEXTS.readFailed).reason),
              })
            }
          >
            {TEXTS.readAll}
          </Button>
        ) : null}
        {data ? (
          mentions.length === 0 ? (
            <EmptyState text={TEXTS.empty} hint={TEXTS.emptyHint} />
          ) : (
            <ol className={classes["mentions"]}>
              {mentions.map((mention) => (
                <MentionItem
                  key={mention.comment_id}
                  mention={mention}
                  onOpen={() => {
                    if (mention.read_at === null) read.mutate([mention.comment_id]);
                    close();
                  }}
                />
              ))}
            </ol>
          )
        ) : error ? (
          <ErrorCard title={describeError(error, TEXTS.loadFailed).message} onRetry={() => void refetch()} />
        ) : (
          <Stack component="output" gap="md" aria-busy="true" aria-label="Chargement…">
            <Skeleton height={56} radius="md" />
            <Skeleton height={56} radius="md" />
          </Stack>
        )}
        {hasNextPage ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {TEXTS.more}
          </Button>
        ) : null}
      </Stack>
    </Dialog>
  );
}

function MentionItem({ mention, onOpen }: { mention: Mention; onOpen: () => void }) {
  const { author, subject, created_at, read_at, text } = mention;
  const path = pathOf(subject);
  const content = (
    <>
      <Text size="xs" c="dimmed">
        {read_at === null ? <VisuallyHidden>{TEXTS.unread}</VisuallyHidden> : null}{" "}
        <strong className={classes["author"]}>{TEXTS.said(authorName(author))}</strong>{" "}
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </Text>
      <span className={classes["mentionWhere"]}>{subject.label}</span>
      <CommentText text={text} mentions={[]} />
    </>
  );
  return (
    <li className={classes["mentionItem"]} data-unread={read_at === null || undefined}>
      {path === undefined ? (
        content
      ) : (
        <Link className={classes["mentionLink"]} to={path} onClick={onOpen}>
          {content}
        </Link>
      )}
    </li>
  );
}
