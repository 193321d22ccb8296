import classes from './ResponsesView.module.css'

/** A text in which what was searched for is marked. */
export function Marked({ text, search }: { text: string; search: string }) {
  if (search === '') return text
  const pattern = new RegExp(`(${search.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})`, 'gi')
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
