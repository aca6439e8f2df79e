import { RestoredDraft } from "./restored-draft.tsx";

export const AfterAReload = () => <RestoredDraft onDiscard={() => undefined} />;
