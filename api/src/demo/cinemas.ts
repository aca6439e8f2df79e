// The forty cinemas of the demo: invented names in real towns, obviously fake SIREN (000…), everything else derived.

export type CinemaType = "AE" | "Multiplexe" | "Généraliste" | "Municipal" | "Itinérant";

/** code, name, city, postcode, group, sub-group, screens, type, SIREN, CNC number, weekly gross (€), street, legal name */
type Row = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  number,
  CinemaType,
  string,
  string,
  number,
  string,
  string,
];

// biome-ignore format: one cinema a line
const ROWS: readonly Row[] = [
  ["BEFDOU", "Cinéma Le Beffroi", "Douai", "59500", "Indépendant", "Hauts-de-France", 3, "AE", "000200014", "91023", 5700, "1 place du Beffroi", "SARL Beffroi Cinés"],
  ["MGREN", "Mégascope Rennes", "Rennes", "35000", "Mégascope", "Bretagne", 12, "Multiplexe", "000200022", "91077", 62400, "8 rue de l’Alma", "Mégascope Exploitation SAS"],
  ["MGNAN", "Mégascope Nantes Estuaire", "Nantes", "44300", "Mégascope", "Pays de la Loire", 14, "Multiplexe", "000200030", "92069", 72800, "15 quai des Antilles", "Mégascope Exploitation SAS"],
  ["MGTRO", "Mégascope Troyes", "Troyes", "10000", "Mégascope", "Grand Est", 10, "Multiplexe", "000200048", "92092", 52000, "22 boulevard Blanqui", "Mégascope Exploitation SAS"],
  ["MGVAL", "Mégascope Valence", "Valence", "26000", "Mégascope", "Auvergne-Rhône-Alpes", 11, "Multiplexe", "000200055", "92115", 57200, "29 avenue de Romans", "Mégascope Exploitation SAS"],
  ["MGPAU", "Mégascope Pau Lescar", "Lescar", "64230", "Mégascope", "Nouvelle-Aquitaine", 12, "Multiplexe", "000200063", "92138", 62400, "36 rue des Frères-Moreau", "Mégascope Exploitation SAS"],
  ["CANIO", "Ciné Atlas Niort", "Niort", "79000", "Ciné Atlas", "Ouest", 9, "Multiplexe", "000200071", "92161", 46800, "43 rue des Équarts", "Ciné Atlas SA"],
  ["CAALB", "Ciné Atlas Albi", "Albi", "81000", "Ciné Atlas", "Sud", 8, "Multiplexe", "000200089", "92184", 41600, "2 avenue Gambetta", "Ciné Atlas SA"],
  ["CAAUX", "Ciné Atlas Auxerre", "Auxerre", "89000", "Ciné Atlas", "Est", 8, "Multiplexe", "000200097", "92207", 41600, "9 rue du Temple", "Ciné Atlas SA"],
  ["CAEVR", "Ciné Atlas Évreux", "Évreux", "27000", "Ciné Atlas", "Ouest", 9, "Multiplexe", "000200105", "92230", 46800, "16 rue Joséphine", "Ciné Atlas SA"],
  ["CABEL", "Ciné Atlas Belfort", "Belfort", "90000", "Ciné Atlas", "Est", 10, "Multiplexe", "000200113", "92253", 52000, "23 faubourg de Montbéliard", "Ciné Atlas SA"],
  ["NVQUI", "Novaciné Quimper", "Quimper", "29000", "Novaciné", "Bretagne", 6, "Généraliste", "000200121", "92276", 18600, "30 rue René-Madec", "Novaciné Centre-Ville SAS"],
  ["NVCHA", "Novaciné Chambéry", "Chambéry", "73000", "Novaciné", "Alpes", 5, "Généraliste", "000200139", "92299", 15500, "37 place Monge", "Novaciné Centre-Ville SAS"],
  ["NVANG", "Novaciné Angoulême", "Angoulême", "16000", "Novaciné", "Sud-Ouest", 7, "Généraliste", "000200147", "92322", 21700, "44 rue Saint-Roch", "Novaciné Centre-Ville SAS"],
  ["NVBOU", "Novaciné Bourges", "Bourges", "18000", "Novaciné", "Centre", 6, "Généraliste", "000200154", "92345", 18600, "3 rue d’Auron", "Novaciné Centre-Ville SAS"],
  ["NVCOL", "Novaciné Colmar", "Colmar", "68000", "Novaciné", "Est", 7, "Généraliste", "000200162", "92368", 21700, "10 rue des Clefs", "Novaciné Centre-Ville SAS"],
  ["REMBAY", "Studio des Remparts", "Bayonne", "64100", "Réseau Lumières", "Sud-Ouest", 3, "AE", "000200170", "92391", 5700, "17 rue des Basques", "Association Studio des Remparts"],
  ["MELANN", "Le Studio Méliès", "Annecy", "74000", "Réseau Lumières", "Alpes", 3, "AE", "000200188", "92414", 5700, "24 rue Sainte-Claire", "Association Le Studio Méliès"],
  ["ROTARR", "Cinéma La Rotonde", "Arras", "62000", "Réseau Lumières", "Nord", 2, "AE", "000200196", "92437", 3800, "31 rue Saint-Aubert", "Association La Rotonde"],
  ["LUMNEV", "Ciné Lumière", "Nevers", "58000", "Réseau Lumières", "Centre", 2, "AE", "000200204", "92460", 3800, "38 rue du Commerce", "Association Ciné Lumière"],
  ["CERPAR", "Le Cercle Rouge", "Paris", "75011", "Réseau Lumières", "Île-de-France", 4, "AE", "000200212", "92483", 8740, "45 rue de Charonne", "Association Le Cercle Rouge"],
  ["CORPAR", "Cinéma Les Cordeliers", "Paris", "75006", "Réseau Lumières", "Île-de-France", 3, "AE", "000200220", "92506", 6550, "4 rue de la Harpe", "Association Les Cordeliers"],
  ["GLSTM", "Grand Large Saint-Malo", "Saint-Malo", "35400", "Grand Large", "Manche", 5, "Généraliste", "000200238", "92529", 15500, "11 chaussée du Sillon", "Grand Large Cinémas SARL"],
  ["GLSET", "Grand Large Sète", "Sète", "34200", "Grand Large", "Méditerranée", 4, "Généraliste", "000200246", "92552", 12400, "18 quai de la Résistance", "Grand Large Cinémas SARL"],
  ["GLSAB", "Grand Large Les Sables", "Les Sables-d'Olonne", "85100", "Grand Large", "Atlantique", 6, "Généraliste", "000200253", "92575", 18600, "25 rue de l’Hôtel-de-Ville", "Grand Large Cinémas SARL"],
  ["GLCHE", "Grand Large Cherbourg", "Cherbourg-en-Cotentin", "50100", "Grand Large", "Manche", 5, "Généraliste", "000200261", "92598", 15500, "32 quai de Caligny", "Grand Large Cinémas SARL"],
  ["ROYDOLE", "Ciné Royal", "Dole", "39100", "Indépendant", "", 2, "AE", "000200279", "92621", 3800, "39 rue de Besançon", "Ciné Royal Dole SARL"],
  ["EDECAH", "Cinéma municipal L'Éden", "Cahors", "46000", "Indépendant", "Régie municipale", 2, "Municipal", "000200287", "92644", 2200, "46 boulevard Gambetta", "Commune de Cahors"],
  ["REXAUR", "Cinéma Le Rex", "Aurillac", "15000", "Indépendant", "", 3, "Généraliste", "000200295", "92667", 9300, "5 rue des Carmes", "SARL Le Rex"],
  ["FAMGAP", "Le Familia", "Gap", "05000", "Indépendant", "", 2, "AE", "000200303", "92690", 3800, "12 rue Carnot", "Association Le Familia"],
  ["VOXLAO", "Cinéma Le Vox", "Laon", "02000", "Indépendant", "", 1, "Municipal", "000200311", "92713", 1100, "19 place du Parvis", "Commune de Laon"],
  ["FOIROD", "Espace Le Foirail", "Rodez", "12000", "Indépendant", "", 1, "AE", "000200329", "92736", 1900, "26 rue Béteille", "Association Le Foirail"],
  ["PALEPI", "Ciné Le Palace", "Épinal", "88000", "Indépendant", "", 4, "Généraliste", "000200337", "92759", 12400, "33 quai des Bons-Enfants", "SARL Ciné Le Palace"],
  ["ETOVAN", "Cinéma L'Étoile", "Vannes", "56000", "Indépendant", "", 2, "AE", "000200345", "92782", 3800, "40 rue du Mené", "Association L'Étoile"],
  ["MAJROA", "Le Majestic", "Roanne", "42300", "Indépendant", "", 5, "Généraliste", "000200352", "92805", 15500, "47 rue Jean-Jaurès", "SARL Le Majestic"],
  ["COLVIC", "Cinéma Le Colisée", "Vichy", "03200", "Indépendant", "", 3, "Généraliste", "000200360", "92828", 9300, "6 avenue Gramont", "SARL Le Colisée"],
  ["NAVPER", "Le Navire", "Périgueux", "24000", "Indépendant", "", 3, "AE", "000200378", "92851", 5700, "13 rue Taillefer", "Association Le Navire"],
  ["CAUMEN", "Circuit itinérant Ciné des Causses", "Mende", "48000", "Indépendant", "Itinérant", 1, "Itinérant", "000200386", "92874", 500, "20 place Urbain-V", "Association Ciné des Causses"],
  ["TRITAR", "Le Trianon", "Tarbes", "65000", "Indépendant", "", 3, "AE", "000200394", "92897", 5700, "27 rue Brauhauban", "Association Le Trianon"],
  ["CARFDF", "Ciné Caraïbe Soleil", "Fort-de-France", "97200", "Indépendant", "Outre-mer", 6, "Généraliste", "000200402", "92920", 18600, "34 rue Ernest-Deproge", "SARL Ciné Caraïbe Soleil"],
];

export interface DemoCinema {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly pin_code: string;
  readonly group: string;
  readonly sub_group: string;
  readonly type: CinemaType;
  readonly siren: string;
  readonly siret: string;
  readonly vat_number: string;
  readonly cnc_authorization: string;
  readonly weekly_gross_euros: number;
  readonly average_ticket_cents: number;
  readonly address: string;
  readonly legal_name: string;
  readonly phone: string;
  readonly email: string;
  readonly screens: readonly {
    readonly name: string;
    readonly authorization_number: string;
    readonly capacity: number;
  }[];
}

const AVERAGE_TICKET_CENTS: Record<CinemaType, number> = {
  AE: 630,
  Multiplexe: 820,
  Généraliste: 730,
  Municipal: 540,
  Itinérant: 500,
};
const FIRST_CAPACITY: Record<CinemaType, number> = {
  AE: 212,
  Multiplexe: 420,
  Généraliste: 280,
  Municipal: 180,
  Itinérant: 120,
};

/** Luhn's check digit for a string of digits. */
function luhnDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** The SIRET of the head office: SIREN, NIC 0001 and the check digit. */
export const siretOf = (siren: string): string => `${siren}0001${luhnDigit(`${siren}0001`)}`;

/** `FR` + key + SIREN, key = (12 + 3 × (SIREN mod 97)) mod 97 (DIST-3). */
export const vatNumberOf = (siren: string): string =>
  `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, "0")}${siren}`;

const domainOf = (name: string): string =>
  `${name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.example`;

export const DEMO_CINEMAS: readonly DemoCinema[] = ROWS.map(
  (
    [code, name, city, pin_code, group, sub_group, screens, type, siren, cnc, gross, address, legal_name],
    index,
  ) => ({
    code,
    name,
    city,
    pin_code,
    group,
    sub_group: sub_group === "–" ? "" : sub_group,
    type,
    siren,
    siret: siretOf(siren),
    vat_number: vatNumberOf(siren),
    cnc_authorization: cnc,
    weekly_gross_euros: gross,
    average_ticket_cents: AVERAGE_TICKET_CENTS[type],
    address,
    legal_name,
    // Numbers kept for fiction by the regulator.
    phone: `03 53 01 ${String(10 + index).padStart(2, "0")} ${String((index * 37) % 100).padStart(2, "0")}`,
    email: `facturation@${domainOf(name)}`,
    screens: Array.from({ length: screens }, (_, i) => ({
      name: `Salle ${i + 1}`,
      authorization_number: `${cnc}${i + 1}`,
      capacity: Math.max(60, Math.round(FIRST_CAPACITY[type] * 0.78 ** i)),
    })),
  }),
);
