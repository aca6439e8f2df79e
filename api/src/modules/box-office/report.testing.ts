// Small reports for tests.

/** When a report is made after the one that `reportOf` makes. */
export const LATER = "2026-11-28T08:30:00+01:00";

/** One declaration of Le Beffroi, « Les Heures bleues », as the canonical report writes it. */
export const declaration = (changes: Record<string, string> = {}) => {
  const d = {
    reference: "R1",
    nature: "initiale",
    corrects: "",
    screen: "910231",
    visa: "199041",
    title: "Les Heures bleues",
    version: "VF",
    week: "2026-11-18",
    end: "2026-11-24",
    paid: "812",
    gross: "5909.40",
    tsa: "633.49",
    tva: "308.07",
    base: "4967.84",
    share: ' partDistributeurHT="2483.92"',
    mg: "",
    type: "POURCENTAGE",
    ...changes,
  };
  return `<Declaration reference="${d.reference}" nature="${d.nature}"${d.corrects && ` rectifie="${d.corrects}"`}><Semaine debut="${d.week}" fin="${d.end}"/>
    <Etablissement numeroCNC="91023" siret="00020001400017" nom="Cinéma Le Beffroi" codePostal="59500" ville="Douai"/>
    <Salle numeroAutorisation="${d.screen}" nom="Salle 1"/><Film visa="${d.visa}" titre="${d.title}" version="${d.version}" semaineExploitation="1"/>
    <Distributeur nom="Lumen Films Distribution" siren="000100016"/><Conditions type="${d.type}" taux="50"${d.mg}/>
    <Totaux seances="21" entreesPayantes="${d.paid}" entreesGratuites="0" recetteTTC="${d.gross}" tsa="${d.tsa}" tva="${d.tva}" baseFilmHT="${d.base}"${d.share}/></Declaration>`;
};
export const reportOf = (declarations: string[], generated = "2026-11-27T08:30:00+01:00") =>
  `<?xml version="1.0" encoding="UTF-8"?><DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="${generated}">${declarations.join("\n")}</DeclarationsRecettes>`;
/** Other takings for the same screen, film and week. */
export const LESS = {
  paid: "800",
  gross: "5825.40",
  tsa: "624.48",
  tva: "303.69",
  base: "4897.23",
  share: ' partDistributeurHT="2448.62"',
};
