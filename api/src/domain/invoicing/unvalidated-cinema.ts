/** What people are told of a cinema of a report that nobody has validated. */
export interface UnvalidatedCinemaQuestion {
  readonly reason: string;
  readonly description: string;
  readonly explanation: readonly string[];
}

/** BOX-11: who waits for what. */
export function questionAboutUnvalidated(cinema: {
  readonly name: string;
  readonly city: string;
}): UnvalidatedCinemaQuestion {
  const place = cinema.city === "" ? cinema.name : `${cinema.name} (${cinema.city})`;
  return {
    reason: "Cinéma à valider par Bobine",
    description:
      `${place}\u00a0: un rapport a nommé ce cinéma, que Bobine n’a pas encore validé\u202f; ` +
      "ses factures seront émises dès qu’il le sera, si la facturation n’est pas en pause.",
    explanation: [
      "Ses déclarations sont enregistrées\u00a0: rien n’est à importer de nouveau.",
      "Bobine vérifie ce cinéma\u202f; cette action se ferme d’elle-même quand il est validé.",
      "Vous connaissez son SIREN, son adresse ou son numéro CNC\u202f? Écrivez-les à Bobine\u00a0: la vérification ira plus vite.",
    ],
  };
}
