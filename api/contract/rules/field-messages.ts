/**
 * What the server says of a field, for people: every 400 takes its sentences from here, or from its schema. Screens translate
 * the first four (API-3). Both sides use these constants; limits are given as they are shown.
 */
export const FIELD_MESSAGES = {
  blank: "Ce champ ne peut pas être vide",
  required: "Ce champ est obligatoire",
  email: "Veuillez saisir une adresse email valide",
  maxLength: "Ce champ ne peut pas dépasser la longueur maximale",
  unknown: "Ce champ n’est pas attendu.",
  type: "Cette valeur n’a pas le bon type.",
  format: "Cette valeur n’a pas la forme attendue. Corrigez-la.",
  unstorable: "Ce champ contient un caractère qui ne peut pas être enregistré. Ressaisissez-le.",
  minLength: "Cette valeur est trop courte. Complétez-la.",
  choice: (values: string): string => `Choisissez parmi ces valeurs\u00a0: ${values}`,
  minItems: (limit: string): string => `Choisissez au moins ${limit} élément${limit === "1" ? "" : "s"}.`,
  maxItems: (limit: string): string => `Cette liste est trop longue. Gardez ${limit} éléments au plus.`,
  atLeast: (limit: string): string => `Saisissez une valeur d’au moins ${limit}.`,
  atMost: (limit: string): string => `Saisissez une valeur d’au plus ${limit}.`,
  above: (limit: string): string => `Saisissez une valeur supérieure à ${limit}.`,
  below: (limit: string): string => `Saisissez une valeur inférieure à ${limit}.`,
} as const;
