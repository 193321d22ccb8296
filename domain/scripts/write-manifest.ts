import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allCalls } from '../src/contract'
import { manifestSource } from '../src/contract/manifest-source'

writeFileSync(fileURLToPath(new URL('../src/contract/manifest.ts', import.meta.url)), manifestSource(allCalls))
