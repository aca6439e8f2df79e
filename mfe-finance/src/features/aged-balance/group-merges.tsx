import type { GroupMerge } from "@bobine/contract/group-merges";
import { describeError, useSession } from "@bobine/shared-auth";
import { ConfirmDialog, Notice, notifySuccess } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useGroupMerges, useMergeGroups } from "./aged-balance.queries.ts";
import { MERGE_TEXTS as TEXTS } from "./aged-balance.texts.ts";

/** Groups that are written in several ways: a super admin writes each in one (CLI-5). */
export function GroupMerges() {
  const { isSuperAdmin } = useSession();
  const { data } = useGroupMerges();
  const [merging, setMerging] = useState<GroupMerge>();
  if (!data || data.results.length === 0) return null;
  return (
    <>
      <Notice tone="info" title={TEXTS.title}>
        <Stack gap={6}>
          {data.results.map((merge) => (
            <Group key={merge.proposed} justify="space-between" gap="sm">
              <Text size="sm">{TEXTS.names(merge)}</Text>
              {isSuperAdmin ? (
                <Button size="compact-sm" variant="default" onClick={() => setMerging(merge)}>
                  {TEXTS.merge(merge.proposed)}
                </Button>
              ) : null}
            </Group>
          ))}
          <Text size="sm">{isSuperAdmin ? TEXTS.summed : TEXTS.ask}</Text>
        </Stack>
      </Notice>
      {merging ? <MergeDialog merge={merging} close={() => setMerging(undefined)} /> : null}
    </>
  );
}

function MergeDialog({ merge, close }: { merge: GroupMerge; close: () => void }) {
  const action = useMergeGroups();
  return (
    <ConfirmDialog
      opened
      title={TEXTS.question(merge.proposed)}
      confirmLabel={TEXTS.confirm}
      pending={action.isPending}
      error={action.error ? describeError(action.error, TEXTS.failed).message : undefined}
      onConfirm={() =>
        action.mutate(merge.proposed, {
          onSuccess: ({ message }) => {
            notifySuccess(message);
            close();
          },
        })
      }
      close={close}
    >
      <Text>{TEXTS.explained(merge)}</Text>
    </ConfirmDialog>
  );
}
