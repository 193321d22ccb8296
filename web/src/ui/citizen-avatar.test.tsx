import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CitizenAvatar } from './CitizenAvatar'

const draw = (picture: string | null) => {
  const { container } = render(<CitizenAvatar id="ada" name="Ada Lindgren" picture={picture} />)
  return { portrait: container.firstElementChild as HTMLElement, image: container.querySelector('img') }
}

describe('a portrait', () => {
  it('has initials until its picture has come, which no one reads aloud', () => {
    const { portrait, image } = draw('/media/ada.webp')
    expect(portrait.dataset.awaits).toBe('AL')
    expect(portrait.getAttribute('aria-hidden')).toBe('true')
    expect(portrait.textContent).toBe('')
    fireEvent.load(image!)
    expect(portrait.dataset.awaits).toBeUndefined()
  })

  it('that does not load is the citizen’s rosette with initials', () => {
    const { portrait, image } = draw('/media/gone.webp')
    fireEvent.error(image!)
    expect(portrait.querySelector('img')).toBeNull()
    expect(portrait.dataset.awaits).toBeUndefined()
    expect(portrait.textContent).toBe('AL')
  })

  it('that there never was is the rosette at once', () => {
    expect(draw(null).portrait.textContent).toBe('AL')
  })
})
