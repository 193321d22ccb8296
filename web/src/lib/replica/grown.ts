/** Room for so many numbers, with those that are there. */
export const grown = <T extends Float64Array | Int32Array | Uint16Array>(array: T, length: number): T => {
  if (length <= array.length) return array
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, array.length * 2, 1_024))
  larger.set(array)
  return larger
}
