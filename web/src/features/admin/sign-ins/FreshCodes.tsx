import { Button, Row, toast } from '../../../ui'
import classes from './sign-ins.module.css'

/** The only time that new codes can be read. */
export function FreshCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const copy = () =>
    navigator.clipboard
      .writeText(codes.join('\n'))
      .then(() => toast.success('The recovery codes are copied.'))
      .catch(() => toast.error('Could not copy. Please write the codes down.'))
  return (
    <>
      <p role="status">
        These are your new recovery codes. They are shown this once. Store them apart from your password.
      </p>
      <ul className={classes.codes} aria-label="New recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row gap={[2, 4]} align="center">
        <Button variant="default" autoFocus onClick={() => void copy()}>
          Copy the codes
        </Button>
        <Button onClick={onStored}>I have saved them</Button>
      </Row>
    </>
  )
}
