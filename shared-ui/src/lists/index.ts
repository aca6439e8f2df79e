// Lists whose view is in the address. An entry point of its own: a remote carries what it uses of it, the first load nothing.
export {
  type AddressValue,
  flagValue,
  type ListAddress,
  type ListView,
  manyOf,
  matchingValue,
  numberValue,
  oneOf,
  oneOfOr,
  presentValue,
  textValue,
  viewOf,
  withView,
} from "./list-address.ts";
export { type ListQuery, useListView } from "./use-list-view.ts";
