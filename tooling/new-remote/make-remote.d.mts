export function makeRemote(name: string, dir: string): string[];
export function enrolRemote(name: string, root?: string): string[];
