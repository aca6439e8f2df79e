export declare function freePort(): Promise<number>;
export declare const LOWEST_PORT: number;
