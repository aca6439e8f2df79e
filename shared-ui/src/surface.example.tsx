import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Surface } from "./surface.tsx";

export const Card = () => (
  <Surface>
    <Text fw={600}>Informations de la société</Text>
    <Text>Lumen Films, SIREN 552 100 554</Text>
    <Text c="dimmed" size="sm">
      Modifié le 18/11/2026
    </Text>
  </Surface>
);

/** What is pressed goes, and something else stands in its place: the focus follows. */
export function StepByStep() {
  const [step, setStep] = useState<"off" | "asks" | "codes">("off");
  return (
    <Stack>
      {step === "codes" ? (
        <Surface>
          <Text mb="md">Vos codes de secours</Text>
          <Button onClick={() => setStep("off")}>J’ai conservé mes codes</Button>
        </Surface>
      ) : (
        <Surface>
          {step === "off" ? (
            <Button onClick={() => setStep("asks")}>Activer le second facteur</Button>
          ) : (
            <Stack>
              <TextInput label="Code affiché par l’application" />
              <Group>
                <Button onClick={() => setStep("codes")}>Activer</Button>
                <Button variant="default" onClick={() => setStep("off")}>
                  Annuler
                </Button>
              </Group>
            </Stack>
          )}
        </Surface>
      )}
    </Stack>
  );
}
