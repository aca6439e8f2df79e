import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { csvFile } from "@bobine/contract/lists/define-list";
import { cinemasPolicy } from "@bobine/contract/policy/cinemas";
import { describeError, hasDraft, useMay, useSession } from "@bobine/shared-auth";
import { formatCount, PageHeader } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { Button, Tabs } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { PROPOSAL_DRAFT, ProposeCinemaDialog } from "../../requests/propose-cinema.dialog.tsx";
import { RequestsSection } from "../../requests/requests.section.tsx";
import { CinemaList } from "./cinema-list.tsx";
import { TEXTS } from "./cinemas.texts.ts";
import { useCinemaList } from "./use-cinema-list.ts";

/** `?tab=requests` shows what was asked of Bobine in place of the cinemas. */
const REQUESTS = "requests";
const CINEMAS = "cinemas";

/** UI-8: the distributor's cinemas, and what was asked of Bobine about them (CIN-10). */
export function CinemasPage() {
  const state = useCinemaList();
  const { rows } = state;
  const { isSuperAdmin } = useSession();
  const mayAsk = useMay(cinemasPolicy.request);
  const [params, setParams] = useSearchParams();
  const [isProposing, setProposing] = useState(() => hasDraft(PROPOSAL_DRAFT));
  const isRequests = params.get("tab") === REQUESTS;
  const show = (tab: string | null) =>
    setParams((current) => {
      current.delete("tab");
      if (tab === REQUESTS) current.set("tab", REQUESTS);
      return current;
    });
  const propose = () => setProposing(true);

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={rows && !isRequests ? formatCount(rows.length, "cinéma", "cinémas") : undefined}
        actions={
          <>
            {isRequests ? null : (
              <CsvButton
                fileName={CINEMA_LIST.fileName}
                content={() => csvFile(CINEMA_LIST.columns, rows ?? [])}
                describe={(error) => describeError(error, TEXTS.exportFailed).message}
                disabled={!rows || rows.length === 0}
              />
            )}
            {/* Who validates cinemas creates them, in the console. */}
            {isSuperAdmin || !mayAsk ? null : (
              <Button variant="default" onClick={propose}>
                {TEXTS.propose}
              </Button>
            )}
          </>
        }
      />
      <Tabs value={isRequests ? REQUESTS : CINEMAS} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value={CINEMAS}>{TEXTS.title}</Tabs.Tab>
          <Tabs.Tab value={REQUESTS}>{TEXTS.requests}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={CINEMAS}>
          <CinemaList state={state} onPropose={propose} />
        </Tabs.Panel>
        <Tabs.Panel value={REQUESTS}>
          <RequestsSection onPropose={propose} />
        </Tabs.Panel>
      </Tabs>
      {isProposing ? (
        <ProposeCinemaDialog
          onSent={() => {
            setProposing(false);
            show(REQUESTS);
          }}
          close={() => setProposing(false)}
        />
      ) : null}
    </>
  );
}
