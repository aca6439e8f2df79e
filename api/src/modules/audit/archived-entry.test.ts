import { describe, expect, it } from "vitest";
import { archiveLine, sha256Of, parseArchiveLine, parseSaid } from "./archived-entry.ts";

const SAYS =
  '[3, null, "sent_email", {"subject": "Été\\n« 2021 »", "invoice_id": 7}, "req", "", "2021-07-03T10:00:00.123456"]';
const ENTRY = { id: 12, number: 4, hash: "ab".repeat(32), actor: "Ève Ména", says: SAYS };

describe("a line of an archive of the audit log", () => {
  it("is read as it was written, in one line whatever the entry says", () => {
    const line = archiveLine(ENTRY);
    expect(line.match(/\n/g)).toHaveLength(1);
    expect(parseArchiveLine(line)).toEqual(ENTRY);
  });

  it("tells all that the entry says", () => {
    expect(parseSaid(SAYS)).toEqual({
      distributor_id: 3,
      actor_id: null,
      action_type: "sent_email",
      action_details: { subject: "Été\n« 2021 »", invoice_id: 7 },
      request_id: "req",
      ui_build: "",
      created_at: "2021-07-03T10:00:00.123456Z",
    });
  });

  it("has the digest of its text, to the letter", () => {
    expect(sha256Of(SAYS)).toHaveLength(64);
    expect(sha256Of(SAYS.replace("7", "8"))).not.toEqual(sha256Of(SAYS));
  });

  it.each(["", "{}", "[]", archiveLine(ENTRY).replace("12", '"12"'), archiveLine({ ...ENTRY, hash: "ab" })])(
    "is nothing else: %j",
    (line) => {
      expect(() => parseArchiveLine(line)).toThrow(/Invalid|JSON/);
    },
  );

  it.each(["{}", "[3]", SAYS.replace("2021-07-03", "03/07/2021")])("says nothing else: %j", (says) => {
    expect(() => parseSaid(says)).toThrow(/Invalid|Too small/);
  });
});
