import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** Components of the kit whose sheets the first screen does without. */
const later =
  'Alert Autocomplete Checkbox Combobox Drawer Kbd Menu Modal MultiSelect NumberInput Overlay Paper Pill ' +
  'PillsInput Popover Progress Radio ScrollArea SegmentedControl Select Switch TagsInput'
const laterNames = later.split(' ')
const fromKit = /import \{([^}]*)\} from '@mantine\/core'/g

const namesIn = (text: string): string[] =>
  [...text.matchAll(fromKit)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  )

test('a file that uses what opens, floats or is filled in brings the sheets of it', () => {
  const texts = globSync('**/*.tsx', { cwd: src }).map(
    (file) => [file, readFileSync(join(src, file), 'utf8')] as const,
  )
  const users = texts.filter(([, text]) => namesIn(text).some((name) => laterNames.includes(name)))
  const bare = users.filter(([, text]) => !text.includes("kit-later.ts'")).map(([file]) => file)
  expect(users.length).toBeGreaterThan(5)
  expect(bare).toEqual([])
})
