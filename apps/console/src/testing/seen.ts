import { expect } from 'vitest'
import { until } from './clock.ts'

// What stands on the page, by the words and names that a person or a screen reader knows it by.

const rawWords = (node: Node): string => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  return node.nodeName === 'STYLE' ? '' : ` ${[...node.childNodes].map(rawWords).join('')} `
}

/** The words of a part as they follow each other, those of each element apart. */
export const wordsOf = (of: Element): string => rawWords(of).replaceAll(/\s+/g, ' ').trim()

const byId = (id: string): string => {
  const named = document.getElementById(id)
  return named === null ? '' : wordsOf(named)
}

/** The name by which a screen reader knows a part. */
function nameOf(of: Element): string {
  const label = of.getAttribute('aria-label')
  if (label !== null) return label
  const by = of.getAttribute('aria-labelledby')
  if (by !== null) return by.split(' ').map(byId).join(' ')
  return wordsOf(of)
}

export type Named = string | RegExp
const isNamed = (of: Element, name: Named): boolean =>
  typeof name === 'string' ? nameOf(of) === name : name.test(nameOf(of))

const pressable = 'button, a[href], [role=button], [role=tab], [role=menuitem], [role=option]'

/** All that can be pressed under this name. */
export const buttons = (name: Named, within: Element = document.body): HTMLButtonElement[] =>
  [...within.querySelectorAll<HTMLButtonElement>(pressable)].filter((one) => isNamed(one, name))

/** The one part that can be pressed under this name; throws where there is none. */
export function button(name: Named, within: Element = document.body): HTMLButtonElement {
  const [found] = buttons(name, within)
  if (!found) throw new Error(`No button ${String(name)} in: ${wordsOf(within).slice(0, 2000)}`)
  return found
}

export const isEnabled = (of: HTMLButtonElement): boolean =>
  !of.disabled && of.getAttribute('aria-disabled') !== 'true' && !of.hasAttribute('data-disabled')

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
const withoutMark = (label: Element): string => wordsOf(label).replace(/ \*$/, '')

/** The field under this label; throws where there is none. */
export function field(label: string, within: Element = document.body): Field {
  const named = [...within.querySelectorAll<Field>('input, textarea, select')]
  const found = named.find((one) => {
    if (one.getAttribute('aria-label') === label) return true
    return [...(one.labels ?? [])].some((each) => withoutMark(each) === label)
  })
  if (!found) throw new Error(`No field ${label} in: ${wordsOf(within).slice(0, 2000)}`)
  return found
}

/** The part of the page under this name: a region, a dialog, a list. */
export function part(role: string, name: Named): Element {
  const own: Record<string, string> = { region: 'section', list: 'ul', table: 'table', group: 'fieldset' }
  const selector = [`[role=${role}]`, ...(own[role] ? [own[role]] : [])].join(', ')
  const found = [...document.querySelectorAll(selector)].find((one) => isNamed(one, name))
  if (!found) throw new Error(`No ${role} ${String(name)} in: ${wordsOf(document.body).slice(0, 2000)}`)
  return found
}

/** Waits until words stand on the page. */
export const expectShown = (words: string): Promise<void> =>
  until(() => expect(wordsOf(document.body)).toContain(words))

/** Waits until words are gone from the page. */
export const expectGone = (words: string): Promise<void> =>
  until(() => expect(wordsOf(document.body)).not.toContain(words))
