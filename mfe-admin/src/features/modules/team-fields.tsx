import { TextInput } from "@mantine/core";
import { TOKENS } from "./modules.texts.ts";

interface TeamFieldsProps {
  team: string;
  setTeam: (team: string) => void;
  /** Names of remotes, with commas. */
  written: string;
  setWritten: (written: string) => void;
  /** By the name of the field. */
  errors: Readonly<Record<string, string>>;
}

/** Which team, and for which of its remotes. */
export function TeamFields({ team, setTeam, written, setWritten, errors }: TeamFieldsProps) {
  return (
    <>
      <TextInput
        label={TOKENS.team}
        required
        maxLength={100}
        data-autofocus
        value={team}
        onChange={(event) => setTeam(event.currentTarget.value)}
        error={alertOf(errors["team"])}
      />
      <TextInput
        label={TOKENS.remotes}
        description={TOKENS.remotesHint}
        required
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        error={alertOf(errors["remotes"])}
      />
    </>
  );
}

/** The names in what was typed with commas. */
export const namesIn = (written: string): string[] =>
  written
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

export const alertOf = (message: string | undefined) =>
  message ? <span role="alert">{message}</span> : undefined;
