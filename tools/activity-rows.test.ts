import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { handlers } from '../apps/server/src/app/handlers.ts'
import type { AnyHandler } from '../apps/server/src/platform/call/context.ts'
import { everyCall } from '../apps/server/src/testing/stub-handlers.ts'

// Every change by a person is in the activity log: the handler of a call that changes something records it,
// itself or through what it calls. Whoever adds a call that does not finds it here.

/** Calls that change something and leave no row, each with its reason. */
const silent: Readonly<Record<string, string>> = {
  'auth.touch': 'says that the person is still there; a row each minute would tell nothing',
}

const server = fileURLToPath(new URL('../apps/server/src/', import.meta.url))
const written = [
  ...readdirSync(join(server, 'features'), { recursive: true, encoding: 'utf8' }).map((path) =>
    join('features', path),
  ),
  'platform/files/exports.ts',
]
const sources = written
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
  .map((path) => readFileSync(join(server, path), 'utf8'))

/** The text of each function at the top of a file, by its name; several files may have one of a name. */
const functions = new Map<string, string[]>()
for (const text of sources)
  for (const chunk of text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)) {
    const [, name] = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(chunk) ?? []
    if (name !== undefined) functions.set(name, [...(functions.get(name) ?? []), chunk])
  }

/** Asking for a second person records it, whoever asks (`platform/approvals/ask-approval.ts`). */
const recording = /\b(?:record(?:Activity)?|ask)\)?\(/
const called = /\b(\w+)\)?\(/g

/** Whether a text records an act, or calls something of ours that does whichever file it is of. */
function records(text: string, above: readonly string[] = []): boolean {
  if (recording.test(text)) return true
  return [...text.matchAll(called)].some(([, name = '']) => {
    const found = above.includes(name) ? [] : (functions.get(name) ?? [])
    return found.length > 0 && found.every((each) => records(each, [...above, name]))
  })
}

const writes = everyCall.filter(
  ([, call]) => call.path.startsWith('/api/') && call.method !== 'GET' && call.isRead !== true,
)
const handlerOf = (name: string): string => {
  const [area = '', call = ''] = name.split('.')
  const handler = (handlers as Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>)[area]?.[call]
  return String(handler?.handle ?? handler)
}

test.each(writes.map(([name]) => name).filter((name) => !Object.hasOwn(silent, name)))(
  '%s leaves a row in the activity log',
  (name) => expect(records(handlerOf(name))).toBe(true),
)

test('what is silent is a call that changes something, and says nothing', () => {
  const names = writes.map(([name]) => name)
  expect(Object.keys(silent).filter((name) => !names.includes(name))).toEqual([])
  expect(Object.keys(silent).filter((name) => records(handlerOf(name)))).toEqual([])
  expect(names.length).toBeGreaterThan(50)
})
