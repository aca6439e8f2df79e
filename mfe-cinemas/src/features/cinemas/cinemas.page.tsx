import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { csvFile } from "@bobine/contract/lists/define-list";
import { cinemasPolicy } from "@bobine/contract/policy/cinemas";
import { describeError, hasDraft, useMay, useSession } from "@bobine/shared-auth";
import { OpeningList } from "@bobine/shared-features/saved-filters";
import { formatCount, PageHeader } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { Tabs } from "@mantine/core";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import { PROPOSAL_DRAFT, ProposeCinemaDialog } from "../../requests/propose-cinema.dialog.tsx";
import { type Proposed, ProposeButtons } from "../../requests/propose-buttons.tsx";
import { LIST_DRAFT, ProposeListDialog } from "../../requests/propose-list.dialog.tsx";
import { RequestsSection } from "../../requests/requests.section.tsx";
import { CinemaList } from "./cinema-list.tsx";
import { TEXTS } from "./cinemas.texts.ts";
import { CINEMA_ADDRESS, useCinemaList } from "./use-cinema-list.ts";

/** `?tab=requests` shows what was asked of Bobine in place of the cinemas. */
const REQUESTS = "requests";
const CINEMAS = "cinemas";

/** UI-8: the distributor's cinemas, and what was asked of Bobine about them (CIN-10, CIN-11). */
export function CinemasPage() {
  const isCovered = useParams()["cinemaId"] !== undefined;
  return (
    <OpeningList list="cinemas" address={CINEMA_ADDRESS} opens={!isCovered}>
      <Cinemas />
    </OpeningList>
  );
}

function Cinemas() {
  const state = useCinemaList();
  const { rows } = state;
  const { isSuperAdmin } = useSession();
  const mayAsk = useMay(cinemasPolicy.request);
  const [params, setParams] = useSearchParams();
  const [proposing, setProposing] = useState<Proposed | undefined>(() =>
    hasDraft(PROPOSAL_DRAFT) ? "cinema" : hasDraft(LIST_DRAFT) ? "list" : undefined,
  );
  const isRequests = params.get("tab") === REQUESTS;
  const show = (tab: string | null) =>
    setParams((current) => {
      current.delete("tab");
      if (tab === REQUESTS) current.set("tab", REQUESTS);
      return current;
    });
  const sent = () => {
    setProposing(undefined);
    show(REQUESTS);
  };
  const close = () => setProposing(undefined);

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
            {isSuperAdmin || !mayAsk ? null : <ProposeButtons onPropose={setProposing} />}
          </>
        }
      />
      <Tabs value={isRequests ? REQUESTS : CINEMAS} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value={CINEMAS}>{TEXTS.title}</Tabs.Tab>
          <Tabs.Tab value={REQUESTS}>{TEXTS.requests}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={CINEMAS}>
          <CinemaList state={state} onPropose={setProposing} />
        </Tabs.Panel>
        <Tabs.Panel value={REQUESTS}>
          <RequestsSection onPropose={setProposing} />
        </Tabs.Panel>
      </Tabs>
      {proposing === "cinema" ? <ProposeCinemaDialog onSent={sent} close={close} /> : null}
      {proposing === "list" ? <ProposeListDialog onSent={sent} close={close} /> : null}
    </>
  );
}
