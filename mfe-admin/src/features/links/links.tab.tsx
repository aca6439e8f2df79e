import { PageHeader } from "@bobine/shared-ui";
import { Stack } from "@mantine/core";
import { LinkRequests } from "./link-requests.tsx";
import { TAB_TITLE } from "./links.texts.ts";
import { NewLinks } from "./new-links.tsx";
import { ScreenProposals } from "./screen-proposals.tsx";

/** What files say of shared cinemas, and which cinemas they brought to whom. */
export function LinksTab() {
  return (
    <Stack gap="xl">
      <PageHeader title={TAB_TITLE} />
      <LinkRequests />
      <ScreenProposals />
      <NewLinks />
    </Stack>
  );
}
