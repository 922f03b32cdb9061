import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;

/** What a definition says of who made it. */
export const compilerName = `osy ${version}`;
