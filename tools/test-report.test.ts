import { describe, expect, test } from 'vitest'
import { browserTally, unitTally } from './test-report.ts'

const unit = (facts: object): string =>
  JSON.stringify({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...facts })

describe('the counts of npm test', () => {
  test('come from the report of the runner', () => {
    expect(unitTally(unit({ numPassedTests: 7, numFailedTests: 2 }), false)).toEqual({
      passed: 7,
      failed: 2,
    })
    const stats = { expected: 5, unexpected: 1, flaky: 1 }
    expect(browserTally(JSON.stringify({ stats, errors: [] }), false)).toEqual({ passed: 5, failed: 2 })
  })

  test('a runner that wrote no report, or an unreadable one, has failed', () => {
    for (const tally of [unitTally, browserTally]) {
      expect(tally(null, true)).toEqual({ passed: 0, failed: 1 })
      expect(tally('{"num', true)).toEqual({ passed: 0, failed: 1 })
      expect(tally('{}', true)).toEqual({ passed: 0, failed: 1 })
    }
  })

  test('no test found is a failure', () => {
    expect(unitTally(unit({}), true)).toEqual({ passed: 0, failed: 1 })
    expect(browserTally('{"stats":{"expected":0}}', true)).toEqual({ passed: 0, failed: 1 })
  })

  test('a file that could not be loaded counts as one failed test', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(unitTally(unit({ numPassedTests: 3, testResults }), false)).toEqual({ passed: 3, failed: 1 })
  })

  test('a runner that ended badly with no failed test counts as one failed', () => {
    expect(unitTally(unit({ numPassedTests: 3 }), false)).toEqual({ passed: 3, failed: 1 })
    expect(browserTally('{"stats":{"expected":3}}', false)).toEqual({ passed: 3, failed: 1 })
  })
})
