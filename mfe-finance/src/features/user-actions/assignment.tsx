import { personName } from "@bobine/contract/person-name";
import type { UserActionDetail } from "@bobine/contract/user-actions";
import { describeError } from "@bobine/shared-auth";
import { notifyError, notifySuccess } from "@bobine/shared-ui";
import { Select, Text } from "@mantine/core";
import { useDecides } from "../../decider.tsx";
import { useAssign, useDeciders } from "./user-actions.queries.ts";
import { ASSIGNMENT_TEXTS as TEXTS } from "./user-actions.texts.ts";

/** Who is to decide an action (LET-52): given to somebody by who decides, read by others. */
export function Assignment({ action }: { action: UserActionDetail }) {
  const decides = useDecides();
  const people = useDeciders(decides).data ?? [];
  const assign = useAssign();
  const assigned = action.assigned_to ?? null;
  if (!decides)
    return assigned ? (
      <Text size="sm" c="dimmed">
        {TEXTS.label} {personName(assigned)}
      </Text>
    ) : null;
  // Whoever has left since keeps their name here until somebody else has it.
  const known = assigned === null || people.some(({ id }) => id === assigned.id);
  const options = known || assigned === null ? people : [...people, assigned];
  const give = (user: number | null) =>
    assign.mutate(
      { id: action.id, user },
      {
        onSuccess: ({ assigned_to: now }) =>
          notifySuccess(now ? TEXTS.assigned(personName(now)) : TEXTS.unassignedDone),
        onError: (error) => notifyError(describeError(error, TEXTS.failed).message),
      },
    );
  return (
    <Select
      size="xs"
      maw={320}
      mb="xs"
      label={TEXTS.label}
      placeholder={TEXTS.nobody}
      clearable
      clearButtonProps={{ "aria-label": TEXTS.clear }}
      disabled={assign.isPending}
      value={assigned === null ? null : String(assigned.id)}
      onChange={(id) => give(id === null ? null : Number(id))}
      data={options.map((person) => ({ value: String(person.id), label: personName(person) }))}
    />
  );
}
