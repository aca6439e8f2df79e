import { type Action, useAction } from "@bobine/shared-auth";
import { useState } from "react";

/** An upload under way: its progress, its result, and the way to begin again. */
export interface UploadTask<Result>
  extends Pick<Action<Result, File>, "data" | "error" | "isPending" | "mutate" | "reset"> {
  readonly percent: number;
}

/** One file at a time. */
export function useUploadTask<Result>(
  send: (file: File, onProgress: (percent: number) => void) => Promise<Result>,
): UploadTask<Result> {
  const [percent, setPercent] = useState(0);
  const mutation = useAction({
    mutationFn: (file: File) => {
      setPercent(0);
      return send(file, setPercent);
    },
    // A half-sent file is worth nothing, and the server imports a file that comes twice only once: no silent retry.
    retry: false,
  });
  return { ...mutation, percent };
}
