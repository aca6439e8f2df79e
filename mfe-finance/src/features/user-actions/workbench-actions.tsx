import { USER_ACTION_LIST } from "@bobine/contract/lists/user-actions";
import type { UserActionOverview } from "@bobine/contract/user-actions";
import { describeError } from "@bobine/shared-auth";
import { CsvButton } from "@bobine/shared-ui/csv";
import { Button } from "@mantine/core";
import { memo } from "react";
import { MentionsButton } from "../../comments/mentions.button.tsx";
import { Deciders } from "../../decider.tsx";
import { KeyCap } from "../../key-cap.tsx";
import type { QueueView } from "./queue-view.ts";
import type { Workbench } from "./use-workbench.ts";
import { readUserActionsCsv } from "./user-actions.queries.ts";
import { DESK_TEXTS, TEXTS } from "./user-actions.texts.ts";
import classes from "./workbench.module.css";

interface WorkbenchActionsProps {
  view: QueueView;
  overview: UserActionOverview | undefined;
  /** Nothing to export. */
  isEmpty: boolean;
  onOpen: Workbench["setOpened"];
}

/** The buttons of the page's head. A step in the queue leaves them alone. */
export const WorkbenchActions = memo(({ view, overview, isEmpty, onOpen }: WorkbenchActionsProps) => {
  return (
    <>
      <Deciders>
        <Button variant="default" onClick={() => onOpen("bulk")} disabled={!overview?.by_suggestion.length}>
          {DESK_TEXTS.bulk}
        </Button>
      </Deciders>
      <MentionsButton />
      <CsvButton
        fileName={USER_ACTION_LIST.fileName}
        content={() => readUserActionsCsv(view)}
        describe={(error) => describeError(error, TEXTS.exportFailed).message}
        disabled={isEmpty}
      />
      <Button variant="default" onClick={() => onOpen("history")} rightSection={<KeyCap>H</KeyCap>}>
        {DESK_TEXTS.decisions}
      </Button>
      <Button
        className={classes["keysHelp"] ?? ""}
        variant="default"
        onClick={() => onOpen("help")}
        rightSection={<KeyCap>?</KeyCap>}
      >
        {DESK_TEXTS.shortcuts}
      </Button>
    </>
  );
});
