import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Thing } from './activity-cells.tsx'
import type { ActivityRow } from './activity-shapes.ts'
import { useActivityWords } from './use-activity-words.ts'

// What the log says that an act was done to.

const { wordOf } = vi.hoisted(() => {
  const texts = new Map<string, Record<string, Record<string, string>>>()
  return {
    /** The Thai word of a key such as `ui:routes./device/list`. */
    wordOf: (key: string, read: (area: string) => string): string | undefined => {
      const [area = '', path = ''] = key.split(':')
      if (!texts.has(area)) texts.set(area, JSON.parse(read(area)))
      const [group = '', ...rest] = path.split('.')
      return texts.get(area)?.[group]?.[rest.join('.')]
    },
  }
})
const read = (area: string) =>
  readFileSync(new URL(`../../../public/locales/th/${area}.json`, import.meta.url), 'utf8')
vi.mock('react-i18next', () => ({
  useTranslation: (area: string) => ({
    t: (key: string) => wordOf(`${area}:${key}`, read) ?? key,
    i18n: {
      exists: (key: string) => wordOf(key, read) !== undefined,
      t: (key: string) => wordOf(key, read) ?? key,
    },
  }),
}))
vi.mock('../../lib/person/right-words.ts', () => ({
  useRightName: () => String,
  useRoleName: () => String,
}))
vi.mock('../../ui/use-reading.ts', () => ({ useReading: () => ({}) }))

function Told({ row, act }: { row: Partial<ActivityRow>; act: string }) {
  const words = useActivityWords()
  const given = { entityId: null, entityName: null, ...row } as ActivityRow
  return (
    <>
      {words.action(act)} <Thing row={given} words={words} href={null} isShort />
    </>
  )
}
const told = (row: Partial<ActivityRow>, act: string) => renderToStaticMarkup(<Told row={row} act={act} />)

it('an entry of a list is told by the screen of the list', () => {
  const list = { entity: 'list', entityId: '/device/list' }
  const screen = wordOf('ui:routes./device/list', read)
  expect(screen).toBeTruthy()
  expect(told(list, 'entryAdded')).toBe(
    `เพิ่มรายการ รายการบนหน้าจอ <span title="/device/list" data-raw="true">${screen}</span>`,
  )
  expect(told(list, 'entryRemoved')).toMatch(/^นำรายการออก /)
})

it('a list that is no screen of its own, and whatever else has no name, by its id', () => {
  expect(told({ entity: 'list', entityId: 'open-lines' }, 'layoutSaved')).toContain('open-lines</code>')
  expect(told({ entity: 'export', entityId: '/device/list' }, 'exported')).toContain('/device/list</code>')
})
