import { Button } from "@mantine/core";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

export const TitleAlone = (props: Partial<PageHeaderProps>) => (
  <PageHeader title="Journaux d'Audit" {...props} />
);

export const WithActions = (props: Partial<PageHeaderProps>) => (
  <PageHeader
    title="Factures"
    description="Les factures émises chaque semaine à partir de vos rapports."
    actions={<Button variant="default">Exporter</Button>}
    {...props}
  />
);
