/**
 * As high as the shortest line, a few words that go on, in pixels. No line that was measured is as high as this to the hundredth: browsers
 * measure in 64ths of a pixel.
 */
export const SHORTEST_LINE = 39.99

/**
 * Browsers of iPhones and iPads, as virtua tells them. There it corrects the place of the list only when a scrolling has ended: setting it
 * earlier would stop a fling.
 */
const correctsLate = (): boolean =>
  /iP(?:hone|od|ad)/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 0)

/**
 * What a line is taken for until it is measured, in pixels: as high as the shortest one. By an average, some places would get too few
 * lines: where those that come are shorter, the end of the pane stayed empty.
 *
 * Undefined where corrections wait for the end of a fling: the list then takes lines for the median of those that it measured first. By the
 * shortest one, each line that comes would add to what is held back, and the list be pulled by all of it when the fling ends.
 */
export const lineEstimate = (): number | undefined => (correctsLate() ? undefined : SHORTEST_LINE)
