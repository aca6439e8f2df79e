import classes from "./comments.module.css";

/** What somebody wrote, as text alone; whom it mentions stands out (COM-1). */
export function CommentText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  return (
    <p className={classes["text"]}>
      {partsOf(text, mentions).map((part) =>
        part.isMention ? (
          <strong key={part.start} className={classes["mention"]}>
            {part.text}
          </strong>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

interface TextPart {
  readonly start: number;
  readonly text: string;
  readonly isMention: boolean;
}

/** The text cut at its mentions; of two that begin at one place the longer one. */
export function partsOf(text: string, mentions: readonly string[]): TextPart[] {
  const longestFirst = mentions.toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mention = longestFirst.find((one) => one !== "" && text.startsWith(one, at));
    if (mention === undefined) continue;
    if (at > start) parts.push({ start, text: text.slice(start, at), isMention: false });
    parts.push({ start: at, text: mention, isMention: true });
    start = at + mention.length;
    at = start - 1;
  }
  if (start < text.length) parts.push({ start, text: text.slice(start), isMention: false });
  return parts;
}
