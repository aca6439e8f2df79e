import { type ParsedUrlQuery, parse } from "node:querystring";

/** The parameters of an address. One that is left blank is not given: forms send every filter that they have. */
export function readQuery(text: string): ParsedUrlQuery {
  const given = parse(text);
  for (const [name, value] of Object.entries(given)) {
    const values = [value].flat().filter((one) => one !== undefined && one !== "");
    if (values.length === 0) delete given[name];
    else if (Array.isArray(value)) given[name] = values.length === 1 ? values[0] : (values as string[]);
  }
  return given;
}
