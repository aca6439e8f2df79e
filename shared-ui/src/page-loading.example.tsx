import { PageLoading } from "./page-loading.tsx";

export const Loading = () => <PageLoading />;
