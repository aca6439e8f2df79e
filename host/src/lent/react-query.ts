// All of the query library, for remotes that use more of it than the first load has.
export * from "../../node_modules/@tanstack/react-query/build/modern/index.js?whole";
