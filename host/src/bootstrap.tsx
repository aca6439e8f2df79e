import { createQueryClient } from "@bobine/shared-auth";
import { BobineProvider, PlaceholderPage } from "@bobine/shared-ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <BobineProvider>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <PlaceholderPage title="Bobine" />
      </BrowserRouter>
    </QueryClientProvider>
  </BobineProvider>,
);
