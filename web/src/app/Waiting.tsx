import classes from './Header.module.css'

/** How many things wait; nothing where nothing does. */
export function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className={classes.waiting} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className="visually-hidden">, {waitInWords(count)}</span>
    </>
  )
}

const waitInWords = (count: number): string => `${count === 1 ? 'one waits' : `${count} wait`} for you`
