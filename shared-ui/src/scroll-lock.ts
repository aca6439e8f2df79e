let locks = 0;
let unlock = (): void => undefined;
let forgetGutter = (): void => undefined;

/**
 * Keeps the page behind a dialog where it is; its width stays as it was beside the scroll bar that goes. By the style of the body alone: Mantine's way sets
 * a variable there, which every element of the page inherits, so that the styles of all of them were worked out anew.
 * @returns what ends it; the page scrolls again once each has been ended
 */
export function lockScroll(): () => void {
  locks += 1;
  if (locks === 1) {
    forgetGutter();
    const { style } = document.body;
    const { overflow, marginRight } = style;
    const bar = window.innerWidth - document.documentElement.clientWidth;
    style.overflow = "hidden";
    if (bar > 0) style.marginRight = `${bar}px`;
    unlock = () => {
      Object.assign(style, { overflow, marginRight });
      if (bar > 0) keepGutter();
    };
  }
  return () => {
    locks -= 1;
    if (locks === 0) unlock();
  };
}

/**
 * Keeps the place of the scroll bar until it is there again: a browser first lays the page out without it, then with it, and the whole
 * page has another width both times.
 */
function keepGutter(): void {
  const { style } = document.documentElement;
  style.scrollbarGutter = "stable";
  // The bar is there when the next frame has been drawn.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => forgetGutter());
  });
  forgetGutter = () => {
    cancelAnimationFrame(frame);
    style.scrollbarGutter = "";
    forgetGutter = () => undefined;
  };
}
