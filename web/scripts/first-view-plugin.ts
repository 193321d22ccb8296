import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { CSSOptions, Plugin } from 'vite'

const PLACE = '<!--first-view-->'
const ENTRY = 'src/app/first-view.tsx'

/** Puts the home page's first view into the built page, so that it is seen before any script has run. */
export function firstView(css: CSSOptions): Plugin {
  let page = ''
  let root = ''
  return {
    name: 'nation:first-view',
    apply: 'build',
    configResolved(config) {
      root = config.root
      page = path.resolve(config.root, config.build.outDir, 'index.html')
    },
    async closeBundle(failure) {
      if (failure) return
      const html = await readFile(page, 'utf8')
      if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`)
      await writeFile(
        page,
        html.replace(PLACE, () => markup),
      )
    },
    async buildStart() {
      markup = await renderMarkup(root, css)
    },
  }
}

let markup = ''

/** Builds the first view for Node and lets a process of its own render it: nothing that it leaves open holds up the build. */
async function renderMarkup(root: string, css: CSSOptions): Promise<string> {
  const folder = await mkdtemp(path.join(root, 'node_modules', '.first-view-'))
  try {
    await build({
      root,
      css,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      ssr: { noExternal: true },
      build: { ssr: ENTRY, outDir: folder, minify: false, rolldownOptions: { output: { entryFileNames: 'view.mjs' } } },
    })
    const module = pathToFileURL(path.join(folder, 'view.mjs')).href
    const script = `import(${JSON.stringify(module)}).then((view) => view.renderFirstView()).then((markup) => process.stdout.write(markup, () => process.exit(0)))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production' },
      maxBuffer: 8 * 1024 * 1024,
    })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
