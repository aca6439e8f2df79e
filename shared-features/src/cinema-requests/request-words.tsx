import type { CinemaRequest } from "@bobine/contract/cinema-requests";
import { Stack, Text } from "@mantine/core";
import { REQUEST_TEXTS as TEXTS } from "./cinema-requests.texts.ts";

/** What was asked and, once it was, what was answered, as people wrote it. */
export function RequestWords({ request }: { request: Pick<CinemaRequest, "words" | "answer"> }) {
  return (
    <Stack gap={2}>
      {request.words ? <Words text={`«\u00a0${request.words}\u00a0»`} /> : null}
      {request.answer ? <Words text={`${TEXTS.answer}\u00a0: ${request.answer}`} strong /> : null}
    </Stack>
  );
}

const Words = ({ text, strong = false }: { text: string; strong?: boolean }) => (
  <Text
    size="sm"
    {...(strong ? { fw: 500 } : {})}
    style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}
  >
    {text}
  </Text>
);
