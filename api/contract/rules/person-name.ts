/** How a person is called where there is room for a name; without one, by the address. */
export const personName = (person: {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}): string => `${person.first_name} ${person.last_name}`.trim() || person.email;
