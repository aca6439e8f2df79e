import { describe, expect, it } from "vitest";
import { aRemote } from "../testing.ts";
import { createRemoteLoader, integrityByAddress, RemoteLoadError } from "./remote-loader.ts";

const door = { routes: [{ path: "/invoices", element: null }] };

describe("loading a remote", () => {
  it("asks the network once for all who need it", async () => {
    let calls = 0;
    const loader = createRemoteLoader(async () => {
      calls += 1;
      return door;
    }, 0);
    expect(await loader.loadRemoteRoutes(aRemote())).toBe(door);
    await loader.loadRemoteRoutes(aRemote());
    expect(calls).toBe(1);
  });

  it("tries once more after a failure, forcing the runtime to forget the first try", async () => {
    const again: boolean[] = [];
    const loader = createRemoteLoader(async (_, force) => {
      again.push(force);
      if (again.length === 1) throw new Error("503");
      return door;
    }, 0);
    expect(await loader.loadRemoteRoutes(aRemote())).toBe(door);
    expect(again).toEqual([false, true]);
  });

  it("keeps a failure until the user asks again", async () => {
    let up = false;
    let calls = 0;
    const remote = aRemote();
    const loader = createRemoteLoader(async () => {
      calls += 1;
      if (!up) throw new Error("503");
      return door;
    }, 0);
    await expect(loader.loadRemoteRoutes(remote)).rejects.toBeInstanceOf(RemoteLoadError);
    await expect(loader.loadRemoteRoutes(remote)).rejects.toMatchObject({ remote });
    expect(calls).toBe(2);
    up = true;
    loader.forget(remote);
    expect(await loader.loadRemoteRoutes(remote)).toBe(door);
  });

  it.each([[undefined], [null], [{}], [{ routes: "none" }]])(
    "refuses a module that is no door: %j",
    async (module) => {
      const loader = createRemoteLoader(async () => module, 0);
      await expect(loader.loadRemoteRoutes(aRemote())).rejects.toBeInstanceOf(RemoteLoadError);
    },
  );

  it("a remote that fails leaves the others alone", async () => {
    const loader = createRemoteLoader(async ({ name }) => {
      if (name === "mfe-finance") throw new Error("503");
      return door;
    }, 0);
    await expect(loader.loadRemoteRoutes(aRemote())).rejects.toBeInstanceOf(RemoteLoadError);
    expect(await loader.loadRemoteRoutes(aRemote({ name: "mfe-admin" }))).toBe(door);
  });
});

it("knows the hash of every file of every remote by its absolute address", () => {
  const remotes = [
    aRemote({ integrity: { "remoteEntry.js": "sha384-a", "12.abc.js": "sha384-b" } }),
    aRemote({
      name: "mfe-admin",
      baseUrl: "https://cdn.example/admin/1/",
      integrity: { "remoteEntry.js": "sha384-c" },
    }),
  ];
  expect(integrityByAddress(remotes, "https://bobine.example/invoices")).toEqual({
    "https://bobine.example/r/mfe-finance/0123456789ab/remoteEntry.js": "sha384-a",
    "https://bobine.example/r/mfe-finance/0123456789ab/12.abc.js": "sha384-b",
    "https://cdn.example/admin/1/remoteEntry.js": "sha384-c",
  });
});
