import { memo } from 'react'
import { piecesOf, withMentions } from './links'
import classes from './Message.module.css'

/** What somebody wrote, as they wrote it: no HTML, no previews, and links that tell the other side nothing. */
export const MessageText = memo(function MessageText({ text, mentions = false }: { text: string; mentions?: boolean }) {
  if (text === '') return null
  const pieces = mentions ? withMentions(piecesOf(text)) : piecesOf(text)
  return (
    <p className={classes.text}>
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
})
