import { useMediaQuery } from "@mantine/hooks";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

/** Where rows are stacked (data-table.module.css) there is no place beside them. */
const PHONE = "(max-width: 48em)";
const ACTION = "action";

export type ActionSheet = ReturnType<typeof useActionSheet>;

/**
 * On a phone one action opens over the queue. It is in the address then (`?action=12`), so that « Back » closes it; elsewhere the address
 * only says which action to begin with.
 */
export function useActionSheet() {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { isStep?: boolean } | null };
  const navigate = useNavigate();
  const asked = Number(params.get(ACTION)) || undefined;
  const isOpen = isPhone && asked !== undefined;
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
    isPhone,
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
