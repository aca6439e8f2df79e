import { consoleRequestSchema, cinemaRequestSchema } from "../calls/cinema-requests.contract.ts";
import { builderOf } from "./builder.testing.ts";

const OPEN = {
  id: 7,
  state: "open",
  subject: "Cinéma Le Beffroi, Douai",
  cinema_id: 1,
  proposal: null,
  list: null,
  words: "Son SIREN est 000200014.",
  asked_by: "Camille Durand",
  created_at: "2026-11-30T09:00:00.000Z",
  answer: "",
  decided_at: null,
} as const;

/** A correction that waits for an answer. */
export const aCinemaRequest = builderOf(cinemaRequestSchema, OPEN);

/** The same, as the console shows it. */
export const aConsoleRequest = builderOf(consoleRequestSchema, {
  ...OPEN,
  distributor: { id: 2, name: "Lumen Films" },
  decided_by: null,
  candidate: null,
});
