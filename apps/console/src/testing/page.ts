import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { beginWire, endWire, isHeard, type Answers } from './wire.ts'
import { App } from '../app/App.tsx'
import { router } from '../app/router.tsx'
import { beginSession, resetSession } from '../lib/call/session.ts'
import { loadConfig } from '../lib/config.ts'
import type { Profile } from '../lib/person/profile.ts'
import { changeLanguage, startLanguages, type Language } from '../lib/words/i18n.ts'
import { clocks, now, until } from './clock.ts'
import { frameOf, person } from './people.ts'

// The whole console at an address, as a person has it before them.

let signIns = 0

/** Signs out. What broke the contract until then fails the test. */
async function leave(): Promise<void> {
  resetSession()
  // A page of nobody: whoever signs in there is sent nowhere else.
  router.history.push('/404')
  await until(() => expect(document.querySelector('main h1')?.closest('#screen')).toBeNull())
  expect(endWire()).toEqual([])
}

export interface Visit {
  readonly who?: Profile
  readonly language?: Language
}

/** Opens the console anew at an address, signed in. */
export async function open(address: string, answers: Answers, visit: Visit = {}): Promise<void> {
  const { who = person(), language = 'th' } = visit
  await leave()
  localStorage.clear()
  sessionStorage.clear()
  beginWire({ ...frameOf(who), ...answers })
  await changeLanguage(language)
  beginSession(`token ${(signIns += 1)}`)
  router.history.push(address)
  await until(() => expect(document.querySelector('#screen h1')).not.toBeNull())
}

/** Goes on to another address, and leaves what was typed behind. */
export async function goTo(address: string): Promise<void> {
  router.history.push(address, {}, { ignoreBlocker: true })
  await until(() => expect(location.pathname + location.search).toBe(address))
}

/** What a page in a window has, and one in here has not. */
function furnish(): void {
  // No locks: each page holds a stream of its own, as one without a secure context does.
  Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, 'locks')
  Object.assign(document, { fonts: new EventTarget() })
  const size = { width: 1200, height: 800, top: 0, left: 0, right: 1200, bottom: 800, x: 0, y: 0 }
  Element.prototype.getBoundingClientRect = () => ({ ...size, toJSON: () => size })
  for (const [side, length] of [
    ['Width', size.width],
    ['Height', size.height],
  ])
    for (const kind of ['offset', 'client'])
      Object.defineProperty(HTMLElement.prototype, `${kind}${side}`, { get: () => length })
}

/** Each test of a file begins at one moment, and ends with a wire that heard nothing beyond the contract. */
export function inBrowser(): void {
  let root: Root
  beforeAll(async () => {
    const bases = { api: '', auto: '', member: '' }
    const meta = document.createElement('meta')
    meta.name = 'config'
    meta.content = JSON.stringify({ brand: 'Khlang', bases, profile: 'sandbox' })
    document.head.append(meta)
    // Nothing has a place on a page that is not drawn: all of it is near.
    vi.stubGlobal('IntersectionObserver', undefined)
    furnish()
    await Promise.all([loadConfig(), startLanguages()])
    // One clock for the whole file: what waits in a module waits on.
    vi.useFakeTimers({ toFake: [...clocks], now: Date.parse(now) })
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
    root.render(createElement(App))
  })
  afterAll(() => {
    root.unmount()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  beforeEach(() => void vi.setSystemTime(now))
  afterEach(leave)
}

/** Waits until events reach the page. */
export const live = (): Promise<void> => until(() => expect(isHeard()).toBe(true))
