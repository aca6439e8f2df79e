// What the cinemas screen and the console both show of a cinema. An entry point of its own: the first load does not carry it.
export { CinemaDetails, type CinemaPart } from "./cinema-details.tsx";
export { CinemaSettingsDialog, type CinemaSettingsDialogProps } from "./cinema-settings.dialog.tsx";
export { type SettingsEdits, type SettingsValues, settingsDraft } from "./cinema-settings-form.ts";
export { useCinemaSettings, useSaveCinemaSettings } from "./cinema-settings.queries.ts";
export { SETTINGS_TEXTS } from "./cinema-settings.texts.ts";
