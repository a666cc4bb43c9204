/** A line for who runs the proof. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** How often something was tried, and what is broken, in words. */
export interface Proven {
  readonly rounds: number
  readonly problems: readonly string[]
}

/** The value that so many of all are at or below, in whole milliseconds. */
export const percent = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0)
