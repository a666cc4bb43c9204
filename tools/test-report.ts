/** How many tests of a step passed and failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

const broken: Tally = { passed: 0, failed: 1 }

/** A runner that found nothing, or that ended badly although no test failed, is itself a failure. */
function judged(passed: number, failed: number, isGood: boolean): Tally {
  if (passed + failed === 0) return broken
  return failed === 0 && !isGood ? { passed, failed: 1 } : { passed, failed }
}

function parsed(report: string | null): Record<string, unknown> | null {
  if (report === null) return null
  try {
    const value: unknown = JSON.parse(report)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/**
 * Counts of the JSON report of Vitest. A file that could not be loaded counts as one failed test.
 * @param report the text, null when none was written
 * @param isGood whether the runner itself ended well
 */
export function unitTally(report: string | null, isGood: boolean): Tally {
  const value = parsed(report) as {
    numPassedTests?: number
    numFailedTests?: number
    testResults?: { status: string; assertionResults: { status: string }[] }[]
  } | null
  if (!value || typeof value.numPassedTests !== 'number' || typeof value.numFailedTests !== 'number')
    return broken
  const unloaded = (value.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.every((each) => each.status !== 'failed'),
  ).length
  return judged(value.numPassedTests, value.numFailedTests + unloaded, isGood)
}

/** Counts of the JSON report of Playwright. A test that passed only at the second try has failed. */
export function browserTally(report: string | null, isGood: boolean): Tally {
  const value = parsed(report) as {
    stats?: { expected?: number; unexpected?: number; flaky?: number }
    errors?: unknown[]
  } | null
  if (!value || typeof value.stats?.expected !== 'number') return broken
  const { expected, unexpected = 0, flaky = 0 } = value.stats
  return judged(expected, unexpected + flaky + (value.errors ?? []).length, isGood)
}
