import { civilDate } from "@bobine/contract/civil-date";
import { FrenchDate } from "./french-date.tsx";

export const CivilDate = () => <FrenchDate date={civilDate("2026-11-18")} />;

/** In Paris time. */
export const Instant = () => <FrenchDate instant="2026-11-18T14:05:00Z" />;
