import { uploadTransactions } from "@bobine/contract/banking";
import { csrfToken, currentUser, refreshToken } from "@bobine/contract/auth";
import { aUser } from "@bobine/contract/testing/people";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { selectDistributor, sessionStore } from "./session-store.ts";
import { answers, fails, signIn, signInAsSuperAdmin, stubNetwork } from "./screens.testing.tsx";
import { UPLOAD_PROGRESS_CAP, uploadFile } from "./upload-file.ts";

const { stub } = stubNetwork();
const aFile = () => new File(["date;montant\n"], "releve.csv", { type: "text/csv" });

it("sends the file under the field of the contract, with the headers of every call", async () => {
  signIn();
  let seen: unknown;
  stub(
    answers(uploadTransactions, ({ upload, headers }) => {
      seen = { ...upload, csrf: headers.get("x-csrftoken") };
      return HttpResponse.json({ error: "Fichier vide." }, { status: 400 });
    }),
  );
  await expect(uploadFile(uploadTransactions, aFile())).rejects.toMatchObject({
    status: 400,
    body: { error: "Fichier vide." },
  });
  expect(seen).toEqual({
    field: "file",
    fileName: "releve.csv",
    text: "date;montant\n",
    csrf: "csrf-of-the-test",
  });
});

it("renews an expired session and sends the file again", async () => {
  signIn();
  let calls = 0;
  stub(
    answers(uploadTransactions, ({ headers }) => {
      calls += 1;
      return headers.get("authorization") === "Bearer new-token"
        ? HttpResponse.json({ error: "vu" }, { status: 400 })
        : HttpResponse.json({ code: "token_not_valid" }, { status: 401 });
    }),
    answers(refreshToken, { access: "new-token" }),
  );
  await expect(uploadFile(uploadTransactions, aFile())).rejects.toMatchObject({ body: { error: "vu" } });
  expect(calls).toBe(2);
});

it("a file that is refused for want of a right has the role read anew, also when it was sent again (SEC-22)", async () => {
  signIn({ role: "accountant" });
  let isExpired = true;
  stub(
    answers(uploadTransactions, () => {
      const code = isExpired ? "token_not_valid" : "permission_denied";
      return HttpResponse.json({ code }, { status: isExpired ? 401 : 403 });
    }),
    answers(refreshToken, () => {
      isExpired = false;
      return { access: "new-token" };
    }),
    answers(currentUser, aUser({ role: "viewer" })),
  );
  await expect(uploadFile(uploadTransactions, aFile())).rejects.toMatchObject({ status: 403 });
  await expect.poll(() => sessionStore.getState().session?.user.role).toBe("viewer");
  signIn({ role: "accountant" });
  await expect(uploadFile(uploadTransactions, aFile())).rejects.toMatchObject({ status: 403 });
  await expect.poll(() => sessionStore.getState().session?.user.role).toBe("viewer");
});

it.each([
  ["an expired session", 401, "token_not_valid"],
  ["a lost CSRF cookie", 403, "csrf_failed"],
])("after %s, never sends the file to the distributor that was chosen meanwhile", async (_, status, code) => {
  signInAsSuperAdmin({ distributorId: 1 });
  const sentFor: (string | null)[] = [];
  stub(
    answers(uploadTransactions, ({ headers }) => {
      sentFor.push(headers.get("x-distributor-id"));
      return HttpResponse.json({ code }, { status });
    }),
    answers(refreshToken, () => {
      selectDistributor(2);
      return { access: "new-token" };
    }),
    answers(csrfToken, () => {
      selectDistributor(2);
      return { csrfToken: "fresh" };
    }),
  );
  await expect(uploadFile(uploadTransactions, aFile())).rejects.toMatchObject({ failure: "stale" });
  expect(sentFor).toEqual(["1"]);
});

it("never reports more than the cap before the server has answered", async () => {
  signIn();
  const seen: number[] = [];
  stub(fails(uploadTransactions, 413));
  await uploadFile(uploadTransactions, aFile(), { onProgress: (percent) => seen.push(percent) }).catch(
    () => undefined,
  );
  expect(Math.max(0, ...seen)).toBeLessThanOrEqual(UPLOAD_PROGRESS_CAP);
});

it("can be cancelled", async () => {
  signIn();
  const controller = new AbortController();
  stub(answers(uploadTransactions, () => new Promise<Response>(() => undefined)));
  const upload = uploadFile(uploadTransactions, aFile(), { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(upload).rejects.toMatchObject({ failure: "aborted" });
});
