import { Picture } from '../../../ui'
import classes from './Message.module.css'

interface Image {
  readonly url: string
  readonly width?: number
  readonly height?: number
}

/** The images of a message; each opens in a tab of its own. Their sizes are known before they are there. */
export function Images({ images, of }: { images: readonly Image[]; of: string }) {
  if (images.length === 0) return null
  return (
    <ul className={classes.images} data-count={images.length} aria-label="Images">
      {images.map(({ url, width, height }, index) => (
        <li key={url} style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}>
          <a href={url} target="_blank" rel="noopener">
            <Picture src={url} alt={`Image ${index + 1} of ${of}`} />
          </a>
        </li>
      ))}
    </ul>
  )
}
