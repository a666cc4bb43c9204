import { useEffect, useLayoutEffect, useRef } from 'react'

/** One key of the screen. `key`: a letter of a Latin keyboard, or a name such as `ArrowDown`. */
export interface Shortcut {
  key: string
  label: string
  run: () => void
}

let groups: readonly { group: string; shortcuts: readonly Shortcut[] }[] = []
const listeners = new Set<() => void>()

/** All keys of the mounted components, for the help sheet. */
export const listedShortcuts = () => groups

export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function replaceGroups(next: typeof groups): void {
  groups = next
  for (const listener of listeners) listener()
}

/**
 * The Latin letter of a key press. With the Thai layout on, `event.key` is a Thai letter, so letters are
 * read from the
 * place of the key.
 */
export function pressedKey(event: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>): string {
  if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) return '?'
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key
}

/** True where keys belong to somebody else: a field, an open dialog or menu, or a chord of the browser. */
export function isBusyElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')) return true
  if (target?.closest('[role=menu], [role=listbox], [role=dialog]')) return true
  return document.querySelector('[role=dialog][aria-modal=true]') !== null
}

/** Enter belongs to what has the focus, where that can be pressed; a table in focus hears it itself. */
const hasOwnEnter = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('a, button, summary, input, [role=tab], [role=grid]') !== null

/**
 * Binds single keys for as long as the component is mounted and lists them under `group` in the `?` sheet.
 * They rest
 * while somebody types or a dialog is open.
 */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  const signature = shortcuts.map((each) => `${each.key}\u0000${each.label}`).join('\u0001')
  useEffect(() => {
    if (signature === '') return
    const entry = { group, shortcuts: latest.current }
    replaceGroups([...groups, entry])
    const listen = (event: KeyboardEvent) => {
      if (isBusyElsewhere(event)) return
      const key = pressedKey(event)
      if (key === 'Enter' && hasOwnEnter(event)) return
      const shortcut = latest.current.find((each) => each.key === key)
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
      replaceGroups(groups.filter((each) => each !== entry))
    }
  }, [group, signature])
}

/** Opens the list of keys as its key does, wherever that is heard: its program may still be on its way. */
export function askForKeys(): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))
}

/** Presses a key once the part that binds it has come: who pressed it before need not press it again. */
export function pressOnceBound(key: string): void {
  const press = (): boolean => {
    const found = groups.flatMap(({ shortcuts }) => shortcuts).find((each) => each.key === key)
    found?.run()
    return found !== undefined
  }
  if (press()) return
  const unwatch = onShortcutsChange(() => {
    if (press()) unwatch()
  })
}
