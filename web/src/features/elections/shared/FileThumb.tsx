import { LineWork, Picture, Stack } from '../../../ui'
import { fileEnding, fileKind } from './files'
import classes from './FileThumb.module.css'

/** A file in small: a picture as itself, anything else as an engraved sheet that says what it is. */
export function FileThumb({ address, alt }: { address: string; alt: string }) {
  if (fileKind(address) === 'picture') return <Picture src={address} alt={alt} className={classes.picture} />
  return (
    <Stack
      as="span"
      align="center"
      justify="center"
      stage
      className={classes.sheet}
      role="img"
      aria-label={`${alt}, ${fileEnding(address)}`}
    >
      <LineWork seed={address} className={classes.ground} />
      <b aria-hidden="true">{fileEnding(address)}</b>
    </Stack>
  )
}
