/** Stands for a figure that could not be read. It is never nought: that would be a figure (decision 40). */
export function NotKnown() {
  return (
    <span title="Not known">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not known</span>
    </span>
  )
}
