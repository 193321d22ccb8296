import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The clone's own folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** The script of a package's command, so that node can be started on it without a wrapper in between. */
export function script(file: string): string {
  return path.join(root, 'node_modules', file)
}
