import { expect } from 'vitest'
import { until, wait } from './clock.ts'
import { button, field, isEnabled, type Named } from './seen.ts'
import { actsSent } from './wire.ts'

// What a person does with the page, and what is sent of it.

/** Presses what bears this name as soon as it can be pressed. */
export async function press(name: Named, within?: Element): Promise<void> {
  const found = await until(() => {
    const one = button(name, within ?? document.body)
    expect(isEnabled(one), `${String(name)} can be pressed`).toBe(true)
    return one
  })
  found.click()
}

/** Writes into a field as typing does. */
export async function type(label: string, value: string, within?: Element): Promise<void> {
  const found = await until(() => field(label, within))
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), 'value')?.set?.call(found, value)
  found.dispatchEvent(new Event(found.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

/** Presses the key of a letter where nobody types, with the Thai layout on, once what is shown hears it. */
export async function key(letter: string): Promise<void> {
  await wait(100)
  const code = `Key${letter.toUpperCase()}`
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ๆ', code, bubbles: true, cancelable: true }),
  )
}

/** Waits until exactly these acts were sent. */
export const expectSent = (...acts: ReturnType<typeof actsSent>): Promise<void> =>
  until(() => expect(actsSent()).toEqual(acts))
