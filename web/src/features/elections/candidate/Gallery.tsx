import { positionOf } from '@nation/domain/elections'
import { useState } from 'react'
import { FileThumb } from '../shared/FileThumb'
import { fileEnding, fileKind } from '../shared/files'
import { Stack, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import type { Candidate } from '../shared/types'
import classes from './Gallery.module.css'

const Lightbox = onDemand(() => import('./Lightbox'))

/** A picture or a film of the gallery, with what it is called. */
export interface Exhibit {
  readonly address: string
  readonly name: string
}

/** What the position asked to be shown: pictures and films, large when asked for; documents as links. */
export function Gallery({ candidate }: { candidate: Candidate }) {
  const [shown, setShown] = useState<number | null>(null)
  const groups = groupsOf(candidate)
  if (groups.length === 0) return null
  const exhibits = groups.flatMap(({ files }) => files).filter(({ address }) => fileKind(address) !== 'document')
  return (
    <Stack as="section" gap={4} className={classes.attachments} aria-labelledby="attachments-title">
      <h2 id="attachments-title">Attachments</h2>
      {groups.map(({ label, files }) => (
        <div key={label}>
          <h3 className={classes.label}>{label}</h3>
          <ul className={classes.gallery} aria-label={label}>
            {files.map((file) => (
              <li key={file.address}>
                <File file={file} open={() => setShown(exhibits.indexOf(file))} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {shown !== null && <Lightbox exhibits={exhibits} first={shown} onClose={() => setShown(null)} />}
    </Stack>
  )
}

/** The files in the order in which the position asks for them. */
function groupsOf({ attachments, position }: Candidate): { label: string; files: Exhibit[] }[] {
  const needs = positionOf(position).attachments
  return Object.entries(attachments)
    .filter(([, addresses]) => addresses.length > 0)
    .map(([key, addresses]) => {
      const label = needs.find((need) => need.type === key)?.label ?? key
      return { label, files: addresses.map((address, index) => ({ address, name: `${label} ${index + 1}` })) }
    })
}

function File({ file: { address, name }, open }: { file: Exhibit; open: () => void }) {
  if (fileKind(address) === 'document') {
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={classes.exhibit}>
        <FileThumb address={address} alt={name} />
        <Text as="span" tone="office" strong className={classes.way}>
          Open {fileEnding(address)}
          <span className="visually-hidden">, {name} (opens in another tab)</span>
        </Text>
      </a>
    )
  }
  return (
    <button type="button" className={classes.exhibit} onClick={open} aria-haspopup="dialog">
      <FileThumb address={address} alt={name} />
      <Text as="span" tone="office" strong className={classes.way}>
        View Full Size
      </Text>
    </button>
  )
}
