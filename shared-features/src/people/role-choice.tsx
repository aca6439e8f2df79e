import { DISTRIBUTOR_ROLES, type DistributorRole } from "@bobine/contract/policy/people";
import { ROLE } from "@bobine/contract/role-labels";
import { OneChoice } from "../choices/index.ts";
import { USERS } from "./people.texts.ts";

const ROLES = DISTRIBUTOR_ROLES.map((role) => ({
  value: role,
  label: ROLE[role].label,
  description: ROLE[role].does,
}));

/** One of the roles at a distributor, each with what it lets somebody do (SEC-22). */
export function RoleChoice({
  value,
  onChange,
  disabled,
}: {
  value: DistributorRole;
  onChange: (role: DistributorRole) => void;
  disabled: boolean;
}) {
  return (
    <OneChoice label={USERS.role} choices={ROLES} value={value} onChange={onChange} disabled={disabled} />
  );
}
