import { whoMay } from "@bobine/contract/policy/people";
import { useDistributorScope, useSession } from "@bobine/shared-auth";
import { Dialog, EmptyState, Notice } from "@bobine/shared-ui";
import { ActionIcon, Drawer } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { paths } from "../paths.ts";
import { LateUpdateWatch } from "../updates/late-update-watch.tsx";
import { Brand } from "./brand.tsx";
import { DistributorBar } from "./distributor-bar.tsx";
import { HelpLink } from "./help-link.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { SearchIcon } from "./search-button.tsx";
import classes from "./shell.module.css";
import { SideMenu } from "./side-menu.tsx";
import { Tools } from "./tools.tsx";

/** TXT-2 */
const MENU_WIDTH_PX = 280;

/** Menu on the left, screen on the right; below the large size the menu slides in (UI-2). */
export function Shell() {
  const [opened, setOpened] = useState(false);
  const { pathname } = useLocation();
  const { user, isSuperAdmin } = useSession();
  const { epoch, hasAccess } = useDistributorScope();
  const isConsole = pathname.startsWith(paths.superAdmin());
  // Other screens show a distributor's data: without one they could only seem to load (UI-3).
  const isOwn = [paths.account(), paths.secondFactor(), paths.confirmIban(), paths.about()].some((path) =>
    pathname.startsWith(path),
  );
  const waits = !hasAccess && !isConsole && !isOwn;
  return (
    <div className={classes["shell"]}>
      <a href="#contenu" className={classes["skip"]}>
        Aller au contenu
      </a>
      <aside className={classes["aside"]} style={{ width: MENU_WIDTH_PX }}>
        <SideMenu />
      </aside>
      <header className={classes["bar"]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Ouvrir le menu"
          onClick={() => setOpened(true)}
        >
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
        <Brand />
        <SearchIcon />
        <HelpLink />
      </header>
      <Dialog
        side="left"
        opened={opened}
        onClose={() => setOpened(false)}
        size={MENU_WIDTH_PX}
        padding={0}
        withCloseButton={false}
        classNames={{ body: classes["drawer"] ?? "" }}
      >
        <Drawer.Title hidden>Menu</Drawer.Title>
        <SideMenu onNavigate={() => setOpened(false)} />
      </Dialog>
      <main id="contenu" className={classes["main"]} tabIndex={-1}>
        <OfflineBanner />
        {isSuperAdmin && !isConsole && !user?.needsSecondFactor ? <DistributorBar /> : null}
        {user?.role === "viewer" && !isSuperAdmin && !isOwn ? (
          <div className={classes["role"]}>
            <Notice tone="info">{whoMay("accountant")}</Notice>
          </div>
        ) : null}
        {/* Another distributor: every screen starts again, so that nothing of the previous one can stay. */}
        {waits ? <EmptyState text="Aucun distributeur sélectionné" /> : <Outlet key={epoch} />}
      </main>
      <Tools />
      <LateUpdateWatch />
    </div>
  );
}
