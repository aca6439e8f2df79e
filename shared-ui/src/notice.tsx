import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./notice.module.css";

const ICONS = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconAlertTriangle,
};

export interface NoticeProps {
  tone: keyof typeof ICONS;
  title?: string;
  children: ReactNode;
}

/** A message that stays on the page. An error is announced at once, the others when the reader is idle. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classes["notice"]} data-tone={tone} role={tone === "error" ? "alert" : "status"}>
      <Icon size={20} stroke={1.7} aria-hidden className={classes["icon"]} />
      <div>
        {title ? <strong className={classes["title"]}>{title}</strong> : null}
        <div>{children}</div>
      </div>
    </div>
  );
}
