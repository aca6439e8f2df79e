import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { federatedFiles } from "./federated-files.mjs";

const NAME = "mfe-edited";
const ROOT = resolve(import.meta.dirname, "../../..");
let dir: string;
let server: Server;
let url: string;
let files: ReturnType<typeof federatedFiles>;
let first: Manifest;

const edit = (text: string) =>
  writeFile(join(dir, "src/remote.tsx"), `export const routes = [{ path: "/x", element: ${text} }];`);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "bobine-edited-"));
  await mkdir(join(dir, "src"));
  await writeFile(join(dir, "package.json"), JSON.stringify({ version: "1.0.0" }));
  await writeFile(join(dir, "remote.config.json"), "{}");
  await writeFile(join(dir, "webpack.config.mjs"), "");
  await edit("<p>un</p>");
  files = federatedFiles({ dir, name: NAME });
  server = createServer(
    (request, response) => void files.middleware(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // It is built when it is asked for.
  first = await readManifest();
});
afterAll(async () => {
  await files.stop();
  server.closeAllConnections();
  server.close();
  for (const folder of [dir, ...["standalone", "webpack"].map((part) => join(ROOT, ".cache", part, NAME))])
    await rm(folder, { recursive: true, force: true });
});

/** What a page reads first: which build there is, and where its files are. */
async function readManifest() {
  const answer = await fetch(`${url}/remote.json`);
  const manifest = (await answer.json()) as {
    build: string;
    entry: string;
    integrity: Record<string, string>;
  };
  return { ...manifest, at: (file: string) => new URL(file, answer.url).href };
}
type Manifest = Awaited<ReturnType<typeof readManifest>>;
const hashOf = async (address: string) => {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
};
const expectWhole = async ({ integrity, at }: Manifest) => {
  for (const [file, hash] of Object.entries(integrity))
    expect([file, await hashOf(at(file))]).toEqual([file, hash]);
};

describe("FED-22: the remote of a developer's machine in a served product", () => {
  it("has an address for each build, so that a page finds the files of its own, and is told of the next", async () => {
    expect(Object.keys(first.integrity)).not.toEqual([]);
    const changes = (await fetch(`${url}/federated/changes`)).body!.getReader();
    await edit("<p>deux</p>");
    expect(new TextDecoder().decode((await changes.read()).value)).toContain("data: built");
    await changes.cancel();
    const second = await readManifest();
    expect(second.build).not.toBe(first.build);
    await expectWhole(second);
    await expectWhole(first);
    expect((await fetch(`${url}/federated/${first.build}/..%2F..%2Fpackage.json`)).status).toBe(404);
  });

  it("tells what does not compile, and the pages that are open go on", async () => {
    await edit("<p>");
    const told = async () => {
      const answer = await fetch(`${url}/remote.json`);
      return [answer.status, (await answer.text()).includes("remote.tsx")];
    };
    await expect.poll(told, { timeout: 25_000 }).toEqual([500, true]);
    await expectWhole(first);
  });

  it("tells that a file is gone, and that it is back", async () => {
    const status = async () => (await fetch(`${url}/remote.json`)).status;
    await edit("<p>trois</p>");
    await expect.poll(status, { timeout: 25_000 }).toBe(200);
    await rm(join(dir, "src/remote.tsx"));
    await expect.poll(status, { timeout: 25_000 }).toBe(500);
    await edit("<p>quatre</p>");
    await expect.poll(status, { timeout: 25_000 }).toBe(200);
  });
});
