const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const french = new Intl.RelativeTimeFormat("fr-FR");

/**
 * How long ago a build went live: « il y a 3 jours ». A build that has just gone live is the first suspect (FED-11).
 * @param deployedAt ISO 8601
 * @returns undefined for what is no time
 */
export function deploymentAge(deployedAt: string, now: Date): string | undefined {
  const age = now.getTime() - Date.parse(deployedAt);
  if (Number.isNaN(age)) return undefined;
  for (const [unit, length] of STEPS)
    if (age >= length) return french.format(-Math.floor(age / length), unit);
  return "à l’instant";
}
