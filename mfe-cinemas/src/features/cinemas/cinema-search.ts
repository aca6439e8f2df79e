import type { Cinema } from "@bobine/contract/cinemas";
import { searchable } from "@bobine/shared-ui";

/** UI-22: what the search on this screen looks through, in the browser. */
export function cinemaSearchText(cinema: Cinema): string {
  return searchable(
    [
      cinema.name,
      cinema.legal_name,
      cinema.address,
      cinema.address_line_2,
      cinema.city,
      cinema.pin_code,
      cinema.siren,
      cinema.cnc_authorization,
      cinema.invoicing_company_name,
      cinema.group,
      cinema.sub_group,
      ...cinema.phones,
      ...cinema.default_invoice_emails,
      ...cinema.default_reminder_emails,
    ].join("\n"),
  );
}

/** Cinemas whose text holds every word typed, accents and case aside. */
export function searchCinemas(cinemas: readonly { cinema: Cinema; text: string }[], typed: string): Cinema[] {
  const words = searchable(typed).split(/\s+/).filter(Boolean);
  return cinemas.filter(({ text }) => words.every((word) => text.includes(word))).map(({ cinema }) => cinema);
}
