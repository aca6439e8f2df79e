import { Stack } from "@mantine/core";
import { LinkedOption, linkedFirst } from "./linked-option.tsx";

const DISTRIBUTORS = [
  { name: "Zénith Distribution" },
  { name: "Éclair Films", prospect: true },
  { name: "Wagram Pictures", linked: true },
  { name: "Arc Distribution", linked: true },
];

export const LinkedOnesFirst = () => (
  <Stack gap="xs">
    {linkedFirst(DISTRIBUTORS).map((distributor) => (
      <LinkedOption key={distributor.name} {...distributor} />
    ))}
  </Stack>
);
