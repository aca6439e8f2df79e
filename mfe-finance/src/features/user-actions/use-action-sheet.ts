import { useMediaQuery } from "@mantine/hooks";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/**
 * Where labels of the queue could not be read beside an action: below it, the action would be a second scroll of the page (UI-27).
 * From 75em on the menu takes 280 px of what there is.
 */
export const NARROW = "(max-width: 70em), (min-width: 75em) and (max-width: 89em)";
const ACTION = "action";

export type ActionSheet = ReturnType<typeof useActionSheet>;

/**
 * Where there is no place beside the queue one action opens over it. It is in the address then (`?action=12`), so that « Back » closes it; elsewhere the address
 * only says which action to begin with.
 */
export function useActionSheet() {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { isStep?: boolean } | null };
  const navigate = useNavigate();
  const asked = Number(params.get(ACTION)) || undefined;
  const isOpen = isNarrow && asked !== undefined;
  const write = (id: number | undefined, options: { replace: boolean; state?: object | null }) =>
    setParams((current) => {
      current.delete(ACTION);
      if (id !== undefined) current.set(ACTION, String(id));
      return current;
    }, options);
  // What was opened from the queue it closes with a step back: « Back » then leaves the queue instead of opening it again.
  const close = () => {
    if (state?.isStep) void navigate(-1);
    else write(undefined, { replace: true });
  };
  return {
    isNarrow,
    isOpen,
    asked,
    open: (id: number) => write(id, { replace: false, state: { isStep: true } }),
    /** Shows another action in its place; none closes it. */
    follow: (id: number | undefined) => {
      if (id === undefined) close();
      else write(id, { replace: true, state });
    },
    close,
  };
}
