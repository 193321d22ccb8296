import { Textarea, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NationTheme } from './theme/NationTheme'

it('a field has the direction of what is written in it', () => {
  render(
    <NationTheme env="test">
      <TextInput label="Question" />
      <Textarea label="Answer" />
    </NationTheme>,
  )
  expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('dir'))).toEqual(['auto', 'auto'])
})
