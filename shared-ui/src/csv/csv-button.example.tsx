import { CsvButton, type CsvButtonProps } from "./csv-button.tsx";

/** The list as the screen has it, or a promise of the server's file. */
export const Cinemas = (props: Partial<CsvButtonProps>) => (
  <CsvButton
    fileName="cinemas.csv"
    content={() => "\ufeffNom\r\n"}
    describe={() => "Impossible d’exporter la liste des cinémas."}
    {...props}
  />
);

export const NothingListed = () => <Cinemas disabled />;

export const Failing = (props: Partial<CsvButtonProps>) => (
  <Cinemas content={() => Promise.reject(new Error("away"))} {...props} />
);
