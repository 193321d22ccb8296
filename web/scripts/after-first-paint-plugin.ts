import type { HtmlTagDescriptor, Plugin } from 'vite'

const FIRST_PAINT = '<script src="/first-paint.js"></script>'
const MODULE = /<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>\n?/
const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>\n?/g

/**
 * Takes the app's scripts out of the built page and hands their addresses to `public/first-paint.js`, which fetches them once the
 * first view is painted; and asks for the given fonts (by the beginning of their file's name) together with the page.
 */
export function afterFirstPaint(fonts: readonly string[]): Plugin {
  return {
    name: 'nation:after-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const app = MODULE.exec(html)?.[1]
        if (app === undefined || !html.includes(FIRST_PAINT)) throw new Error('index.html is not as it was')
        const parts = [...html.matchAll(PRELOAD)].map(([, part]) => part)
        const files = Object.keys(bundle ?? {})
        const tags = fonts.map((font): HtmlTagDescriptor => {
          const file = files.find((one) => one.startsWith(`assets/${font}-`) && one.endsWith('.woff2'))
          if (file === undefined) throw new Error(`The build has no font ${font}`)
          const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` }
          return { tag: 'link', attrs, injectTo: 'head' }
        })
        const handed = FIRST_PAINT.replace('></', ` data-app="${app}" data-parts="${parts.join(' ')}"></`)
        return { html: html.replace(MODULE, '').replace(PRELOAD, '').replace(FIRST_PAINT, handed), tags }
      },
    },
  }
}
