// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { until } from '../../testing/clock.ts'
import { expectSent, press, type } from '../../testing/hands.ts'
import { inBrowser, open } from '../../testing/page.ts'
import { id, person } from '../../testing/people.ts'
import { buttons, expectGone, expectShown, field, part, wordsOf } from '../../testing/seen.ts'
import { askedOf, type Answers } from '../../testing/wire.ts'

// The games of a provider: what stands for one without a picture, and games that come from a file.

type Read = Extract<Answers['gameCatalogue.readGames'], { digest: string }>
const { uploads } = vi.hoisted(() => ({ uploads: [] as unknown[] }))
const digest = 'a'.repeat(64)
const game = { type: 'slot', nameTh: 'มังกรทอง', nameEn: 'Golden Dragon', rtpBps: 9650 } as const
const read: Read = {
  digest,
  total: 2,
  counts: { added: 1, changed: 1, refused: 1 },
  added: [{ code: 'phoenix', ...game, volatility: 'high' }],
  changed: [
    {
      code: 'tiger',
      before: { ...game, nameTh: 'เสือ', volatility: null },
      after: { ...game, nameTh: 'เสือทองคำ', volatility: null },
    },
  ],
  refused: [{ no: 4, fault: 'typeUnclear', cell: 'plinko' }],
}
vi.mock('../../lib/call/call-upload.ts', () => ({
  callUpload: (name: string, input: object, file: File) => {
    uploads.push([name, input, file.name])
    return Promise.resolve(read)
  },
}))

inBrowser()

const providerId = id('gameProvider', 1)
const named = { th: 'ค่ายทอง', en: 'Gold' }
const page = { totalRecords: 1, currentPage: 1, recordPerPage: 25, totalPages: 1 }
const answers: Answers = {
  'gameCatalogue.games': {
    ...page,
    records: [
      {
        id: id('game', 1),
        code: 'tiger',
        provider: { id: providerId, name: named, stateNow: 'active' },
        ...game,
        nameTh: 'เสือ',
        volatility: null,
        tags: [],
        contributionBps: 10_000,
        blockedLevels: [],
        state: 'active',
        hasImage: false,
        version: 1,
      },
    ],
  },
  'gameCatalogue.providers': {
    ...page,
    records: [
      {
        id: providerId,
        code: 'gold',
        adapter: 'betAndResult',
        walletMode: 'seamless',
        currency: 'THB',
        minMinor: 100,
        maxMinor: 1_000_000,
        feeBps: 0,
        state: 'active',
        stateNow: 'active',
        maintenanceFrom: null,
        maintenanceUntil: null,
        hasLogo: false,
        isSandbox: false,
        isSetupAsked: false,
        version: 1,
        name: named,
        types: ['slot'],
        games: 1,
        gamesOpen: 1,
      },
    ],
  },
  'gameCatalogue.importGames': { added: 1, changed: 0 },
}
const reader = { who: person({ rights: { gameManagement: ['isRead'] } }) }
const maker = { who: person({ rights: { gameManagement: ['isRead', 'isUpdate'] } }) }

it('a game without a picture stands behind its first letter, and none is asked for', async () => {
  await open('/website/game', answers, reader)
  await expectShown('เสือ')
  const face = [...document.querySelectorAll('[aria-hidden]')].find((each) => wordsOf(each) === 'ส')
  expect(face?.querySelector('img')).toBeNull()
  expect(askedOf('gameCatalogue.image')).toEqual([])
  expect(buttons('นำเข้าจากไฟล์')).toEqual([])
})

async function choose(name: string): Promise<void> {
  const input = await until(() => field('ไฟล์รายชื่อเกม'))
  const files = [new File(['code'], name)]
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

it('games of a file are shown first, with what is not taken, and taken over with a reason', async () => {
  await open(`/website/game?providerId=${providerId}`, answers, maker)
  await press('นำเข้าจากไฟล์')
  await choose('games.csv')
  await expectShown('อ่านได้ 2 เกม')
  expect(uploads).toEqual([['gameCatalogue.readGames', { id: providerId }, 'games.csv']])
  const shown = wordsOf(part('dialog', /นำเข้าเกมจากไฟล์/))
  expect(shown).toContain('มังกรทอง · Golden Dragon · สล็อต · RTP 96.5% · ความผันผวน สูง')
  expect(shown).toContain('เดิม เสือ · Golden Dragon')
  expect(shown).toContain('แถว 4: ไม่รู้จักประเภทเกมนี้ plinko')
  expect(shown).not.toContain('ค่ายไม่มีแล้ว')

  field('เกมที่เปลี่ยน 1 เกม').click()
  await press('ยืนยันส่วนต่าง')
  await type('เหตุผล', 'ตามสัญญา')
  await press('นำเข้า')
  await expectSent([
    'gameCatalogue.importGames',
    { id: providerId, digest, parts: ['added'], reason: 'ตามสัญญา' },
  ])
  await expectGone('นำเข้าเกมจากไฟล์')
})
