import { notifyManager } from '@tanstack/react-query'

/** Two inputs so close belong to one movement: a scroll, somebody typing or going down the rows. */
const movementMs = 120
/** Nothing waits longer for a movement to end. */
const heldMaxMs = 1000

let lastInput = Number.NEGATIVE_INFINITY
let movesUntil = Number.NEGATIVE_INFINITY
let waiting: (() => void)[] = []
let heldSince = 0

function noteInput(): void {
  const now = performance.now()
  if (now - lastInput < movementMs * 2) movesUntil = now + movementMs
  lastInput = now
}

function release(): void {
  const now = performance.now()
  const end = Math.min(movesUntil, heldSince + heldMaxMs)
  if (now < end) {
    setTimeout(release, end - now)
    return
  }
  const due = waiting
  waiting = []
  for (const run of due) run()
}

/**
 * Runs what puts news on the screen: soon, yet while somebody scrolls or types all of it together, at most
 * once a second, so that their frames and keys come first.
 */
export function whenCalm(run: () => void): void {
  waiting.push(run)
  if (waiting.length > 1) return
  heldSince = performance.now()
  setTimeout(release)
}

/** Lets every answer that arrives wait for calm. Called once. */
export function bringNewsCalmly(): void {
  for (const name of ['keydown', 'wheel', 'scroll', 'touchmove'])
    addEventListener(name, noteInput, { capture: true, passive: true })
  notifyManager.setScheduler(whenCalm)
}
