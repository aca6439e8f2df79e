import { userSchema } from "../calls/auth.contract.ts";
import { invitationSchema } from "../calls/invitations.contract.ts";
import { colleagueSchema, managedUserSchema, sessionSchema } from "../calls/people.contract.ts";
import { factorHolderSchema } from "../calls/second-factor.contract.ts";
import { builderOf } from "./builder.testing.ts";

/** Staff with a complete profile. */
export const aUser = builderOf(userSchema, {
  id: 7,
  first_name: "Camille",
  last_name: "Moreau",
  email: "camille@lumiere.example",
  company: "Lumière Distribution",
  job_role: "Comptable",
  system_role: "distributor_staff",
  distributor_id: 12,
});

/** The same person as those who manage people see them. */
export const aManagedUser = builderOf(managedUserSchema, {
  id: 7,
  first_name: "Camille",
  last_name: "Moreau",
  email: "camille@lumiere.example",
  role: "admin",
  system_role: "distributor_staff",
  distributor_id: 12,
  is_onboarding_contact: true,
  last_used_at: "2026-11-18T09:00:00.000Z",
  session_count: 1,
});

export const anOpenSession = builderOf(sessionSchema, {
  id: "6b1f0c9e-0000-4000-8000-000000000001",
  device: "Chrome sur Linux",
  network: "203.0.113.x",
  created_at: "2026-11-18T08:30:00.000Z",
  last_used_at: "2026-11-18T09:00:00.000Z",
});

/** A colleague who was invited this morning. */
export const anInvitation = builderOf(invitationSchema, {
  id: 3,
  email: "zoe@lumiere.example",
  first_name: "Zoé",
  last_name: "Lebrun",
  role: "accountant",
  invited_by: "Camille Moreau",
  sent_at: "2026-11-30T08:30:00.000Z",
  expires_at: "2026-12-07T08:30:00.000Z",
  is_expired: false,
  mail_again_at: "2026-11-30T08:40:00.000Z",
});

export const aColleague = builderOf(colleagueSchema, {
  id: 7,
  first_name: "Camille",
  last_name: "Moreau",
  email: "camille@lumiere.example",
  role: "accountant",
});

/** Another super admin, with a second factor. */
export const aFactorHolder = builderOf(factorHolderSchema, {
  id: 11,
  first_name: "Alix",
  last_name: "Robin",
  email: "alix@bobine.example",
  is_super_admin: true,
  distributor: "",
  enabled_at: "2026-11-18T09:00:00.000Z",
  is_oneself: false,
});
