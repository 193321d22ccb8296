import { createTheme } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'
import { ButtonElement } from './ButtonElement'
import classes from './components.module.css'

const intaglio: MantineColorsTuple = [
  '#eceffa',
  '#d5dbf5',
  '#8ea2ff',
  '#7287ea',
  '#5468cf',
  '#3d50b0',
  '#2f4198',
  '#243581',
  '#1b2a6b',
  '#121d4e',
]

const ink: MantineColorsTuple = [
  '#eef2fb',
  '#c3cde2',
  '#97a4c0',
  '#6d7b9c',
  '#3d4a68',
  '#263350',
  '#18223a',
  '#121a2b',
  '#0d1423',
  '#0a0f1c',
]

const carmine: MantineColorsTuple = [
  '#fdecea',
  '#fbd3d0',
  '#ff8b82',
  '#ee625a',
  '#dc4039',
  '#cb2d26',
  '#bf2620',
  '#b3201b',
  '#8f1712',
  '#6b0f0b',
]

const field = {
  input: classes.input,
  wrapper: classes.fieldWrapper,
  label: classes.label,
  description: classes.hint,
  error: classes.error,
}

/** What is written in a field has the direction of its own script. (A `dir` of Mantine's would stand at what is around the field.) */
const ownDirection = { attributes: { input: { dir: 'auto' } } }

/** Mantine's theme of Nation: the same parts, another state. Colours of our own components live in tokens.css. */
export const nationTheme = createTheme({
  colors: { intaglio, dark: ink, carmine },
  primaryColor: 'intaglio',
  primaryShade: { light: 8, dark: 2 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#0b1220',
  white: '#ffffff',
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-document)',
  headings: { fontFamily: 'var(--font-title)', fontWeight: '750' },
  defaultRadius: 3,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'md', component: ButtonElement },
      classNames: { root: classes.button, label: classes.buttonLabel },
    },
    TextInput: { defaultProps: ownDirection, classNames: field },
    Textarea: { defaultProps: ownDirection, classNames: field },
    NativeSelect: { classNames: field },
    Radio: { classNames: { radio: classes.radio, icon: classes.radioIcon } },
    Modal: { classNames: { content: classes.sheet, header: classes.sheetHeader, title: classes.sheetTitle } },
  },
})
