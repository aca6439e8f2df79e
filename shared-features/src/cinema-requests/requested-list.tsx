import type { CinemaRequest } from "@bobine/contract/cinema-requests";
import { Text } from "@mantine/core";
import { REQUEST_TEXTS as TEXTS } from "./cinema-requests.texts.ts";

/** The file of a list that is proposed, and the rows of it that were left out (CIN-11). */
export function RequestedList({ list }: { list: NonNullable<CinemaRequest["list"]> }) {
  return (
    <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
      {TEXTS.file(list.file_name)}
      {list.errors.length > 0 ? (
        <details>
          <summary>{TEXTS.leftOut(list.errors.length)}</summary>
          <ul style={{ margin: 0, paddingInlineStart: "1.2em" }}>
            {list.errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </Text>
  );
}
