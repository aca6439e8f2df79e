import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { isApiError } from "./api-error.ts";

/** What whoever asked for an action does when it has ended. Not called after `reset`, nor but for `onError` when the page has gone. */
export interface ActionCallbacks<TData> {
  onSuccess?: (data: TData) => void;
  /** Also called when the person is on another page by then: that it was not done must be told. Not to another session. */
  onError?: (error: Error) => void;
  onSettled?: () => void;
}

export type Action<TData, TVariables> = StateOf<UseMutationResult<TData, Error, TVariables>> & {
  mutate: (variables: TVariables, callbacks?: ActionCallbacks<TData>) => void;
};

/** One by one, so that a state still says which of its fields are there. */
type StateOf<Result> = Result extends unknown ? Omit<Result, "mutate" | "mutateAsync"> : never;

interface Run {
  readonly variables: unknown;
  hasEnded: boolean;
}

/**
 * What a person does to the server's data: a mutation of the query library that is not sent twice. A second press comes before
 * the page shows that the first one runs, and the same thing is then asked again: that one is dropped. Other variables
 * are another thing and are sent; each tells its own end, also when both run at a time.
 */
export function useAction<TData, TVariables = void>(
  options: UseMutationOptions<TData, Error, TVariables>,
): Action<TData, TVariables> {
  const mutation = useMutation(options);
  const { mutateAsync, reset: resetMutation } = mutation;
  const runs = useRef<Run[]>([]);
  // Not sooner: until then the page shows the button as it was before.
  useEffect(() => {
    runs.current = runs.current.filter(({ hasEnded }) => !hasEnded);
  });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const resets = useRef(0);
  const mutate = useCallback(
    (variables: TVariables, { onSuccess, onError, onSettled }: ActionCallbacks<TData> = {}) => {
      if (runs.current.some((run) => isSame(run.variables, variables))) return;
      const run: Run = { variables, hasEnded: false };
      const resetsBefore = resets.current;
      runs.current.push(run);
      const end = (tell: () => void, isToldElsewhere = false): void => {
        run.hasEnded = true;
        if (resets.current !== resetsBefore) return;
        if (isHere.current || isToldElsewhere) tell();
        if (isHere.current) onSettled?.();
      };
      mutateAsync(variables).then(
        (data) => end(() => onSuccess?.(data)),
        (error: Error) => end(() => onError?.(error), !(isApiError(error) && error.failure === "stale")),
      );
    },
    [mutateAsync],
  );
  const reset = useCallback(() => {
    resets.current += 1;
    runs.current = [];
    resetMutation();
  }, [resetMutation]);
  return { ...mutation, mutate, reset };
}

/** Values and what they hold; a file is only the same as itself. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) ||
  (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype);
