/** All of a library, beside the part of it that the first load has. */
declare module "*?whole";
declare module "@mantine/core/screens";
declare module "@mantine/core/whole";
declare module "@tanstack/react-query/whole";
