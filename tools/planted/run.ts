import { writeFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'

export interface Notice {
  readonly isCaught: boolean
  /** The first test that failed, or what went wrong before any ran. */
  readonly by: string
}

/** A change may make a test wait for ever: shorter than usual, longer than any test takes. */
const testTimeoutMs = 40_000

async function openVitest(): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    { watch: false, bail: 1, reporters: [{}], testTimeout: testTimeoutMs, hookTimeout: testTimeoutMs },
    { server: { watch: null } },
  )
  await vitest.standalone()
  return vitest
}

function failureOf(vitest: Vitest): string | null {
  const [unhandled] = vitest.state.getUnhandledErrors() as Error[]
  for (const module of vitest.state.getTestModules()) {
    for (const test of module.children.allTests('failed')) return test.fullName
    const [error] = module.errors()
    if (module.state() === 'failed') return error?.message ?? module.moduleId
  }
  return unhandled?.message ?? null
}

/**
 * Runs test files again and again, with one PostgreSQL; a changed migration needs a new one. That a change is
 * missed counts only from a start of its own: a run ends at its first failure, and the word that ends it may
 * come late and end the one after, of which no test then fails.
 */
export class TestRuns {
  readonly #filters: readonly string[]
  #vitest: Vitest | null = null
  #specifications: TestSpecification[] = []

  constructor(filters: readonly string[]) {
    this.#filters = filters
  }

  /** What the tests say while `file` holds `text`; afterwards it holds what it held. */
  async withText(file: string, text: string): Promise<Notice> {
    const path = resolve(file)
    const before = readFileSync(path, 'utf8')
    try {
      writeFileSync(path, text)
      const notice = await this.run(path)
      if (notice.isCaught || this.#vitest === null) return notice
      await this.close()
      return await this.run(path)
    } finally {
      writeFileSync(path, before)
      this.#vitest?.invalidateFile(path)
    }
  }

  async run(changed?: string): Promise<Notice> {
    if (changed?.endsWith('.sql')) await this.close()
    try {
      const vitest = await this.#ready()
      if (changed !== undefined) vitest.invalidateFile(changed)
      vitest.state.filesMap.clear()
      vitest.state.idMap.clear()
      vitest.state.errorsSet.clear()
      await vitest.runTestSpecifications(this.#specifications)
      const by = failureOf(vitest)
      return { isCaught: by !== null, by: by ?? '' }
    } catch (error) {
      return { isCaught: true, by: error instanceof Error ? error.message : String(error) }
    } finally {
      if (changed?.endsWith('.sql')) await this.close()
    }
  }

  async close(): Promise<void> {
    await this.#vitest?.close()
    this.#vitest = null
  }

  async #ready(): Promise<Vitest> {
    if (this.#vitest) return this.#vitest
    const vitest = await openVitest()
    this.#specifications = await vitest.globTestSpecifications([...this.#filters])
    if (this.#specifications.length === 0)
      throw new Error(`No test file matches ${this.#filters.join(', ')}.`)
    this.#vitest = vitest
    return vitest
  }
}
