import { Badge, Button } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { useMentions } from "./comments.queries.ts";
import { MENTION_TEXTS as TEXTS } from "./comments.texts.ts";
import { MentionsDrawer } from "./mentions.drawer.tsx";

const OPENED = "mentions";

/** How many mentions whoever looks has not read, and their list; `?mentions` opens it (COM-4). */
export function MentionsButton() {
  const [params, setParams] = useSearchParams();
  const unread = useMentions().data?.pages[0]?.unread_count ?? 0;
  const show = (isShown: boolean): void =>
    setParams(
      (now) => {
        if (isShown) now.set(OPENED, "");
        else now.delete(OPENED);
        return now;
      },
      { replace: true },
    );
  return (
    <>
      <Button
        variant="default"
        aria-label={unread > 0 ? TEXTS.openWith(unread) : TEXTS.open}
        rightSection={
          unread > 0 ? (
            <Badge size="sm" circle={unread < 10}>
              {unread}
            </Badge>
          ) : undefined
        }
        onClick={() => show(true)}
      >
        {TEXTS.open}
      </Button>
      {params.has(OPENED) ? <MentionsDrawer close={() => show(false)} /> : null}
    </>
  );
}
