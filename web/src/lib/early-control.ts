/**
 * What a button of the served page is called by `public/first-paint.js`, which answers presses until the app takes over:
 * `enter` opens the gate at once, the others show that they wait. Goes into the attribute `data-early`.
 */
export type EarlyControl = 'enter' | 'menu' | 'scheme' | 'sign-in' | 'unfold'
