import { IconWifiOff } from "@tabler/icons-react";
import { useOnline } from "../use-online.ts";
import classes from "./offline-banner.module.css";

/** Says that the browser is offline for as long as it is. Its place is always there: only then is the text announced. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <output className={classes["place"]}>
      {online ? null : (
        <span className={classes["banner"]}>
          <IconWifiOff size={18} aria-hidden />
          <span>
            Vous êtes hors ligne. Les données affichées peuvent ne plus être à jour, et vos actions ne peuvent
            pas être enregistrées.
          </span>
        </span>
      )}
    </output>
  );
}
