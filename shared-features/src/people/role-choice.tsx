import { DISTRIBUTOR_ROLES, type DistributorRole } from "@bobine/contract/policy/people";
import { ROLE } from "@bobine/contract/role-labels";
import { Radio, Stack } from "@mantine/core";
import { USERS } from "./people.texts.ts";

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
    <Radio.Group
      label={USERS.role}
      value={value}
      onChange={(chosen) => onChange(DISTRIBUTOR_ROLES.find((role) => role === chosen) ?? value)}
    >
      <Stack gap="xs" mt={6}>
        {DISTRIBUTOR_ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={ROLE[role].label}
            description={ROLE[role].does}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
