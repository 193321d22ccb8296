import { portraitSvg } from '@nation/demo'
import sharp from 'sharp'
import type { Answer } from './http'
import type { World } from './world'

/** X's names for the sizes of a profile image, in pixels; none is the original. */
const SIZES: Readonly<Record<string, number>> = { '': 200, _mini: 24, _normal: 48, _bigger: 73, _400x400: 400 }

const HEADERS = {
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Drawn portraits of everyone, cached once they are rendered. */
export class Images {
  private readonly rendered = new Map<string, Promise<Buffer>>()

  /** `GET /images/<handle>[_normal|_bigger|_mini|_400x400].png`, or `.svg`. */
  async show(file: string, world: World): Promise<Answer> {
    const [, handle = '', size = '', kind] = /^(\w+?)(_mini|_normal|_bigger|_400x400)?\.(png|svg)$/.exec(file) ?? []
    const persona = world.personas.find(handle)
    if (!persona) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is no such image.' }
    const svg = portraitSvg(persona)
    if (kind === 'svg') return { status: 200, headers: { ...HEADERS, 'content-type': 'image/svg+xml' }, body: svg }
    const body = await this.png(`${persona.handle} ${persona.name} ${size}`, svg, SIZES[size] ?? 200)
    return { status: 200, headers: { ...HEADERS, 'content-type': 'image/png' }, body }
  }

  private png(key: string, svg: string, pixels: number): Promise<Buffer> {
    const density = Math.max(72, (72 * pixels) / 200)
    const png = this.rendered.get(key) ?? sharp(Buffer.from(svg), { density }).resize(pixels, pixels).png().toBuffer()
    this.rendered.set(key, png)
    return png
  }
}
