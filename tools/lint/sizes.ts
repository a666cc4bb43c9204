import type { OxlintOverride } from 'oxlint'

type Rules = NonNullable<OxlintOverride['rules']>
const lines = (max: number): Rules => ({ 'max-lines': ['error', { max }] })
const functionLines = (max: number): Rules => ({ 'max-lines-per-function': ['error', { max }] })

/**
 * How long a file and a function may be; a later line replaces an earlier one. `tools/tidy/size.ts` counts
 * what oxlint cannot: lines of SQL and CSS, the length of a line, and functions beside a component.
 */
export const sizes: OxlintOverride[] = [
  { files: ['**/*.{ts,tsx,mjs}'], rules: { ...lines(300), ...functionLines(70) } },
  { files: ['**/*.tsx'], rules: functionLines(100) },
  { files: ['apps/console/src/{features,app}/**/*.tsx'], rules: lines(200) },
  {
    files: ['**/*.{test,spec,fixture}.{ts,tsx}', '**/{testing,fixtures}/**'],
    rules: { ...lines(500), 'max-lines-per-function': 'off' },
  },
  // Written by a program.
  {
    files: [
      'apps/server/src/platform/db/db-types.ts',
      'packages/contract/src/derived/{call,field}-table.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
]
