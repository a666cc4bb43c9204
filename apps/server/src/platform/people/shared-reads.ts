import { setTimeout as sleep } from 'node:timers/promises'
import type { EmployeeActor } from './actor.ts'
import { seesBrand } from './visibility.ts'

/** Readings of one question begin at least so far apart; whoever asks in between waits for the next. */
const apartMs = 50
/** So many questions are remembered; the answers themselves are not. */
const questionsMax = 1000

interface Question {
  lastBegunAt: number
  running: Promise<unknown>
  /** The reading that has not begun: everybody who asks now shares it. */
  next: Promise<unknown> | null
}

interface Asked {
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly search?: string | undefined
}

/**
 * Answers the same question of many people by one reading. Nobody gets an answer older than their question:
 * a reading serves those alone who asked before it began. However many screens stand open, a question is
 * read at most twenty times a second, one reading after the other; whoever asks alone waits for nobody.
 */
export class SharedReads {
  readonly #questions = new Map<string, Question>()

  /**
   * @param key all that the answer depends on. Whoever shares looks that it depends on nothing of the person:
   * sight, and the right to see numbers in clear, which a search obeys.
   */
  async read<T>(key: string, reading: () => Promise<T>): Promise<T> {
    const question = this.#questionOf(key)
    question.next ??= this.#begin(question, reading)
    return (await question.next) as T
  }

  /** The same for who sees the whole brand; an agent or a seller is answered by themselves. */
  forBrand<T>(actor: EmployeeActor, key: string, reading: () => Promise<T>): Promise<T> {
    return seesBrand(actor) ? this.read(key, reading) : reading()
  }

  /**
   * The first page of a list: whoever sees the whole brand reads the same rows of it. A text that is searched
   * for finds what the person may see, and is looked for by themselves, as are later pages.
   */
  firstPage<T>(actor: EmployeeActor, list: string, asked: Asked, reading: () => Promise<T>): Promise<T> {
    const isPlain = asked.after === undefined && asked.before === undefined && (asked.search ?? '') === ''
    return isPlain ? this.forBrand(actor, `${list} ${JSON.stringify(asked)}`, reading) : reading()
  }

  #questionOf(key: string): Question {
    const known = this.#questions.get(key)
    if (known) return known
    if (this.#questions.size >= questionsMax) this.#questions.clear()
    const question: Question = { lastBegunAt: 0, running: Promise.resolve(), next: null }
    this.#questions.set(key, question)
    return question
  }

  async #begin<T>(question: Question, reading: () => Promise<T>): Promise<T> {
    await question.running.catch(() => undefined)
    const waitMs = question.lastBegunAt + apartMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    question.lastBegunAt = performance.now()
    question.next = null
    const running = reading()
    question.running = running
    return running
  }
}
