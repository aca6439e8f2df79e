import { type Action, describeError, useAction } from "@bobine/shared-auth";
import { notifyFailure } from "@bobine/shared-ui";
import { useCallback, useEffect, useRef, useState } from "react";

const NBSP = "\u00a0";

/** An upload under way: its progress, its result, and the way to begin again. */
export interface UploadTask<Result>
  extends Pick<Action<Result, File>, "data" | "error" | "isPending" | "mutate" | "reset"> {
  readonly percent: number;
}

/** Whether the page is still there, for what ends when somebody has left it. */
export function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}

/**
 * One file at a time.
 * @param title of the page, for a failure that comes when another one shows: that nothing was imported is told there (TXT-1)
 */
export function useUploadTask<Result>(
  title: string,
  send: (file: File, onProgress: (percent: number) => void) => Promise<Result>,
): UploadTask<Result> {
  const [percent, setPercent] = useState(0);
  const isHere = useIsHere();
  const mutation = useAction({
    mutationFn: (file: File) => {
      setPercent(0);
      return send(file, setPercent);
    },
    // A half-sent file is worth nothing, and the server imports a file that comes twice only once: no silent retry.
    retry: false,
  });
  const mutate: typeof mutation.mutate = (file, callbacks) =>
    mutation.mutate(file, {
      ...callbacks,
      onError: (error) => {
        callbacks?.onError?.(error);
        if (isHere()) return;
        const { reason, fieldErrors } = describeError(error);
        notifyFailure(notImported(title, file.name), Object.values(fieldErrors)[0] ?? reason);
      },
    });
  return { ...mutation, mutate, percent };
}

/** @param title of the page where its import began */
export const notImported = (title: string, fileName: string): string =>
  `${title}${NBSP}: «${NBSP}${fileName}${NBSP}» n’a pas été importé`;
