// What the invented trade is made of. Invented names in real towns.

export const TOWNS =
  `Abbeville Agen Ajaccio Albertville Alençon Alès Ambert Amboise Angers Annonay Antibes Apt Arcachon Argentan Argenteuil Arles Aubagne Aubenas Auch Aurillac Autun Avallon Avranches Bagnères-de-Bigorre Bar-le-Duc Bayeux Beaune Beauvais Bergerac Bernay Béthune Béziers Blois Bolbec Bourg-en-Bresse Bressuire Brive-la-Gaillarde Cahors Calais Cambrai Cannes Carcassonne Carhaix Castres Cavaillon Céret Challans Charleville-Mézières Chartres Châteaubriant Châteaudun Châteauroux Châtellerault Chaumont Chinon Cholet Clamecy Clermont-l'Hérault Cluny Cognac Compiègne Concarneau Condom Coutances Crest Dax Decazeville Die Dieppe Digne-les-Bains Dinan Dole Douarnenez Draguignan Embrun Épernay Étampes Falaise Figeac Firminy Flers Foix Fontainebleau Fontenay-le-Comte Forbach Forcalquier Fougères Fumel Gaillac Ganges Gérardmer Gien Gisors Givors Gourdon Graulhet Guebwiller Guéret Guingamp Hazebrouck Hirson Honfleur Issoire Issoudun Istres Joigny Jonzac La Ferté-Bernard La Flèche La Réole La Souterraine La Tour-du-Pin Lamballe Landerneau Langon Langres Lannion Laon Laval Lavaur Le Blanc Le Creusot Le Puy-en-Velay Lesparre Libourne Lisieux Limoux Loches Lodève Longwy Lons-le-Saunier Loudéac Loudun Lunel Lunéville Mâcon Manosque Marmande Marvejols Mayenne Mazamet Melle Menton Millau Mirande Mirecourt Moissac Montargis Montauban Montbéliard Montbrison Montélimar Montluçon Morlaix Mortagne-au-Perche Moulins Murat Muret Nantua Narbonne Nogent-le-Rotrou Nontron Noyon Nyons Oloron-Sainte-Marie Orange Orthez Oyonnax Pamiers Parthenay Pithiviers Ploërmel Pontarlier Pontivy Pont-l'Abbé Prades Privas Provins Quimperlé Redon Remiremont Rethel Revel Ribérac Riom Rochefort Romorantin-Lanthenay Royan Ruffec Saint-Amand-Montrond Saint-Brieuc Saint-Chamond Saint-Claude Saint-Dié-des-Vosges Saint-Dizier Saint-Flour Saint-Gaudens Saint-Girons Saint-Lô Saint-Nazaire Saint-Omer Saint-Quentin Saintes Sancerre Sarlat Sarrebourg Sarreguemines Saumur Sedan Segré Senlis Sens Sisteron Soissons Souillac Tarare Tarascon Thiers Thionville Thonon-les-Bains Thouars Toul Tournon Tournus Tulle Ussel Uzès Vannes Vendôme Verdun Vernon Vesoul Vierzon Villefranche-de-Rouergue Villeneuve-sur-Lot Vire Vitré Voiron Yssingeaux Yvetot`
    .split(/ (?=[A-ZÉÈ])/)
    // « La Flèche » and its like were cut behind the article.
    .reduce<string[]>((towns, word) => {
      const last = towns.at(-1);
      if (last === "La" || last === "Le") towns[towns.length - 1] = `${last} ${word}`;
      else towns.push(word);
      return towns;
    }, []);

export const VENUES = [
  "Rex",
  "Vox",
  "Éden",
  "Palace",
  "Familia",
  "Rio",
  "Royal",
  "Majestic",
  "Étoile",
  "Lumière",
  "Méliès",
  "Atalante",
  "Régent",
  "Sélect",
  "Ariel",
  "Colisée",
  "Trianon",
  "Casino",
  "Foyer",
  "Lux",
  "Apollo",
  "Capitole",
  "Odyssée",
  "Variétés",
  "Arlequin",
  "Clap",
  "Zola",
  "Mistral",
  "Utopie",
  "Paradiso",
  "Cristal",
  "Duplex",
  "Entracte",
  "Florival",
  "Gaumontois",
  "Hublot",
  "Kursaal",
  "Mercure",
  "Nef",
  "Olympia",
  "Pagnol",
  "Quai",
  "Renoir",
  "Saint-Michel",
  "Tati",
] as const;

export const VENUE_FORMS = [
  "Cinéma Le {v}",
  "Le {v}",
  "Ciné {v}",
  "Cinéma {v}",
  "Espace {v}",
  "Le {v} Cinéma",
  "Théâtre {v}",
] as const;

export const SURNAMES = [
  "Delmas",
  "Lagarde",
  "Perrin",
  "Roussel",
  "Fabre",
  "Marchand",
  "Blanchet",
  "Guérin",
  "Texier",
  "Le Goff",
  "Vidal",
  "Bonnet",
  "Chauvin",
  "Masson",
  "Poirier",
  "Renault",
  "Schmitt",
  "Weber",
  "Barbier",
  "Colas",
  "Dufour",
  "Estève",
] as const;

export const CIRCUITS = [
  "Ciné Horizon",
  "Grand Angle",
  "Mégarive",
  "Studio 7",
  "Cap Écran",
  "Novalux",
  "Artécran",
  "Les Toiles du Sud",
] as const;

export const FILMS = [
  "Les Heures bleues",
  "Rivage nord",
  "Tout doit disparaître",
  "Le Dernier Relais",
  "Petite Ourse et le vent",
  "Soleil d'avril",
  "Ligne 12",
  "Ceux du marais",
  "L'Étrange Monsieur Brume",
  "Nuit blanche à Trieste",
  "Les Cousins de la côte",
  "1987",
  "Quatre saisons et demie",
  "La Promesse du fleuve",
  "Un homme à la mer",
  "Opération Grand-Duc",
  "Les Invisibles du port",
  "Maman revient",
  "Le Temps des cabanes",
  "Retour à Montlieu",
  "Mille fois non",
  "Juste après l'orage",
] as const;

/** Money that comes in and is nobody's rent. */
export const OTHER_INCOME = [
  "CNC SOUTIEN AUTOMATIQUE DISTRIBUTION",
  "DGFIP REMBT CREDIT DE TVA 11 2026",
  "MEDIA CREATIVE EUROPE GRANT 101123456",
  "CANAL+ DROITS TV",
  "SACD REPARTITION 2026",
  "PROCIREP AIDE 26-0412",
  "VIR INTERNE COMPTE EPARGNE",
  "ARTE FRANCE ACHAT DROITS",
  "LOYER SOUS LOCATION BUREAU T4",
  "REGION OCCITANIE SUBVENTION 2026-01234",
  "REMBT URSSAF TROP PERCU",
  "APPLE DISTRIBUTION INT. 4512887",
  "UNIVERSCINE REDEVANCES VOD S1 2026",
  "AG2R PREVOYANCE IJ",
  "ASSURANCE AXA REMBOURSEMENT SINISTRE 88213",
  "FESTIVAL DE LA ROCHELLE PARTICIPATION",
  "ORANGE REMBOURSEMENT",
  "FILMS DU PASSEUR COPRODUCTION",
] as const;

export const OUTGOINGS = [
  "PRLV SEPA URSSAF ILE DE FRANCE 117000001569874",
  "COTISATION COMPTE PRO",
  "FRAIS TENUE DE COMPTE",
  "CB ADOBE FACT 141126",
  "PRLV ORANGE FACTURE 26000456",
  "VIR EMIS LABORATOIRE ECLAIR FACT 2026-114",
  "PRLV SEPA LOYER BUREAUX S47",
  "CARTE 12/11 SNCF",
  "AGIOS 3T2026",
] as const;

export const FACTORS = ["FACTOFRANCE", "BNP PARIBAS FACTOR", "EUROFACTOR", "CM-CIC FACTOR"] as const;
