import { BobineProvider, PageHeader, PageLoading } from "@bobine/shared-ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { type FormEvent, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, Link, Navigate, Outlet, RouterProvider } from "react-router-dom";
import { fetchCsrfCookie } from "./api-client.ts";
import { createQueryClient } from "./query-client.ts";
import type { ExposedModule } from "./exposed-module.ts";
import { openSession, selectDistributor } from "./session-store.ts";
import { useSession, verifyMagicLink } from "./use-session.ts";

export interface StandaloneOptions {
  exposed: ExposedModule;
  /** Of `remote.config.json`, with the report kind written out. */
  nav: readonly { label: string; path: string; superAdminOnly?: boolean }[];
  /** True when calls reach a real API: the session is then a real one too. */
  hasApi: boolean;
}

/**
 * The thin shell of a remote that runs without the host: theme, query cache, a session, and a menu of its own routes.
 * It shares the real packages and not the host's code, so that a remote is worked on without building the host.
 */
export function startStandalone({ exposed, nav, hasApi }: StandaloneOptions): void {
  if (!hasApi) openStubSession(nav.some((entry) => entry.superAdminOnly === true));
  void fetchCsrfCookie();
  const first = nav[0]?.path ?? exposed.routes[0]?.path ?? "/";
  const router = createBrowserRouter([
    {
      element: <StandaloneShell nav={nav} panels={Object.keys(exposed.panels ?? {})} />,
      children: [
        ...exposed.routes,
        ...Object.entries(exposed.panels ?? {}).map(([name, Panel]) => ({
          path: panelPath(name),
          element: <Panel />,
        })),
        { path: "*", element: <Navigate to={first} replace /> },
      ],
    },
  ]);
  const root = document.createElement("div");
  document.body.append(root);
  createRoot(root).render(
    <BobineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </BobineProvider>,
  );
}

const panelPath = (name: string): string => `/panneaux/${name}`;

function StandaloneShell({ nav, panels }: { nav: StandaloneOptions["nav"]; panels: readonly string[] }) {
  const { isAuthenticated } = useSession();
  if (!isAuthenticated) return <SignInByToken />;
  const links = [...nav, ...panels.map((name) => ({ label: name.toUpperCase(), path: panelPath(name) }))];
  return (
    <div style={{ display: "grid", gridTemplateColumns: "220px 1fr", gap: 24, padding: 24 }}>
      <nav aria-label="Menu du module">
        {links.map(({ label, path }) => (
          <p key={path}>
            <Link to={path}>{label}</Link>
          </p>
        ))}
      </nav>
      <main>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

/** With a real API: the token of a link that it mailed (or printed) opens a session here. */
function SignInByToken() {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("lien");
    const token = /(?:token=)?([\w-]+)$/.exec(typeof text === "string" ? text.trim() : "")?.[1] ?? "";
    verifyMagicLink(token).catch(() => setError("Ce lien n’ouvre pas de session."));
  };
  return (
    <main style={{ padding: 24 }}>
      <PageHeader title="Connexion à l’API" />
      <form onSubmit={submit}>
        <label>
          Lien de connexion reçu par e-mail <input name="lien" autoComplete="off" required />
        </label>{" "}
        <button type="submit">Ouvrir la session</button>
        {error ? <p role="alert">{error}</p> : null}
      </form>
    </main>
  );
}

function openStubSession(superAdmin: boolean): void {
  openSession({
    user: {
      id: 1,
      first_name: "Camille",
      last_name: "Moreau",
      email: "camille@lumiere.example",
      company: "Lumière Distribution",
      job_role: "Comptable",
      system_role: superAdmin ? "super_admin" : "distributor_staff",
      distributor_id: superAdmin ? null : 1,
    },
    token: "standalone",
    refresh: "standalone",
  });
  if (superAdmin) selectDistributor(1);
}
