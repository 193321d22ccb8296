import { citizenNumber } from '@nation/domain/formats'
import { useState } from 'react'
import { saveFile } from '../../../lib/save-file'
import { Button, toast } from '../../../ui'
import type { CardHolder } from './card-holder'
import { cardPicture } from './card-picture'

/** Saves the holder's card as a picture. It is drawn on this device, and sent nowhere. */
export function SaveCard({ user }: { user: CardHolder }) {
  const [drawing, setDrawing] = useState(false)
  const save = async () => {
    setDrawing(true)
    try {
      const { file, portraitMissing } = await cardPicture(user)
      saveFile(file, `nation-citizen-${citizenNumber(user.uid)}.png`)
      if (portraitMissing) toast.warning('The card is saved with initials: its picture could not be read.')
    } catch {
      toast.error('The card could not be drawn. Please try again.')
    } finally {
      setDrawing(false)
    }
  }
  return (
    <Button variant="default" loading={drawing} onClick={() => void save()}>
      Download card
    </Button>
  )
}
