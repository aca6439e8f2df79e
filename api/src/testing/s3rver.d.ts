declare module "@20minutes/s3rver" {
  import type { ServerResponse } from "node:http";
  import type { AddressInfo } from "node:net";
  interface Context {
    readonly method: string;
    readonly path: string;
    readonly res: ServerResponse;
    status: number;
    body: unknown;
    readonly length: number | undefined;
    respond: boolean;
    get(header: string): string;
  }
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly store: { existsObject(bucket: string, key: string): Promise<boolean> };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
