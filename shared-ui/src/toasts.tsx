import { Notifications, notifications } from "@mantine/notifications";

/** Where toasts show. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={4} containerWidth={400} />;
}

export const showToast = notifications.show;
export const hideToast = notifications.hide;
