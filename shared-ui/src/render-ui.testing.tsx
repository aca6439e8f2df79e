import "@testing-library/jest-dom/vitest";
import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { BobineProvider } from "./bobine-provider.tsx";

/** Renders inside the theme, without transitions. For components; screens use `renderScreen` of shared-auth/testing. */
export const renderUi = (element: ReactNode): RenderResult =>
  render(<BobineProvider env="test">{element}</BobineProvider>);

/** French typography as plain spaces, to compare with text typed in a test. */
export const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");
