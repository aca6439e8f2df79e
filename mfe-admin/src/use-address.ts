import { useSearchParams } from "react-router-dom";

/** Values of the address; an empty one leaves it. */
export type ParamValues = Readonly<Record<string, string | undefined>>;

/** The parameters of the address, and how to change some of them: each change is a step of « Back », unless it replaces. */
export function useAddress(): readonly [URLSearchParams, (values: ParamValues, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const change = (values: ParamValues, replace = false): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace },
    );
  return [params, change];
}
