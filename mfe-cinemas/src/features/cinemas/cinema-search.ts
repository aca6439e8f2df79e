import type { Cinema } from "@bobine/contract/cinemas";
import { searchable } from "@bobine/shared-ui";

/** UI-22: what the search on this screen looks through, in the browser. */
export function cinemaSearchText(cinema: Cinema): string {
  return searchable(
    [
      cinema.name,
      cinema.legal_name,
      cinema.short_name_code,
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
      ...cinema.phones.map(digitsOf),
      ...cinema.default_invoice_emails,
      ...cinema.default_reminder_emails,
    ].join("\n"),
  );
}

/** A phone number as a telephone shows it: people write it in groups, with dots, or with the country. */
const digitsOf = (phone: string): string => phone.replace(/[\s.()-]/g, "").replace(/^(?:\+|00)330?/, "0");

/** Cinemas whose text holds every word typed, accents and case aside, or the phone number, however it is written. */
export function searchCinemas(cinemas: readonly { cinema: Cinema; text: string }[], typed: string): Cinema[] {
  const words = searchable(typed).split(/\s+/).filter(Boolean);
  const number = /^[+\d][\d\s.()-]*$/.test(typed.trim()) ? digitsOf(typed) : undefined;
  return cinemas
    .filter(
      ({ text }) =>
        words.every((word) => text.includes(word)) || (number !== undefined && text.includes(number)),
    )
    .map(({ cinema }) => cinema);
}
