import { isAscii, isUtf8 } from "node:buffer";
import { UnreadableReport } from "./box-office-types.ts";
import { concatenated, type PieceDecoder, pieceDecoder, unfinishedBytes } from "./tables/piece-decoder.ts";

/** What a file with a DOCTYPE is refused with. */
export const DOCTYPE = "Le fichier contient une déclaration DOCTYPE, refusée pour raisons de sécurité.";

const DECLARATION_WINDOW = 1024;
const WRONG_TEXT = "Le fichier XML n’est pas lisible : son encodage est incorrect.";

function declaredEncoding(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, DECLARATION_WINDOW)).toString("latin1");
  const label = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text)?.[1]?.toLowerCase();
  // What can be read byte by byte is not in two-byte units, whatever a program has written of its own strings.
  return label?.startsWith("utf-16") ? undefined : label;
}

/** Whether the first character of `chunk` beyond ASCII is a whole one of UTF-8. */
function startsInUtf8(chunk: Uint8Array): boolean {
  const at = chunk.findIndex((byte) => byte > 0x7f);
  return [2, 3, 4].some((length) => isUtf8(chunk.subarray(at, at + length)));
}

/**
 * Decodes an XML file as its bytes come: by its byte order mark, else by its XML declaration, else as UTF-8, else as
 * windows-1252 (BOX-2). The last step is only taken while everything before was plain ASCII: later, the file is
 * UTF-8 with a broken character, and a wrong guess would change names.
 * @throws UnreadableReport when bytes are impossible in the file's encoding, or the encoding is unknown
 */
export function xmlDecoder(): { write(chunk: Uint8Array): string; end(): string } {
  let decoder: PieceDecoder | undefined;
  let isGuess = false;
  let onlyAscii = true;
  let carried: Uint8Array = new Uint8Array();

  const start = (head: Uint8Array): void => {
    const [a, b, c] = head;
    let label: string | undefined;
    if (a === 0xef && b === 0xbb && c === 0xbf) label = "utf-8";
    else if (a === 0xff && b === 0xfe) label = "utf-16le";
    else if (a === 0xfe && b === 0xff) label = "utf-16be";
    else label = declaredEncoding(head);
    isGuess = label === undefined;
    try {
      decoder = pieceDecoder(label ?? "utf-8", { fatal: true });
    } catch {
      throw new UnreadableReport("encoding", WRONG_TEXT);
    }
  };

  const decode = (bytes: Uint8Array, stream: boolean): string => {
    if (!decoder) start(bytes);
    try {
      const text = decoder?.decode(bytes, { stream }) ?? "";
      if (isGuess) onlyAscii &&= isAscii(bytes);
      return text;
    } catch {
      if (!isGuess || !onlyAscii || startsInUtf8(bytes)) throw new UnreadableReport("encoding", WRONG_TEXT);
      isGuess = false;
      decoder = pieceDecoder("windows-1252", { fatal: false });
      return decoder.decode(bytes, { stream });
    }
  };

  return {
    write(chunk) {
      const bytes = concatenated(carried, chunk);
      // The encoding is told at the beginning, which may come in pieces.
      if (!decoder && bytes.length < DECLARATION_WINDOW) {
        carried = bytes.slice();
        return "";
      }
      // While UTF-8 is a guess no byte may be hidden inside the decoder, so that the guess can be taken back.
      const hold = !decoder || isGuess ? unfinishedBytes(bytes) : 0;
      carried = bytes.slice(bytes.length - hold);
      return decode(bytes.subarray(0, bytes.length - hold), true);
    },
    end: () => decode(carried, false),
  };
}
