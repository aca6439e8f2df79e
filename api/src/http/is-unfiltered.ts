/** True where each of these filters of a list, of its query say, asks for nothing. */
export const isUnfiltered = (filters: object): boolean => Object.values(filters).every(isUnset);

const isUnset = (value: unknown): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
