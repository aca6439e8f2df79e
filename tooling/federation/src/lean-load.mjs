// In the place of the federation runtime's loading of entries, which also knows modules, SystemJS and Node.js. An entry here is a
// script that leaves its container in a global, and the host makes its element (host's remote-loader.ts). The first word of an
// error tells the host what failed (host's failure-diagnosis.ts).
import { globalLoading } from "@module-federation/runtime-core/dist/global.js";

export const getRemoteEntryUniqueKey = ({ name, entry }) => `${name}:${entry}`;

export const getRemoteInfo = (remote) => ({
  ...remote,
  type: "global",
  entryGlobalName: remote.name,
  shareScope: "default",
});

export const isEsmRemoteType = () => false;

/** The container of a remote, loaded once for all who ask; a failure is forgotten, so that it can be tried again. */
export async function getRemoteEntry({ origin, remoteEntryExports, remoteInfo }) {
  if (remoteEntryExports) return remoteEntryExports;
  const key = getRemoteEntryUniqueKey(remoteInfo);
  const loading = (globalLoading[key] ??= loadEntry(origin, remoteInfo));
  try {
    return await loading;
  } catch (error) {
    if (globalLoading[key] === loading) delete globalLoading[key];
    throw error;
  }
}

async function loadEntry(origin, remoteInfo) {
  const { name, entry } = remoteInfo;
  if (!globalThis[name]) {
    const { script, timeout } = origin.loaderHook.lifecycle.createScript.emit({ url: entry, remoteInfo });
    await run(script, timeout);
  }
  if (!globalThis[name]) throw new Error(`${entry} left no container ${name}`);
  return globalThis[name];
}

/** @param {HTMLScriptElement} script @param {number} timeoutMs */
function run(script, timeoutMs) {
  return new Promise((done, failed) => {
    const end = (problem) => {
      clearTimeout(timer);
      window.removeEventListener("error", note);
      script.remove();
      if (problem) failed(problem);
      else done();
    };
    let thrown;
    const note = ({ filename, message }) => {
      if (filename === script.src) thrown = new Error(`ScriptExecutionError: ${message} (${filename})`);
    };
    const timer = setTimeout(() => end(new Error(`ScriptNetworkError: ${script.src} timed out`)), timeoutMs);
    script.addEventListener("load", () => end(thrown));
    script.addEventListener("error", () => end(new Error(`ScriptNetworkError: ${script.src}`)));
    window.addEventListener("error", note);
    document.head.append(script);
  });
}
