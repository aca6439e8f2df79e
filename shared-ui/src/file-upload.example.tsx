import { useState } from "react";
import { FileUpload, type FileUploadProps, UploadProgress } from "./file-upload.tsx";

export const statement = new File(["date;montant"], "releve.csv", { type: "text/csv" });

export function BankStatement(props: Partial<FileUploadProps>) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileUpload
      label="Relevé bancaire"
      hint="Un fichier XLSX ou CSV, tel que votre banque l’exporte"
      accept={[".xlsx", ".csv"]}
      file={file}
      onFile={setFile}
      {...props}
    />
  );
}

export const Chosen = () => <BankStatement file={statement} />;

export const Refused = () => (
  <BankStatement file={null} error="Veuillez sélectionner un fichier XLSX ou CSV" />
);

export const Uploading = ({ percent = 64 }: { percent?: number }) => <UploadProgress percent={percent} />;

/** The bytes have left; the server reads them. */
export const Processing = () => <UploadProgress percent={90} />;

export const Uploaded = () => <UploadProgress percent={100} />;
