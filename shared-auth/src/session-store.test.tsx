import { aUser } from "@bobine/contract/testing/people";
import { describe, expect, it } from "vitest";
import { readStoredSession } from "./session-storage.ts";
import {
  adoptStoredSession,
  closeSession,
  openSession,
  selectDistributor,
  sessionStore,
} from "./session-store.ts";
import { signIn, signInAsSuperAdmin } from "./screens.testing.tsx";

describe("the stored session", () => {
  it("has the keys and the user fields of the specification", () => {
    signIn();
    expect(localStorage.getItem("token")).toBe("access-token");
    expect(localStorage.getItem("refreshToken")).toBe("refresh-token");
    expect(JSON.parse(localStorage.getItem("user")!)).toEqual({
      firstName: "Camille",
      lastName: "Moreau",
      company: "Lumière Distribution",
      system_role: "distributor_staff",
      email: "camille@lumiere.example",
      distributorId: 12,
    });
  });

  it.each(["token", "refreshToken", "user"])("is no session without its %s", (key) => {
    signIn();
    localStorage.removeItem(key);
    expect(readStoredSession(localStorage)).toBeUndefined();
  });

  it.each(["{", '{"firstName":1}', "null"])("is no session when its user is damaged: %s", (damaged) => {
    signIn();
    localStorage.setItem("user", damaged);
    expect(readStoredSession(localStorage)).toBeUndefined();
  });
});

describe("logout", () => {
  it("clears the three items and the chosen distributor", () => {
    signInAsSuperAdmin({ distributorId: 5 });
    expect(sessionStorage.getItem("selectedDistributorId")).toBe("5");
    closeSession();
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage.getItem("selectedDistributorId")).toBeNull();
    expect(sessionStore.getState().distributorId).toBeNull();
  });
});

describe("the epoch", () => {
  it("grows when the data changes owner, and not when the same distributor is chosen again", () => {
    signInAsSuperAdmin();
    const before = sessionStore.getState().epoch;
    selectDistributor(3);
    selectDistributor(3);
    expect(sessionStore.getState().epoch).toBe(before + 1);
    selectDistributor(null);
    expect(sessionStore.getState().epoch).toBe(before + 2);
  });
});

describe("what another tab did", () => {
  it("signing out there signs out here", () => {
    signInAsSuperAdmin({ distributorId: 5 });
    localStorage.clear();
    adoptStoredSession();
    expect(sessionStore.getState()).toMatchObject({ session: undefined, distributorId: null });
  });

  it("renewed tokens are taken without starting the screens again", () => {
    signIn();
    const { epoch } = sessionStore.getState();
    localStorage.setItem("token", "renewed");
    adoptStoredSession();
    expect(sessionStore.getState()).toMatchObject({ epoch, session: { token: "renewed" } });
  });

  it("another user there starts the screens again here, without the distributor", () => {
    signInAsSuperAdmin({ distributorId: 5 });
    const { epoch } = sessionStore.getState();
    const other = aUser({ email: "autre@lumiere.example" });
    localStorage.setItem(
      "user",
      JSON.stringify({
        firstName: "A",
        lastName: "B",
        company: "C",
        system_role: other.system_role,
        email: other.email,
      }),
    );
    adoptStoredSession();
    expect(sessionStore.getState()).toMatchObject({ epoch: epoch + 1, distributorId: null });
  });

  it("a session that is half written is not a logout", () => {
    openSession({ user: aUser(), token: "t", refresh: "r" });
    localStorage.removeItem("refreshToken");
    adoptStoredSession();
    expect(sessionStore.getState().session?.token).toBe("t");
  });
});
