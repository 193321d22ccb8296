import { createRequire } from 'node:module'
import { packaging } from './src/packaging/packaging'

const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }

export default packaging(process.env, version)
