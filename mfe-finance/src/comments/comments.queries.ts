import {
  addComment,
  type CommentSubjectKind,
  commentSchema,
  commentSubject,
  deleteComment,
  editComment,
  listComments,
  listMentions,
  readMentions,
} from "@bobine/contract/comments";
import { listColleagues } from "@bobine/contract/people";
import {
  callApi,
  type DraftKind,
  dropDraft,
  invalidateAfter,
  isApiError,
  routeKey,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

/** Colleagues write meanwhile. */
const POLL_MS = 30_000;

/** What is commented; of a client its account. */
export interface Subject {
  readonly kind: CommentSubjectKind;
  readonly id: number | string;
}
const keyOf = ({ kind, id }: Subject): string => commentSubject(kind, id);

/** What one writes of a subject, and the changed words of a comment, until they are sent (COM-1). */
export const commentDraft = (subject: Subject): DraftKind<string> => ({
  name: `comment/${keyOf(subject)}`,
  version: 1,
  schema: commentSchema.shape.text,
});
/** Changed words of a comment, and the ones that they were begun on. */
export interface EditedWords {
  readonly text: string;
  readonly seen: string;
}
export const editDraft = (id: number): DraftKind<EditedWords> => ({
  name: `comment-edit/${id}`,
  version: 2,
  isWhole: true,
  schema: commentSchema.pick({ text: true }).extend({ seen: commentSchema.shape.text }),
});

/** Newest first, some at a time. */
export function useComments(subject: Subject) {
  return useInfiniteQuery({
    queryKey: routeKey(listComments, { query: { subject: keyOf(subject) } }),
    queryFn: ({ pageParam, signal }) =>
      callApi(listComments, { query: { subject: keyOf(subject), page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length + 1),
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  });
}

/** Whom one may mention: everybody else who works there. */
export function useMentionable(enabled: boolean) {
  return useQuery({
    ...routeQuery(listColleagues),
    enabled,
    select: ({ results }) => results.filter(({ is_oneself }) => !is_oneself),
  });
}

export function useAddComment(subject: Subject) {
  const client = useQueryClient();
  const { distributorId } = useDistributorScope();
  // Also when the form has gone meanwhile, or another distributor is chosen: sent twice it would be said twice.
  const drop = () => dropDraft(commentDraft(subject), distributorId);
  return useAction({
    mutationFn: async (text: string) => {
      try {
        const comment = await callApi(addComment, { body: { subject: keyOf(subject), text } });
        drop();
        return comment;
      } catch (error) {
        if (isApiError(error) && error.failure === "stale" && error.status > 0) drop();
        throw error;
      }
    },
    onSettled: () => void invalidateAfter(client, addComment),
  });
}

export function useEditComment(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (words: EditedWords) => callApi(editComment, { params: { id }, body: words }),
    onSettled: () => invalidateAfter(client, editComment),
  });
}

export function useDeleteComment(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => callApi(deleteComment, { params: { id } }),
    // Not waited for: with the new list the comment is gone, and whoever asked from it would not hear that it is done.
    onSettled: () => void invalidateAfter(client, deleteComment),
  });
}

/** The newest mentions, and how many are not read. */
export function useMentions() {
  const { hasAccess } = useDistributorScope();
  return useInfiniteQuery({
    queryKey: routeKey(listMentions),
    queryFn: ({ pageParam, signal }) => callApi(listMentions, { query: { page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length + 1),
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  });
}

/** @returns an action whose variable is which comments; null: all */
export function useReadMentions() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (comments: number[] | null) => callApi(readMentions, { body: { comments } }),
    onSettled: () => void invalidateAfter(client, readMentions),
  });
}
