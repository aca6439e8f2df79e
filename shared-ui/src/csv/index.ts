// An entry point of its own: screens with lists carry this code, the first load does not.
export { CsvButton, type CsvButtonProps } from "./csv-button.tsx";
export { saveFile } from "./save-file.ts";
