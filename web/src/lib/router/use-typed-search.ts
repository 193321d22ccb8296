import { use, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { RouterContext } from './use-router'

interface TypedSearch {
  /** What the field shows. */
  readonly typed: string
  readonly type: (text: string) => void
  /** Says that the caller itself is about to change the address: what was typed stays. */
  readonly keep: () => void
}

/**
 * A search field whose text is written into the address after a pause, in milliseconds. What the address says by a link or by going back
 * is what the field shows. A text that was not written yet is dropped by going on: to another page, whose code may still load, or to this
 * one by a link.
 */
export function useTypedSearch(search: string, write: (text: string) => void, pause: number): TypedSearch {
  const { key } = useLocation()
  const router = use(RouterContext)?.router
  const [typed, setTyped] = useState(search)
  // What the address had last, and what the field wrote into it: anything else came from a link, and the field follows it.
  const [seen, setSeen] = useState(search)
  const [written, setWritten] = useState(search)
  if (seen !== search) {
    setSeen(search)
    if (search !== written) {
      setTyped(search)
      setWritten(search)
    }
  }
  const isOwn = useRef(false)
  const at = useRef(key)
  useEffect(() => {
    if (at.current === key) return
    at.current = key
    if (!isOwn.current) setTyped(search)
    isOwn.current = false
  }, [key, search])

  const keep = () => {
    isOwn.current = true
  }
  useEffect(() => {
    if (typed.trim() === search) return
    const timer = setTimeout(() => {
      // The last navigation wins: this one would call the visitor back.
      if (router?.isLeaving) return
      setWritten(typed.trim())
      keep()
      write(typed.trim())
    }, pause)
    return () => clearTimeout(timer)
  })
  return { typed, type: setTyped, keep }
}
