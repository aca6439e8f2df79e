import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openMailPost, type PostedMessage } from "./mail-post.ts";

const MESSAGE: PostedMessage = {
  envelope: { from: "lumen@factures.bobine.example", to: ["facturation@cinema.example"] },
  content: Buffer.from("Subject: Facture\r\n\r\nBonjour\r\n.\r\nCordialement\r\n"),
  key: "0b4c6c1e-0000-4000-8000-000000000001",
};
const nothing = () => Promise.resolve();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-post-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("without SMTP_URL", () => {
  const post = () => openMailPost({ smtpUrl: null, dataDir: folder });
  const outbox = () => readdirSync(join(folder, "outbox")).filter((name) => !name.startsWith("."));

  test("a message is a whole file that its owner alone may read; a second try is the same file", async () => {
    expect(await post().handOver(MESSAGE, nothing)).toEqual({ kind: "taken", refused: new Map() });
    await post().handOver(MESSAGE, nothing);
    expect(outbox()).toEqual([`${MESSAGE.key}.eml`]);
    const path = join(folder, "outbox", `${MESSAGE.key}.eml`);
    expect(readFileSync(path)).toEqual(MESSAGE.content);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("it is not there before the caller has let its end go, nor when the caller does not", async () => {
    await expect(
      post().handOver(MESSAGE, () => {
        expect(outbox()).toEqual([]);
        return Promise.reject(new Error("not ours"));
      }),
    ).rejects.toThrow("not ours");
    expect(outbox()).toEqual([]);
  });
});

/** A mail server of few words: what it answers to each command, by its first word; "." is the end of a message. */
describe("with SMTP_URL", () => {
  let server: Server;
  let url: string;
  let said: string[];
  let answers: Record<string, string | null>;
  /** What it answers to some addresses. */
  let refusing: Record<string, string>;
  /** What it writes of its answer to the end of a message before it goes away. */
  let cutOff: string | null;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    said = [];
    answers = {};
    cutOff = null;
    refusing = {};
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      let [buffer, isData] = ["", false];
      const answer = (word: string, usual: string): void => {
        const own = answers[word];
        // Null is a server that goes away without a word, nothing one that keeps silent.
        if (own === null) socket.destroy();
        else if (own === "") return;
        else if (own?.startsWith("421")) socket.end(`${own}\r\n`);
        else socket.write(`${own ?? usual}\r\n`);
      };
      socket.write("220 test\r\n");
      socket.on("data", (chunk) => {
        buffer += chunk.toString();
        for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
          const line = buffer.slice(0, end);
          buffer = buffer.slice(end + 2);
          said.push(line);
          if (isData) {
            if (line !== ".") continue;
            isData = false;
            if (cutOff === null) answer(".", "250 taken");
            else socket.end(cutOff);
            continue;
          }
          const word = line.split(/[ :]/)[0]!.toUpperCase();
          if (word === "EHLO") answer(word, "250-test\r\n250 SIZE 1000000");
          else if (word === "DATA") {
            isData = answers["DATA"] === undefined;
            answer(word, "354 go on");
          } else answer(word, refusing[/<(.*)>/.exec(line)?.[1] ?? ""] ?? "250 ok");
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const post = () => openMailPost({ smtpUrl: url, dataDir: folder });

  test("the end of a message is written only once the caller has let it go", async () => {
    let before: string[] = [];
    const mailPost = post();
    const outcome = await mailPost.handOver(MESSAGE, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      before = [...said];
    });
    mailPost.close();
    expect(outcome).toEqual({ kind: "taken", refused: new Map() });
    expect(before).toContain("Bonjour");
    expect(before).not.toContain(".");
    // A line that is a dot does not end the message.
    expect(said).toEqual(expect.arrayContaining(["..", "Cordialement", "."]));
  });

  test("a caller that does not let it go stops the message, and the server never sees its end", async () => {
    const mailPost = post();
    await expect(mailPost.handOver(MESSAGE, () => Promise.reject(new Error("not ours")))).rejects.toThrow(
      "not ours",
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(said).not.toContain(".");
    // The next one goes by a connection of its own.
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject({ kind: "taken" });
    mailPost.close();
  });

  test("many messages go by one connection", async () => {
    const mailPost = post();
    for (let n = 0; n < 5; n += 1) await mailPost.handOver(MESSAGE, nothing);
    mailPost.close();
    expect(said.filter((line) => line.startsWith("EHLO"))).toHaveLength(1);
    expect(said.filter((line) => line === ".")).toHaveLength(5);
  });

  test.each<[string, Record<string, string | null>, object]>([
    ["an address is unknown", { RCPT: "550 5.1.1 unknown" }, { kind: "not_taken", answer: { code: 550 } }],
    ["an address is for later", { RCPT: "450 4.2.1 later" }, { kind: "not_taken", answer: { code: 450 } }],
    ["the message is refused", { ".": "554 5.7.1 spam" }, { kind: "not_taken", answer: { code: 554 } }],
    ["the message is for later", { ".": "452 4.3.1 full" }, { kind: "not_taken", answer: { code: 452 } }],
    // The installation's own address: nobody's mailbox is to blame.
    ["the sender is refused", { MAIL: "553 5.7.1 who are you" }, { kind: "away" }],
    ["it goes away before the message", { RCPT: null }, { kind: "away" }],
    ["it goes away at the end of the message", { ".": null }, { kind: "in_doubt" }],
    [
      "it says goodbye in answer to the end of the message: not accepted, for later (MAIL-13)",
      { ".": "421 4.7.0 rate limited" },
      { kind: "not_taken", answer: { code: 421 } },
    ],
  ])("%s", async (_, told, outcome) => {
    answers = told;
    const mailPost = post();
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject(outcome);
    answers = {};
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject({ kind: "taken" });
    mailPost.close();
  });

  test.each<[string, Record<string, string | null>, string]>([
    ["the connection breaks at its end", { ".": null }, "in_doubt"],
    ["it is for later", { ".": "451 4.3.0 later" }, "not_taken"],
    ["its data are refused", { DATA: "451 4.3.0 later" }, "not_taken"],
    ["it is taken", {}, "taken"],
  ])(
    "what was answered to a recipient is known whatever becomes of the message: %s",
    async (_, told, kind) => {
      answers = told;
      const unknown = "parti@cinema.example";
      refusing = { [unknown]: "550 5.1.1 unknown" };
      const mailPost = post();
      const to = [...MESSAGE.envelope.to, unknown];
      const outcome = await mailPost.handOver({ ...MESSAGE, envelope: { ...MESSAGE.envelope, to } }, nothing);
      expect(outcome).toMatchObject({ kind });
      expect(outcome).toHaveProperty(
        "refused",
        new Map([[unknown, { code: 550, text: "550 5.1.1 unknown" }]]),
      );
      mailPost.close();
    },
  );

  test.each<[string, string | null]>([
    ["goes away", null],
    ["says goodbye", "421 4.3.2 shutting down"],
    ["says nothing any more", ""],
  ])("a server that %s during the login is away, and holds up no other mail (OPS-14)", async (_, told) => {
    const withLogin = { EHLO: "250-test\r\n250-AUTH PLAIN\r\n250 SIZE 1000000" };
    answers = { ...withLogin, AUTH: told };
    const smtpUrl = url.replace("//", "//bobine:secret@");
    const mailPost = openMailPost({ smtpUrl, dataDir: folder }, 200);
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject({ kind: "away" });
    answers = { ...withLogin, AUTH: "235 welcome" };
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject({ kind: "taken" });
    mailPost.close();
  });

  test("an answer that is cut off says nothing: the message may have left (MAIL-13)", async () => {
    cutOff = "421 4.3.2 clo";
    const mailPost = post();
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject({ kind: "in_doubt" });
    mailPost.close();
  });

  test("a message larger than the server takes is refused without a word", async () => {
    const mailPost = post();
    const large = { ...MESSAGE, content: Buffer.alloc(1_000_001, 65) };
    expect(await mailPost.handOver(large, nothing)).toMatchObject({
      kind: "not_taken",
      answer: { code: 552 },
    });
    expect(said).not.toContain("DATA");
    mailPost.close();
  });

  test("nobody there is a server that is away", async () => {
    const mailPost = openMailPost({ smtpUrl: "smtp://127.0.0.1:1", dataDir: folder });
    expect(await mailPost.handOver(MESSAGE, nothing)).toMatchObject({
      kind: "away",
      problem: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

test("the account of the address signs in; a wrong password is a server that is away, nobody's refusal", async () => {
  const users: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (password !== "mot de passe") return done(new Error("refused"));
      users.push(username ?? "");
      return done(null, { user: username ?? "" });
    },
    onData: (stream, _session, done) => stream.on("end", () => done()).resume(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const right = openMailPost({
    smtpUrl: `smtp://bobine:mot%20de%20passe@127.0.0.1:${port}`,
    dataDir: folder,
  });
  expect(await right.handOver(MESSAGE, nothing)).toMatchObject({ kind: "taken" });
  right.close();
  const wrong = openMailPost({ smtpUrl: `smtp://bobine:autre@127.0.0.1:${port}`, dataDir: folder });
  expect(await wrong.handOver(MESSAGE, nothing)).toMatchObject({ kind: "away" });
  wrong.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(users).toEqual(["bobine"]);
});
