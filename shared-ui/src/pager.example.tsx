import { useState } from "react";
import { Pager, type PagerProps } from "./pager.tsx";

export function Cinemas(props: Partial<PagerProps>) {
  const [page, setPage] = useState(2);
  return (
    <Pager page={page} pageSize={100} count={1147} unit={["cinéma", "cinémas"]} onPage={setPage} {...props} />
  );
}
