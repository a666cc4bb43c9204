import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** The time the estimator takes grows much faster than the text, and the rest of a text makes none weaker. */
const judgedLetters = 64
const leastScore = 3
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const common = new Set((dictionary['passwords-common'] ?? []).map(String))

/** Whether many people use it: as it stands, or with the digits and signs that are put around such a word. */
export function isCommon(password: string): boolean {
  const text = password.trim().toLowerCase()
  return common.has(text) || common.has(text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
}

/** Whether it is hard to guess, also for whoever knows these words; estimated at least 3 of 4. */
export const isStrong = (password: string, words: readonly string[]): boolean =>
  estimator.check([...password].slice(0, judgedLetters).join(''), [...words]).score >= leastScore
