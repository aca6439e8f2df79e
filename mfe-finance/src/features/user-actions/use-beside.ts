import { useEffect, useRef } from "react";

/** Between what stays in sight and the ends of the window. */
const GAP_PX = 16;

/**
 * Keeps what stands beside the queue in sight without a scroll of its own (UI-27): what is longer than the window goes on with the page as far as its
 * end, and back as far as its top.
 * @param shown what shows there: something else begins at its top
 */
export function useBeside<Element extends HTMLElement>(shown: unknown) {
  const place = useRef<Element>(null);
  useEffect(() => {
    let top = GAP_PX;
    let last = window.scrollY;
    const follow = () => {
      const beside = place.current;
      if (!beside) return;
      const lowest = Math.min(GAP_PX, window.innerHeight - beside.offsetHeight - GAP_PX);
      top = Math.min(GAP_PX, Math.max(lowest, top + last - window.scrollY));
      last = window.scrollY;
      beside.style.top = `${top}px`;
    };
    follow();
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, [shown]);
  return place;
}
