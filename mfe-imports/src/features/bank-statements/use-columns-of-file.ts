import { type ChosenLayout, UNKNOWN_COLUMNS } from "@bobine/contract/statement-columns";
import { isApiError } from "@bobine/shared-auth";
import { useRef, useState } from "react";

/** Files of other names hold a format of banks: it says itself what is what. */
export const isTable = ({ name }: Pick<File, "name">): boolean => /\.(csv|xlsx|txt|zip)$/i.test(name);

/** What is said of the columns of the chosen file: asked when somebody wants to, and when the server could not tell (BANK-30). */
export function useColumnsOfFile() {
  const [isOpen, setOpen] = useState(false);
  // Whoever pressed « Voir l’aperçu » last sees what the answer makes of the file: it is not imported by it.
  const isLookedAt = useRef(false);
  // The refusal that was answered: the next one asks again.
  const [answered, setAnswered] = useState<Error | null>(null);
  // Read when the file is sent, which may be at once.
  const chosen = useRef<readonly ChosenLayout[]>([]);
  const close = (error: Error | null) => {
    setOpen(false);
    setAnswered(error);
  };
  return {
    layouts: () => chosen.current,
    ask: () => setOpen(true),
    /** The file is sent to be looked at, or to be imported: what is asked goes on with the same. */
    noteSentFor: (purpose: "preview" | "import") => {
      isLookedAt.current = purpose === "preview";
    },
    isForPreview: () => isLookedAt.current,
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
      isLookedAt.current = false;
      close(null);
    },
  };
}
