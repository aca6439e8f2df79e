import { notifyError } from "@bobine/shared-ui";
import { Button, type ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";

/** TXT-2 */
const COPIED_MS = 2_000;

export interface CopyButtonProps extends Pick<ButtonProps, "size" | "variant"> {
  value: string;
  label?: string;
  /** What the button says for a while once it is copied. */
  copied?: string;
  /** That the browser does not copy, with what to do. */
  failed?: string;
}

/** Copies a text that stands beside it. A browser may refuse that, and has no clipboard without TLS: it is told (TXT-1). */
export function CopyButton({
  value,
  label = "Copier",
  copied = "Copié",
  failed = "Impossible de copier\u00a0: sélectionnez le texte et copiez-le.",
  size = "sm",
  variant = "default",
}: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      notifyError(failed);
    }
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <Button
      size={size}
      variant={variant}
      flex="none"
      aria-live="polite"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void copy()}
    >
      {isCopied ? copied : label}
    </Button>
  );
}
