// No screen of the first load has a calendar.
import "./mantine-dates.css";
import "dayjs/locale/fr";

export * from "../../node_modules/@mantine/dates/esm/index.mjs?whole";
