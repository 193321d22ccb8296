/** Draws the icons and the picture for shared links from the seal, into `web/public`: `npx tsx e2e/tools/draw-icons.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { positionIds } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { chromium, type Page } from '@playwright/test'
import { ourChromium, root } from './browser'

const target = path.join(root, 'web/public')
const seal = readFileSync(path.join(target, 'favicon.svg'), 'utf8')
const paper = '#fafbfc'
const state = '#1b2a6b'

/** A square with the seal on paper; `part` is how much of the square the seal takes. */
const icon = (size: number, part: number) =>
  `<body style="margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${paper}">
     <div style="width:${size * part}px;height:${size * part}px">${seal}</div></body>`

function shared(): string {
  const font = readFileSync(
    path.join(root, 'node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  ).toString('base64')
  const rings = Array.from({ length: 60 }, (_, turn) => {
    return `<ellipse rx="430" ry="170" transform="rotate(${turn * 3})" />`
  }).join('')
  return `<style>
      @font-face { font-family: Archivo; font-weight: 100 900; font-stretch: 62% 125%; src: url(data:font/woff2;base64,${font}) }
      body { margin: 0; width: 1200px; height: 630px; background: ${paper}; color: ${state}; overflow: hidden; position: relative;
             font-family: Archivo; font-stretch: 125%; }
      h1 { position: absolute; left: 72px; top: 150px; margin: 0; font-weight: 850; font-size: 118px; letter-spacing: .01em; line-height: 1 }
      p { position: absolute; left: 76px; top: 300px; margin: 0; width: 560px; font-weight: 600; font-stretch: 112%; font-size: 42px; line-height: 1.2; color: #33405a }
      .seal { position: absolute; left: 800px; top: 165px; width: 300px; height: 300px; background: ${paper}; border-radius: 50% }
      .lines { position: absolute; left: 500px; top: -135px }
      .line { position: absolute; left: 76px; bottom: 60px; font-stretch: 100%; font-weight: 500; font-size: 26px; letter-spacing: .14em; color: #55627b }
    </style>
    <svg class="lines" width="900" height="900" viewBox="-450 -450 900 900" fill="none" stroke="${state}" stroke-opacity=".22">${rings}</svg>
    <div class="seal">${seal}</div>
    <h1>NATION</h1><p>A government of ${countInWords(positionIds.length)}, elected every week.</p>
    <div class="line">N&lt;NATION&lt;&lt;ELECTED&lt;EVERY&lt;WEEK&lt;&lt;&lt;</div>`
}

async function draw(page: Page, name: string, width: number, height: number, html: string): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  const kind = name.endsWith('.jpg') ? ({ type: 'jpeg', quality: 86 } as const) : {}
  writeFileSync(path.join(target, name), await page.screenshot(kind))
}

const { executablePath, args, env } = await ourChromium()
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...process.env, ...env },
})
const page = await browser.newPage({ colorScheme: 'light' })
await draw(page, 'icon-192.png', 192, 192, icon(192, 0.86))
await draw(page, 'icon-512.png', 512, 512, icon(512, 0.86))
// A maskable icon keeps what matters inside the inner four fifths.
await draw(page, 'icon-maskable-512.png', 512, 512, icon(512, 0.62))
await draw(page, 'apple-touch-icon.png', 180, 180, icon(180, 0.8))
await draw(page, 'og.jpg', 1200, 630, shared())
await browser.close()
