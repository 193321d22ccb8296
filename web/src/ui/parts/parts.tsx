import { createElement } from 'react'
import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names'
import classes from './parts.module.css'

/** A distance of the design tokens: `--space-1` to `--space-8`, or none. */
export type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
type Padding = 2 | 3 | 4 | 5 | 6

export type Tone = 'ink' | 'soft' | 'faint' | 'state' | 'office' | 'success' | 'warning' | 'danger'

/** The style props of every part. A screen's own stylesheet wins over all of them. */
interface Look {
  /** Between what is inside: everywhere, or between rows and between columns. */
  gap?: Space | readonly [rows: Space, columns: Space]
  /** Inside the edge: everywhere, or above and below, and at the sides. */
  pad?: Padding | readonly [block: Padding, inline: Padding]
  /** Where what is inside stands across the line, or in its row. */
  align?: 'start' | 'center' | 'end' | 'baseline'
  /** Where it stands along the line, or in its column. */
  justify?: 'start' | 'center' | 'end' | 'between'
  /** Where the part itself stands in the column of a parent, or across all of its columns. */
  self?: 'start' | 'center' | 'end' | 'all'
  /** Keeps rows at the top of a part that is higher than they are. */
  top?: boolean
  tone?: Tone
  /** A size of type: `--step--2` to `--step-5`. */
  step?: -2 | -1 | 0 | 1 | 2 | 3 | 4 | 5
  /** The face of documents, of titles, of what is larger than a title, and of small labels. */
  face?: 'document' | 'title' | 'display' | 'label'
  strong?: boolean
  /** Figures of one width. */
  figures?: boolean
  /** What citizens write: breaks words that are longer than the line, and each paragraph has the direction of its own script. */
  breaks?: boolean
  /** No longer bound to the measure of running text. */
  wide?: boolean
  centred?: boolean
  /** Holds drawings that lie behind, and cuts them off at its edge. */
  stage?: boolean
  className?: string | undefined
}

type Tag = keyof React.JSX.IntrinsicElements

export type PartProps<As extends Tag, Own = object> = Look &
  Own & { as?: As; children?: ReactNode } & Omit<ComponentPropsWithRef<As>, keyof Look | keyof Own | 'as'>

const pair = <One,>(given: One | readonly [One, One]): readonly [One, One] =>
  Array.isArray(given) ? (given as unknown as readonly [One, One]) : [given as One, given as One]

type Given = { [Name in keyof Look]?: Look[Name] | undefined } & { style?: CSSProperties | undefined }

/** Draws an element in a look: the look's props become classes, all others go to the element. */
function draw(tag: Tag, base: string | undefined, props: Given) {
  const {
    gap,
    pad,
    align,
    justify,
    self,
    top,
    tone,
    step,
    face,
    strong,
    figures,
    breaks,
    wide,
    centred,
    stage,
    ...rest
  } = props
  const gaps = gap === undefined ? undefined : pair<Space>(gap)
  const pads = pad === undefined ? undefined : pair<Padding>(pad)
  const { className, ...others } = rest
  return createElement(tag, {
    ...others,
    className: classNames(
      base,
      gaps && classes[`rows-${gaps[0]}`],
      gaps && classes[`columns-${gaps[1]}`],
      pads && classes[`block-${pads[0]}`],
      pads && classes[`inline-${pads[1]}`],
      align && classes[`align-${align}`],
      justify && classes[`justify-${justify}`],
      self && classes[`self-${self}`],
      top && classes.top,
      tone && classes[`tone-${tone}`],
      step !== undefined && classes[step < 0 ? `step-s${-step}` : `step-${step}`],
      face && classes[face],
      strong && classes.strong,
      figures && classes.figures,
      breaks && classes.breaks,
      wide && classes.wide,
      centred && classes.centred,
      stage && classes.stage,
      className,
    ),
  })
}

/** Things one below the other, as wide as the column and never wider. */
export function Stack<As extends Tag = 'div'>({ as, ...props }: PartProps<As>) {
  return draw(as ?? 'div', classes.stack, props)
}

interface RowOwn {
  nowrap?: boolean
  /** On a phone what is inside fills the line: buttons that stand one below the other are as wide. */
  fills?: boolean
}

/** Things beside each other, which go on in the next line where there is no room. */
export function Row<As extends Tag = 'div'>({ as, nowrap = false, fills = false, ...props }: PartProps<As, RowOwn>) {
  return draw(as ?? 'div', classNames(classes.row, nowrap && classes.nowrap, fills && classes.fills), props)
}

interface ColumnsOwn {
  /** How narrow a column may become before there are fewer of them. */
  narrowest: string
  /** Keeps the place of columns that are not there. */
  fill?: boolean
  style?: CSSProperties
}

/** Alike things in as many columns as there is room for. */
export function Columns<As extends Tag = 'div'>({ as, narrowest, fill, style, ...props }: PartProps<As, ColumnsOwn>) {
  const columns = { ...style, '--narrowest': narrowest } as CSSProperties
  return draw(as ?? 'div', classNames(classes.columns, fill && classes.fill), { ...props, style: columns })
}

interface PanelOwn {
  /** A coloured edge: the state's colour, or that of `--tone`. */
  edge?: 'top' | 'left'
  raised?: boolean
}

/** A sheet of paper on the page: things one below the other, inside a fine edge. */
export function Panel<As extends Tag = 'div'>({ as, edge, raised, ...props }: PartProps<As, PanelOwn>) {
  return draw(as ?? 'div', classNames(classes.stack, classes.panel, raised && classes.raised), {
    ...props,
    ...(edge && { 'data-edge': edge }),
  })
}

/** Words in one of the nation's tones and sizes. */
export function Text<As extends Tag = 'p'>({ as, ...props }: PartProps<As>) {
  return draw(as ?? 'p', undefined, props)
}
