// Small CAMT files with invented operations. Tests use it.
export const IBAN = "FR7699998657174792713421727";

export interface CamtOptions {
  readonly version?: string;
  readonly message?: "053" | "054";
  readonly iban?: string;
  readonly around?: string;
}

/** @param content of the only statement, beside its account */
export function camtFile(content: string, options: CamtOptions = {}): string {
  const { version = "08", message = "053", iban = IBAN, around = "" } = options;
  const [root, statement] =
    message === "053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  return `<?xml version="1.0" encoding="UTF-8"?>${around}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}"><${root}>
<GrpHdr><MsgId>1</MsgId></GrpHdr>
<${statement}><Id>1</Id>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy><Svcr><FinInstnId><Nm>Banque des Deux Rives</Nm></FinInstnId></Svcr></Acct>
${content}
</${statement}></${root}></Document>`;
}

interface EntryOptions {
  readonly amount?: string;
  readonly indicator?: string;
  readonly status?: string;
  readonly date?: string;
  readonly rest?: string;
  readonly reference?: string;
}

export function camtEntry(options: EntryOptions = {}): string {
  const {
    amount = "12.00",
    indicator = "CRDT",
    status = "<Sts><Cd>BOOK</Cd></Sts>",
    date = "<Dt>2026-10-05</Dt>",
    rest = "<AddtlNtryInf>VIR CINE</AddtlNtryInf>",
    reference = "",
  } = options;
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${status}<BookgDt>${date}</BookgDt><ValDt><Dt>2026-10-06</Dt></ValDt>${
    reference === "" ? "" : `<AcctSvcrRef>${reference}</AcctSvcrRef>`
  }${rest}</Ntry>`;
}

export const camtDetails = (...details: readonly string[]): string =>
  `<NtryDtls>${details.map((detail) => `<TxDtls>${detail}</TxDtls>`).join("")}</NtryDtls>`;

export const camtBalance = (code: string, amount: string, day: string, indicator = "CRDT"): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
