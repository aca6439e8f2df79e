import { SimpleGrid, TextInput } from "@mantine/core";
import { FormSection, HINT_BELOW } from "./form-section.tsx";

export const Identity = () => (
  <FormSection title="Identité" hint="telle qu’elle figure sur les factures">
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Nom du cinéma" defaultValue="Cinéma Le Beffroi" inputWrapperOrder={HINT_BELOW} />
      <TextInput
        label="SIREN"
        description="Neuf chiffres"
        defaultValue="552 100"
        error="Un SIREN compte neuf chiffres."
        inputWrapperOrder={HINT_BELOW}
      />
    </SimpleGrid>
  </FormSection>
);
