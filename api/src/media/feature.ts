import type { Feature } from '../frame'
import { mediaBindings } from './media.calls'
import { serveMedia } from './serve'

/** What the API answers of uploads and pictures. */
export const feature: Feature = { bindings: mediaBindings, routes: ({ media }) => serveMedia(media) }
