import { signOut, unfinishedWork, useDataAge, useSession } from "@bobine/shared-auth";
import { Button, Collapse, ScrollArea, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconLogout } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useFederation } from "../federation/federation-context.ts";
import { useIdlePrefetch, useIntentPrefetch } from "../federation/use-prefetch.ts";
import { paths } from "../paths.ts";
import { markSignedOut } from "../return-path.ts";
import { useLeaveQuestion } from "../updates/leave-question.tsx";
import { LEAVE_TEXTS } from "../updates/updates.texts.ts";
import { Brand } from "./brand.tsx";
import { ColorSchemeButton } from "./color-scheme-button.tsx";
import { HelpLink } from "./help-link.tsx";
import { isCurrent, isGroup, type MenuGroup, type MenuLink, menuEntries } from "./menu-entries.ts";
import { MenuIcon } from "./menu-icon.tsx";
import { SearchButton } from "./search-button.tsx";
import classes from "./side-menu.module.css";

/** The menu of UI-2: entries, then who is signed in. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const { registry } = useFederation();
  const { user, isSuperAdmin } = useSession();
  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);
  const { ask, dialog } = useLeaveQuestion(LEAVE_TEXTS.signOut);
  const leave = async () => {
    const works = unfinishedWork();
    if (works.length > 0 && !(await ask(works))) return;
    setLeaving(true);
    markSignedOut();
    await signOut();
  };
  const entries = menuEntries(registry, isSuperAdmin);
  const links = entries.flatMap((entry) => (isGroup(entry) ? entry.items : [entry]));
  useIdlePrefetch(
    links.map(({ path }) => path),
    pathname,
  );
  return (
    <div className={classes["menu"]}>
      <div className={classes["brand"]}>
        <Brand />
        <span className={classes["tools"]}>
          <HelpLink />
          <ColorSchemeButton />
        </span>
      </div>
      <SearchButton onOpen={onNavigate} />
      <ScrollArea className={classes["entries"] ?? ""} type="auto" scrollbarSize={8}>
        <nav aria-label="Menu principal">
          <ul className={classes["list"]}>
            {entries.map((entry) => (
              <li key={entry.label}>
                {isGroup(entry) ? (
                  <GroupEntry group={entry} onNavigate={onNavigate} />
                ) : (
                  <LinkEntry link={entry} onNavigate={onNavigate} />
                )}
              </li>
            ))}
          </ul>
        </nav>
      </ScrollArea>
      <div className={classes["user"]}>
        <DataAge />
        <div>
          <Text fw={600} size="sm" truncate>
            {user?.firstName} {user?.lastName}
          </Text>
          <Text c="dimmed" size="xs" truncate>
            {user?.company}
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          fullWidth
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={leaving}
          onClick={() => void leave()}
        >
          Déconnexion
        </Button>
        <Link to={paths.about()} className={classes["about"]} onClick={onNavigate}>
          À propos
        </Link>
      </div>
      {dialog}
    </div>
  );
}

/** OPS-11: lists may come from a standby that is a little behind. No live region: it changes with each list. */
function DataAge() {
  const seconds = useDataAge();
  return seconds === undefined ? null : (
    <Text c="dimmed" size="xs">
      Les listes ont jusqu’à {seconds} s de retard.
    </Text>
  );
}

interface EntryProps {
  onNavigate: (() => void) | undefined;
}

function LinkEntry({ link, nested = false, onNavigate }: EntryProps & { link: MenuLink; nested?: boolean }) {
  const { pathname } = useLocation();
  const current = isCurrent(link.path, pathname);
  const intent = useIntentPrefetch(link.path);
  return (
    <Link
      {...intent}
      to={link.path}
      className={classes["entry"]}
      data-nested={nested || undefined}
      aria-current={current ? "page" : undefined}
      onClick={onNavigate}
    >
      {nested ? null : <MenuIcon name={link.icon} />}
      <span>{link.label}</span>
    </Link>
  );
}

function GroupEntry({ group, onNavigate }: EntryProps & { group: MenuGroup }) {
  const { pathname } = useLocation();
  const holdsCurrent = group.items.some((item) => isCurrent(item.path, pathname));
  // Open at first: an import that one does every Monday is one click away.
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <>
      <UnstyledButton
        className={classes["entry"] ?? ""}
        aria-expanded={open}
        aria-controls={id}
        data-holds-current={holdsCurrent || undefined}
        onClick={() => setOpen(!open)}
      >
        <MenuIcon name={group.icon} />
        <span>{group.label}</span>
        <IconChevronDown
          size={15}
          aria-hidden
          className={classes["chevron"] ?? ""}
          data-open={open || undefined}
        />
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        <ul className={classes["list"]}>
          {group.items.map((item) => (
            <li key={item.path}>
              <LinkEntry link={item} nested onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </Collapse>
    </>
  );
}
