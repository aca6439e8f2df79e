import type { BoxOfficeStats } from "@bobine/contract/box-office";
import { Notice } from "@bobine/shared-ui";
import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { TEXTS } from "./box-office.texts.ts";

/** A whole report that names other distributors: says by what a company is known, and leads there. */
export function NothingOfOurs({ stats }: { stats: BoxOfficeStats }) {
  if (stats.other_distributors === 0 || stats.other_distributors < stats.declarations_found) return null;
  return (
    <Notice tone="warning" title={TEXTS.nothingOfOurs}>
      {TEXTS.knownBy}{" "}
      <Anchor component={Link} to={paths.account()} inherit underline="always">
        {TEXTS.toAccount}
      </Anchor>
    </Notice>
  );
}
