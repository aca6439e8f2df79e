// A realistic report of a chosen size, the same on every machine, for benchmarks.
import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { addDays, civilDate } from "@bobine/contract/civil-date";
import { SaxesParser } from "saxes";
import { DEMO_CINEMAS } from "../src/demo/cinemas.ts";
import { DEMO_DISTRIBUTORS, LUMEN } from "../src/demo/distributors.ts";
import { random } from "../src/demo/random.ts";

const SEED = 20261118;
const TARIFFS = [
  ["PLE", "Plein", "PLEIN", 900],
  ["RED", "Réduit", "REDUIT", 700],
  ["M14", "Moins de 14 ans", "MOINS_14", 450],
  ["CE", "Comité d’entreprise", "CE", 620],
  ["ILL", "Illimité (prix de référence)", "ILLIMITE", 520],
] as const;
const SITES = 700;
const SCREENS = 8;
const wire = (cents: number): string => (cents / 100).toFixed(2);
const half = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/**
 * Writes a report of about `bytes` with tariffs, days and (for one declaration in three) screenings: 1 to 8 kB each.
 * @returns how many declarations it holds
 */
export async function writeLargeReport(path: string, bytes: number): Promise<number> {
  const lumen = DEMO_DISTRIBUTORS.find((d) => d.name === LUMEN);
  if (!lumen) throw new Error("no Lumen");
  const draw = random(SEED);
  const out = createWriteStream(path);
  let size = 0;
  let count = 0;
  const write = async (text: string): Promise<void> => {
    size += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, "drain");
  };
  await write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="2026-11-20T08:30:00+01:00">\n',
  );
  const week = civilDate("2026-11-11");
  for (let film = 0; size < bytes - 8192; film += 1) {
    for (let site = 0; site < SITES && size < bytes - 8192; site += 1) {
      const screen = (site + film) % SCREENS;
      const model = DEMO_CINEMAS[site % DEMO_CINEMAS.length];
      const cnc = String(50_000 + site);
      const tariffs = TARIFFS.map(([code, label, category, price]) => ({
        code,
        label,
        category,
        price,
        n: draw.integer(1, 120),
      }));
      const gross = tariffs.reduce((sum, t) => sum + t.price * t.n, 0);
      const paid = tariffs.reduce((sum, t) => sum + t.n, 0);
      const [tsa, vat] = [half(gross * 1072, 10_000), half(gross * 55, 1055)];
      const base = gross - tsa - vat;
      const days = Array.from({ length: 7 }, (_, day) => {
        const [n, g] =
          day < 6
            ? [Math.floor(paid / 7), Math.floor(gross / 7)]
            : [paid - 6 * Math.floor(paid / 7), gross - 6 * Math.floor(gross / 7)];
        return `<Jour date="${addDays(week, day)}" seances="3" entrees="${n}" recetteTTC="${wire(g)}"/>`;
      });
      const screenings =
        site % 3 === 0
          ? Array.from({ length: 21 }, (_, i) => {
              const n = i < 20 ? Math.floor(paid / 21) : paid - 20 * Math.floor(paid / 21);
              const g = i < 20 ? Math.floor(gross / 21) : gross - 20 * Math.floor(gross / 21);
              return `<Seance date="${addDays(week, Math.floor(i / 3))}" heure="${["14:00:00", "18:00:00", "20:30:00"][i % 3]}" entrees="${n}" recetteTTC="${wire(g)}"/>`;
            })
          : [];
      count += 1;
      await write(`  <Declaration reference="2026-46-${cnc}${screen}-${200_000 + film}-VF" nature="initiale">
    <Semaine debut="${week}" fin="${addDays(week, 6)}" numero="46" annee="2026"/>
    <Etablissement numeroCNC="${cnc}" nom="${model?.name.replace(/[&"<]/g, "")} ${site}" raisonSociale="SARL CINE ${site}" codePostal="${model?.pin_code}" ville="${model?.city}"/>
    <Salle numeroAutorisation="${cnc}${screen}" nom="Salle ${screen + 1}" jauge="400"/>
    <Film visa="${200_000 + film}" titre="Film n° ${film}" version="VF" semaineExploitation="1"/>
    <Distributeur nom="${lumen.name}" siren="${lumen.siren}"/>
    <Conditions type="POURCENTAGE" taux="50"/>
    ${[...screenings, ...days].join("\n    ")}
    ${tariffs.map((t) => `<Tarif code="${t.code}" libelle="${t.label}" categorie="${t.category}" prixTTC="${wire(t.price)}" entrees="${t.n}" recetteTTC="${wire(t.price * t.n)}"/>`).join("\n    ")}
    <Totaux seances="21" entreesPayantes="${paid}" entreesGratuites="0" recetteTTC="${wire(gross)}" tsa="${wire(tsa)}" tva="${wire(vat)}" tauxTVA="5.5" baseFilmHT="${wire(base)}" partDistributeurHT="${wire(half(base, 2))}"/>
  </Declaration>
`);
    }
  }
  await write(`  <Controle nombreDeclarations="${count}"/>\n</DeclarationsRecettes>\n`);
  out.end();
  await once(out, "finish");
  return count;
}

/** The base of the comparison: saxes over the same file, events only. @returns milliseconds */
export async function bareSaxPass(path: string): Promise<number> {
  const started = performance.now();
  const parser = new SaxesParser({ xmlns: false });
  let tags = 0;
  parser.on("opentag", () => {
    tags += 1;
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
  }
  parser.write(decoder.decode()).close();
  if (tags === 0) throw new Error("no element");
  return performance.now() - started;
}
