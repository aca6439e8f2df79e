import { Badge, Group } from "@mantine/core";
import { compareFrench } from "./format.ts";

interface LinkableOption {
  readonly name: string;
  readonly linked?: boolean | undefined;
  /** Registered alone, and not validated yet. */
  readonly prospect?: boolean | undefined;
}

/** The order of every choice of a distributor: linked ones first, then the rest, both in alphabetical order. */
export const linkedFirst = <Option extends LinkableOption>(options: readonly Option[]): Option[] =>
  options.toSorted(
    (a, b) => Number(b.linked ?? false) - Number(a.linked ?? false) || compareFrench(a.name, b.name),
  );

/** One line of such a choice. */
export function LinkedOption({ name, linked = false, prospect = false }: LinkableOption) {
  return (
    <Group gap="xs" wrap="nowrap">
      <span>{name}</span>
      {linked ? (
        <Badge size="sm" variant="light" tt="none">
          Lié
        </Badge>
      ) : null}
      {prospect ? (
        <Badge size="sm" variant="light" color="gray" tt="none">
          Prospect
        </Badge>
      ) : null}
    </Group>
  );
}
