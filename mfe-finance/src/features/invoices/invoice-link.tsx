import { Anchor, type AnchorProps } from "@mantine/core";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../paths.ts";

/** From one invoice's detail to another's: the list below keeps its filters, and no document stands over it (UI-26). */
export function InvoiceLink({
  id,
  invoice_number,
  size,
}: {
  id: number;
  invoice_number: string;
  size?: AnchorProps["size"];
}) {
  const params = new URLSearchParams(useLocation().search);
  params.delete("document");
  return (
    <Anchor
      component={Link}
      to={{ pathname: paths.invoice(id), search: params.toString() }}
      {...(size === undefined ? {} : { size })}
    >
      {invoice_number}
    </Anchor>
  );
}
