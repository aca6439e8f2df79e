const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/**
 * What the one field gets that a link has opened its form for: it has the focus once it is there, also in a dialog, whose own first
 * field gives way, and also when it comes after its dialog.
 */
export const focusedField = (isFocused: boolean) =>
  isFocused ? { "data-autofocus": true as const, ref: focusOnMount } : {};
