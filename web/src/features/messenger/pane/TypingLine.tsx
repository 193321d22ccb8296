import { useEffect } from 'react'
import { Text } from '../../../ui'
import { followTyping, typingWords, useTyping } from '../rooms/typing'
import type { RoomId } from '../types'
import classes from './Pane.module.css'

const noWriters: readonly never[] = []

/** Says who is writing. It is seen and not announced: it comes and goes too often. */
export function TypingLine({ id, ownUid }: { id: RoomId; ownUid: string }) {
  const writers = useTyping(({ rooms }) => rooms[id]) ?? noWriters
  useEffect(followTyping, [])
  const words = typingWords(writers.filter(({ userId }) => userId !== ownUid))
  return (
    <Text step={-2} tone="faint" className={classes.typing} aria-hidden="true">
      {words}
    </Text>
  )
}
