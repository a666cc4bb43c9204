import type { OxlintConfig } from 'oxlint'
import { importRules } from './tools/lint/imports.ts'
import { sizes } from './tools/lint/sizes.ts'

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'no-var': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'prefer-const': 'error',
    eqeqeq: 'error',
    'no-eval': 'error',
    'no-restricted-globals': [
      'error',
      { name: 'Temporal', message: 'Dates are business-day.ts and bank-time.ts (adr 0035).' },
    ],
    'no-fallthrough': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'promise/no-return-in-finally': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'no-control-regex': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect*', 'refused', 'fc.assert'],
      },
    ],
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-template-expression': 'off',
    'typescript/no-unnecessary-type-assertion': 'off',
    'typescript/no-unnecessary-boolean-literal-compare': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    {
      files: ['apps/**', 'packages/**'],
      rules: {
        'no-console': 'error',
      },
    },
    {
      files: ['apps/server/src/testing/**'],
      rules: {
        'no-console': 'off',
      },
    },
    {
      files: ['apps/console/**'],
      plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/no-danger': 'error',
        'react/button-has-type': 'error',
        'no-console': [
          'error',
          {
            allow: ['error'],
          },
        ],
        'react/react-in-jsx-scope': 'off',
        'react/incompatible-library': 'off',
        'react/memo-dependencies': 'off',
        'react/exhaustive-effect-dependencies': 'off',
        'jsx-a11y/prefer-tag-over-role': 'off',
        'react/purity': 'off',
        'react/refs': 'off',
        'react/preserve-manual-memoization': 'off',
        'react/use-memo': 'off',
        'react/immutability': 'off',
      },
    },
    ...sizes,
    ...importRules,
  ],
  ignorePatterns: ['**/dist', 'test-results', 'screenshots', 'data'],
} satisfies OxlintConfig
