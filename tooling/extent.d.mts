export type Extent = "part" | "ci" | "all";
export declare function extentOf(campaign: string): Extent;
export declare function byExtent<T>(
  campaign: string,
  worth: { readonly part: T; readonly ci: T; readonly all?: T },
): T;
