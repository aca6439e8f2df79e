const LOOK_MS = 500;

/**
 * Ends what `npm run` started when npm is gone: an npm that is killed outright passes no signal on, and a server that nobody sees keeps its port.
 * What somebody started without npm goes on.
 * @param {() => void} end is called once
 */
export function endWithNpm(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    // Another process has taken this one over.
    if (process.ppid === npm) return;
    clearInterval(timer);
    end();
  }, LOOK_MS);
  timer.unref();
}
