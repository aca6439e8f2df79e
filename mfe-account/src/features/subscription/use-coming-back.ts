import { useEffect } from "react";

/** Whoever comes back from the card provider's page may find this one as it was left, and is to press the button again. */
export function useComingBack(reset: () => void): void {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, [reset]);
}
