import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NameAndHandle } from './NameAndHandle'

it('a name from right to left does not take its handle with it', () => {
  render(<NameAndHandle handle="noa">נועה</NameAndHandle>)
  expect(screen.getByText('נועה').tagName).toBe('BDI')
  expect(screen.getByText('@noa').closest('bdi')).toBeNull()
})
