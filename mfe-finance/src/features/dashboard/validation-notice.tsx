import { useOwnDistributor } from "@bobine/shared-features/own-distributor";
import { Notice } from "@bobine/shared-ui";
import { Anchor, Box } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { TEXTS } from "./dashboard.texts.ts";

/** To who is not validated: what can be done meanwhile, and where its file is. */
export function ValidationNotice() {
  const status = useOwnDistributor().data?.validation_status;
  if (status === undefined || status === "validated") return null;
  return (
    <Box mb="md">
      <Notice tone={status === "refused" ? "warning" : "info"}>
        {TEXTS.validationNotice[status]}{" "}
        <Anchor component={Link} to={paths.account()} fz="inherit" underline="always">
          {TEXTS.toApplication}
        </Anchor>
      </Notice>
    </Box>
  );
}
