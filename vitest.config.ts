import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** What a test file may leave to the next one in its process: what it changed there, replaced or drew. */
const leavesTraces =
  /@vitest-environment|\bvi\.|\bprocess\.(env|on|once|memoryUsage|cpuUsage|chdir)\b|\b(useRealHashes|initReactI18next)\b/

const all = '{apps,packages,tools}/**/*.test.{ts,tsx}'
const alone = globSync(all, { cwd: import.meta.dirname, exclude: ['**/node_modules'] })
  .filter((file) => leavesTraces.test(readFileSync(new URL(file, import.meta.url), 'utf8')))
  .map((file) => file.replaceAll('\\', '/'))

const ofEach = {
  setupFiles: ['apps/server/src/testing/quick-hashes.ts'],
  pool: 'forks' as const,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // Patience, no promise: what takes long on a busy machine is not wrong.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/testing/cluster/global-setup.ts'],
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    projects: [
      { test: { ...ofEach, name: 'alone', include: alone } },
      {
        test: {
          ...ofEach,
          name: 'shared',
          include: [all],
          exclude: ['**/node_modules/**', ...alone],
          // Reading the whole server anew for each file took a quarter of all that the files cost.
          isolate: false,
        },
      },
    ],
  },
})
