// The async boundary: shared modules are in the share scope before any code that uses them runs.
void import("./bootstrap.tsx");
