import { booksPolicy } from "@bobine/contract/policy/books";
import { Allowed, useMay } from "@bobine/shared-auth";
import type { ReactNode } from "react";

/** Whether who looks decides about the books; a viewer reads them (SEC-22). */
export const useDecides = (): boolean => useMay(booksPolicy.decideUserActions);

/** What only those see who decide. */
export const Deciders = ({ children }: { children: ReactNode }) => (
  <Allowed access={booksPolicy.decideUserActions}>{children}</Allowed>
);
