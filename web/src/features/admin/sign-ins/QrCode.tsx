import { encode } from 'uqr'
import classes from './sign-ins.module.css'

/** A QR code, drawn here: what it says leaves this page for no server. Dark on light in both schemes, as cameras expect it. */
export function QrCode({ label, text }: { label: string; text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dark = data.flatMap((row, y) => row.flatMap((set, x) => (set ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} />
    </svg>
  )
}
