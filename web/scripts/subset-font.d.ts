/** The package brings no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'sfnt'
    /** A range that stays variable, or one value for good. */
    variationAxes?: Record<string, { min: number; max: number } | number>
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
