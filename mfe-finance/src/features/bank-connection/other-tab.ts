import { CONNECTION_RESULTS, type ConnectionResult } from "@bobine/contract/bank-connection";

const CHANNEL = "bobine-bank-return";

/** Tells the tabs of this browser how the bank sent one of them back. */
export function notifyReturnFromBank(result: ConnectionResult): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(result);
  channel.close();
}

/** Hears it. @returns what ends the hearing */
export function onReturnFromBank(tell: (result: ConnectionResult) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const result = CONNECTION_RESULTS.find((one) => one === data);
    if (result) tell(result);
  });
  return () => channel.close();
}

export interface OtherTab {
  /** @returns false when the browser allowed no tab */
  goTo: (url: string) => boolean;
  close: () => void;
}

/**
 * A tab whose address comes later: browsers allow one only while a click is handled, not after the server's answer. It is empty
 * first, so that it takes along the chosen distributor of this tab; the page that it then shows is given no hold on this one.
 */
export function openOtherTab(): OtherTab {
  const tab = window.open("", "_blank");
  if (tab) tab.opener = null;
  return {
    goTo: (url) => {
      if (!tab) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}
