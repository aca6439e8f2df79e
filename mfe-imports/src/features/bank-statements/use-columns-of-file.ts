import { type ChosenLayout, UNKNOWN_COLUMNS } from "@bobine/contract/statement-columns";
import { isApiError } from "@bobine/shared-auth";
import { useRef, useState } from "react";

/** Files of other names hold a format of banks: it says itself what is what. */
export const isTable = ({ name }: Pick<File, "name">): boolean => /\.(csv|xlsx|txt|zip)$/i.test(name);

/** What is said of the columns of the chosen file: asked when somebody wants to, and when the server could not tell (BANK-30). */
export function useColumnsOfFile() {
  const [isOpen, setOpen] = useState(false);
  /** What is asked about them goes on with another look at the file, not with its import. */
  const [isForPreview, setForPreview] = useState(false);
  // The refusal that was answered: the next one asks again.
  const [answered, setAnswered] = useState<Error | null>(null);
  // Read when the file is sent, which may be at once.
  const chosen = useRef<readonly ChosenLayout[]>([]);
  const close = (error: Error | null) => {
    setOpen(false);
    setForPreview(false);
    setAnswered(error);
  };
  return {
    layouts: () => chosen.current,
    ask: () => setOpen(true),
    askForPreview: () => {
      setForPreview(true);
      setOpen(true);
    },
    isForPreview,
    isAsked: (error: Error | null): boolean =>
      isOpen || (error !== answered && isApiError(error) && error.code === UNKNOWN_COLUMNS),
    choose: (layout: ChosenLayout, error: Error | null) => {
      const others = chosen.current.filter(({ header_key }) => header_key !== layout.header_key);
      chosen.current = [layout, ...others];
      close(error);
    },
    close,
    forgetFile: () => {
      chosen.current = [];
      close(null);
    },
  };
}
