import { memo, useState } from 'react'
import { Button } from '../../../ui'
import { piecesOf, withMentions } from './links'
import classes from './Message.module.css'

/** About so many characters stand on a line. */
const LINE = 60
/** A text of more lines than this is folded, so that it does not fill the screens of all others. */
const MOST_LINES = 20

const isLong = (text: string): boolean =>
  text.length > LINE &&
  text.split('\n').reduce((lines, line) => lines + Math.ceil((line.length || 1) / LINE), 0) > MOST_LINES

/**
 * The text of a message as it was written: no HTML, no previews, and links that send no referrer. A long text shows its
 * beginning until it is unfolded.
 */
export const MessageText = memo(function MessageText({ text, mentions = false }: { text: string; mentions?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  if (text === '') return null
  const folds = isLong(text)
  const pieces = mentions ? withMentions(piecesOf(text)) : piecesOf(text)
  const words = (
    // A link that gets the focus is shown whole.
    <p
      className={classes.text}
      data-folded={(folds && !isOpen) || undefined}
      onFocus={folds ? () => setIsOpen(true) : undefined}
    >
      {pieces.map((piece, index) => {
        if ('href' in piece) {
          return (
            <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {piece.text}
            </a>
          )
        }
        if (!piece.mentions) return piece.text
        return (
          <strong key={index} className={classes.mention}>
            {piece.text}
          </strong>
        )
      })}
    </p>
  )
  if (!folds) return words
  return (
    <>
      {words}
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.fold}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Show less' : 'Show all'}
      </Button>
    </>
  )
})
