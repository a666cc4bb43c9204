import { useEffect, useRef, type RefObject } from 'react'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => at - 1,
  Home: (at) => (at < 0 ? at : 0),
  End: (at, last) => (at < 0 ? at : last),
}

/**
 * Keys of a field with what it found below it: the arrows go from the field into the answers and between
 * them, up from the first back to the field; Enter takes the answer in focus, or from the field the only one.
 * Answers are the buttons of the list. The box is to hold the field and the list.
 */
export function useFoundKeys(): {
  readonly box: RefObject<HTMLDivElement | null>
  readonly list: RefObject<HTMLDivElement | null>
} {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const listen = (event: KeyboardEvent): void => {
      const answers = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
      const field = element.querySelector('input')
      const at = answers.findIndex((answer) => answer === document.activeElement)
      if (event.isComposing || answers.length === 0 || (at < 0 && document.activeElement !== field)) return
      if (event.key === 'Enter' && at < 0 && answers.length === 1) answers[0]?.click()
      else {
        const next = steps[event.key]?.(at, answers.length - 1)
        if (next === undefined || (next === at && at < 0) || next < -1) return
        if (next < 0) field?.focus()
        else answers[next]?.focus()
      }
      event.preventDefault()
    }
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [])
  return { box, list }
}
