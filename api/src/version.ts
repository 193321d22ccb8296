import manifest from '../package.json' with { type: 'json' }

/** The version of the product that runs. */
export const version: string = manifest.version
