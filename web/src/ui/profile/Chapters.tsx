import { Stack } from '../parts/parts'
import type { ReactNode } from 'react'
import classes from './Chapters.module.css'

/** The text of a programme: chapters under each other, each with its name beside it. */
export function Chapters({ children }: { children: ReactNode }) {
  return <Stack gap={6}>{children}</Stack>
}

/** One chapter, of anything. */
export function ChapterOf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  )
}

/** A chapter of text; nothing where there is none. */
export function Chapter({ title, text }: { title: string; text: string | null }) {
  return text ? (
    <ChapterOf title={title}>
      <p className={classes.text}>{text}</p>
    </ChapterOf>
  ) : null
}

/** A chapter of numbered points; nothing where there are none. */
export function Points({ title, points }: { title: string; points: readonly string[] }) {
  return points.length > 0 ? (
    <ChapterOf title={title}>
      <Stack as="ol" gap={3} className={classes.points}>
        {points.map((point, index) => (
          <li key={index}>
            <span>{point}</span>
          </li>
        ))}
      </Stack>
    </ChapterOf>
  ) : null
}
