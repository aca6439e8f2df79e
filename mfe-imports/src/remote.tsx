import type { RemoteDoor } from "@bobine/shared-auth";
import { PlaceholderPage } from "@bobine/shared-ui";

export const routes: RemoteDoor["routes"] = [{ path: "/external-data/bank-statements", element: <PlaceholderPage title="IMPORT DE DONNÉES" /> }];
