import { currentUser } from "@bobine/contract/auth";
import { hasIncompleteProfile } from "@bobine/contract/policy/people";
import { routeQuery, useDistributorScope, useSession } from "@bobine/shared-auth";
import { ManagedUsers, Sessions } from "@bobine/shared-features/people";
import { Surface } from "@bobine/shared-ui";
import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { PEOPLE } from "./people.texts.ts";

/** Where one is signed in and, for who manages people, the people of the distributor. */
export function PeopleCards() {
  const { distributorId } = useDistributorScope();
  const managesPeople = useManagesPeople();
  return (
    <>
      <Card title={PEOPLE.sessions} intro={PEOPLE.sessionsIntro}>
        <Sessions />
      </Card>
      {managesPeople ? (
        <Card title={PEOPLE.users} intro={PEOPLE.usersIntro}>
          <ManagedUsers distributor={distributorId ?? undefined} />
        </Card>
      ) : null}
    </>
  );
}

/** A super admin for the distributor that is chosen; of staff, who is its administrator. */
function useManagesPeople(): boolean {
  const { user, isSuperAdmin } = useSession();
  const { hasAccess } = useDistributorScope();
  // Read anew once a call was refused (SEC-22); not known of a session that an older build stored.
  const isAdmin = (user?.role ?? "admin") === "admin";
  const me = useQuery({
    ...routeQuery(currentUser),
    enabled: !isSuperAdmin,
  });
  // Others are told to complete their profile first.
  return isSuperAdmin
    ? hasAccess
    : isAdmin && me.data !== undefined && me.data.role === "admin" && !hasIncompleteProfile(me.data);
}

function Card({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {intro}
        </Text>
        {children}
      </Surface>
    </section>
  );
}
