import { useEffect, useRef, useState } from 'react'

/**
 * The state of a menu that arrives because its button was pressed: the new button takes the focus of the
 * old one and the menu opens, in this order, so that closing it gives the focus back.
 */
export function useOpenOnArrival() {
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      target.current?.focus()
      setOpen(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return { target, isOpen, setOpen }
}
