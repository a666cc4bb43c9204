import { Select } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import '../kit-later.ts'
import { wordsOf } from './select-words.ts'
import type { Asked, SelectFieldProps } from './SelectField.tsx'

/** `asked`: it takes the place of the look-alike that has the focus; null: of one that nobody is in. */
type SelectBoxProps = SelectFieldProps & { asked: Asked | null }

/** The box itself; only `SelectField` loads it. */
export default function SelectBox({ asked, ...props }: SelectBoxProps) {
  const isSearched = props.searchable === true
  const input = useRef<HTMLInputElement>(null)
  const [first] = useState(asked)
  const [search, setSearch] = useState(first?.search ?? wordsOf(props.data, props.value))
  const isReady = useRef(false)
  useEffect(() => {
    isReady.current = true
  }, [])
  // Before the next key comes.
  useLayoutEffect(() => {
    const { current } = input
    if (!first || !current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
    // One that is searched opens with the focus.
    if (first.isOpen && !isSearched) current.click()
  }, [first, isSearched])
  return (
    <Select
      {...props}
      ref={input}
      searchValue={search}
      onSearchChange={(next) => {
        // The kit begins with the words of what is chosen; what is already searched for stays.
        if (isReady.current) setSearch(next)
      }}
    />
  )
}
