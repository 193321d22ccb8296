import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allCalls } from '../src/contract'
import { manifestSource } from '../src/contract/manifest-source'
import { allEvents } from '../src/events'
import { eventManifestSource, ownManifestSource } from '../src/events/manifest-source'

const write = (path: string, text: string) =>
  writeFileSync(fileURLToPath(new URL(`../src/${path}`, import.meta.url)), text)

write('contract/manifest.ts', manifestSource(allCalls))
write('events/manifest.ts', eventManifestSource(allEvents))
write('events/own/index.ts', ownManifestSource(allEvents))
