import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConfirmProps } from '../../ui/sheet/Confirm.tsx'
import { ApproveSheet } from './decision/ApproveSheet.tsx'
import type { ActProps } from './decision/use-decision.ts'
import { DepositReject } from './decision/DepositReject.tsx'
import { DepositSheet } from './wizard/DepositSheet.tsx'
import { LinkSheet, type LinkTarget } from './line-actions/LinkSheet.tsx'
import { depositFormOf, emptyDeposit, type DepositForm } from './wizard/manual-deposit.ts'
import { ReasonSheet, type ReasonAct } from './line-actions/ReasonSheet.tsx'
import { RejectSheet } from './decision/RejectSheet.tsx'
import { ResolveSheet } from './decision/ResolveSheet.tsx'
import { ReversalSheet } from './line-actions/ReversalSheet.tsx'
import { TakeBackSheet } from './line-actions/TakeBackSheet.tsx'
import { TransferSheet } from './line-actions/TransferSheet.tsx'
import { WithdrawalSheet } from './wizard/WithdrawalSheet.tsx'

// What each sheet shows of the money before it is confirmed, and what it sends then.

const { shown, sent, said, kept, answers } = vi.hoisted(() => ({
  shown: [] as ConfirmProps[],
  sent: [] as unknown[],
  said: [] as unknown[],
  kept: {} as Record<string, unknown>,
  answers: {} as Record<string, unknown>,
}))
vi.mock('../../ui/sheet/Confirm.tsx', () => ({
  Confirm: (props: ConfirmProps) => {
    shown.push(props)
    return null
  },
}))
vi.mock('../../lib/call/query.ts', () => ({
  useCall: (name: string) => ({
    canSend: true,
    send: async (...all: unknown[]) => {
      sent.push([name, ...all])
      return answers[name] ?? { state: 'approved' }
    },
  }),
  useQueryCall: (name: string) => ({ data: answers[name], error: null }),
}))
// Nothing of them is drawn here, and they are large.
const { drawn } = vi.hoisted(() => {
  const names =
    'NativeSelect TextInput Textarea Alert Button Checkbox Radio Skeleton Loader Kbd Table Badge'
  const more = 'Tooltip Switch Menu Drawer Modal Tabs UnstyledButton ActionIcon Group Stack Text Box Select'
  return { drawn: Object.fromEntries(`${names} ${more}`.split(' ').map((name) => [name, () => null])) }
})
vi.mock('@mantine/core', () => drawn)
vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string, words?: object) => (words ? `${key} ${JSON.stringify(words)}` : key),
  }),
}))
vi.mock('../../lib/alerts/notices.ts', () => ({ say: (...all: unknown[]) => void said.push(all) }))
vi.mock('../../lib/person/permissions.ts', () => ({ useAllows: () => () => true }))
vi.mock('../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('../../ui/use-reading.ts', () => ({ useReading: () => ({ language: 'th', era: 'common' }) }))
vi.mock('./rows/sheet-words.tsx', () => ({
  titleWords: () => ({}),
  factsOf: () => [],
  useStepUpNote: () => null,
}))
vi.mock('../../lib/person/kept.ts', () => ({
  useKept: (name: string, initial: () => unknown) => [kept[name] ?? initial(), () => undefined],
}))

const confirmed = { reason: 'เพราะ', idempotencyKey: 'key 1' }
const withKey = { idempotencyKey: 'key 1' }

beforeEach(() => {
  for (const list of [shown, sent, said]) list.length = 0
  for (const each of [answers, kept])
    for (const name of Object.keys(each)) Reflect.deleteProperty(each, name)
})

/** The confirmation of a sheet; press it to see what is sent. */
function confirmOf(sheet: ReactNode) {
  shown.length = 0
  renderToStaticMarkup(sheet)
  const [props] = shown
  if (!props) throw new Error('nothing is asked for')
  return {
    ...props,
    money: props.lines?.map(({ from, to, amountMinor }) => `${from} > ${to} ${amountMinor}`),
    wallets: props.balances?.map(
      ({ account, beforeMinor, afterMinor }) => `${account} ${beforeMinor} ${afterMinor}`,
    ),
    press: () => props.onSubmit(confirmed),
  }
}

const row = {
  id: 'wdr_1',
  kind: 'withdrawal',
  reference: 'W1',
  version: 4,
  amountMinor: 50_000,
  accountId: 'oba_1',
  member: { id: 'mbr_1', username: 'kl1', name: 'A B' },
}
const sheet = {
  row,
  cashMinor: 10_000,
  lockedMinor: 70_000,
  feeMinor: 1500,
  needs: 'onePerson',
  firstApprover: null,
  legs: [{ from: 'member:mbr_1:locked', to: 'bank:oba_1:in_transit', amountMinor: 50_000 }],
  sources: [
    { id: 'oba_1', isChosen: false, bank: 'SCB', label: 'one' },
    { id: 'oba_2', isChosen: true, bank: 'SCB', label: 'two' },
  ],
}
const onDone = vi.fn<(told?: unknown) => void>()
const act = (claimVersion = 0, change: object = {}) => {
  const given: unknown = {
    sheet: { ...sheet, ...change },
    claim: { version: claimVersion },
    isOpen: true,
    onClose: () => undefined,
    onRefresh: () => undefined,
    onDone,
  }
  return given as ActProps & { isOpen: boolean }
}

describe('a withdrawal', () => {
  it('is approved from the account chosen for it, at the version of the claim', async () => {
    const { wallets, money, press } = confirmOf(<ApproveSheet {...act(6)} isRetry={false} />)
    expect(wallets).toEqual(['request.cash 10000 10000', 'request.locked 70000 20000'])
    expect(money).toHaveLength(1)
    expect(money?.[0]).toMatch(/ 50000$/)
    await press()
    const input = { id: 'wdr_1', version: 6, accountId: 'oba_2' }
    expect(sent).toEqual([['preTransactions.approve', input, withKey]])
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('says of the first of two approvals that it is one, and of no other', () => {
    const noticeOf = (change: object, isRetry = false) =>
      confirmOf(<ApproveSheet {...act(0, change)} isRetry={isRetry} />).notice
    expect(noticeOf({ needs: 'twoPeople' })).toBe('request.firstOfTwo')
    expect(noticeOf({ needs: 'twoPeople', firstApprover: 'A' })).toBeUndefined()
    expect(noticeOf({ needs: 'twoPeople' }, true)).toBeUndefined()
    expect(noticeOf({})).toBeUndefined()
  })

  it('that failed is sent again, not approved; without a choice no account is named', async () => {
    const free = { sources: [sheet.sources[0]] }
    await confirmOf(<ApproveSheet {...act(2, free)} isRetry />).press()
    expect(sent).toEqual([['preTransactions.retry', { id: 'wdr_1', version: 4 }, withKey]])
    kept['preTransactions.approve:wdr_1'] = { accountId: 'oba_1', remark: '' }
    await confirmOf(<ApproveSheet {...act(2)} isRetry />).press()
    expect(sent[1]).toMatchObject(['preTransactions.retry', { accountId: 'oba_1' }, withKey])
  })

  it('is rejected with its reason, the word to the member and the word to the staff', async () => {
    kept['preTransactions.reject:wdr_1'] = { reasonCode: 'nameMismatch', remarkMember: ' ชื่อไม่ตรง ' }
    const { wallets, money, press, reason } = confirmOf(<RejectSheet {...act(5)} />)
    expect(wallets).toEqual(['request.cash 10000 60000', 'request.locked 70000 20000'])
    expect(money).toEqual(['request.ledger.memberLocked > request.ledger.memberCash 50000'])
    expect(reason?.isRequired).toBe(true)
    await press()
    const words = { reasonCode: 'nameMismatch', remarkStaff: 'เพราะ', remarkMember: 'ชื่อไม่ตรง' }
    expect(sent).toEqual([['preTransactions.reject', { id: 'wdr_1', version: 5, ...words }, withKey]])
    await confirmOf(<RejectSheet {...act(3)} />).press()
    expect(sent[1]).toMatchObject(['preTransactions.reject', { version: 4 }, withKey])
  })

  it('of unknown outcome ends with a line alone, of what the bank sent', async () => {
    answers['preTransactions.lines'] = { records: [{ id: 'stl_1' }] }
    const { money, press, onCheck, canSubmit } = confirmOf(<ResolveSheet {...act()} />)
    expect(money?.[0]).toMatch(/ 48500$/)
    expect([canSubmit, onCheck?.()]).toEqual([true, false])
    await press()
    expect(sent).toEqual([])
    answers['preTransactions.lines'] = { records: [] }
    expect(confirmOf(<ResolveSheet {...act()} />).canSubmit).toBe(false)
  })

  it('on behalf of a member holds what was typed, for the member it was typed for', async () => {
    const preview = { member: { username: 'kl1' }, beforeMinor: 9, afterMinor: 4, legs: [] } as never
    const onSend = vi.fn<() => Promise<void>>(async () => undefined)
    const close = () => undefined
    const { facts, press } = confirmOf(
      <WithdrawalSheet
        {...{ amountMinor: 105_075, remark: 'โทรมา', canSend: true }}
        preview={preview}
        onSend={onSend}
        onClose={close}
      />,
    )
    expect(facts?.at(-1)?.value).toBe('โทรมา')
    await press()
    expect(onSend).toHaveBeenCalledExactlyOnceWith()
  })
})

describe('a deposit', () => {
  const preview = { member: { username: 'kl1' }, beforeMinor: 100, afterMinor: 30_125, legs: [] }
  const onSend = vi.fn<() => Promise<void>>(async () => undefined)
  const sheetOf = (change: object, previewed: object = preview) => (
    <DepositSheet
      draft={{ ...emptyDeposit(30_025), remarkStaff: ' สลิป ', ...change }}
      preview={previewed as never}
      canSend
      onSend={onSend}
      onClose={() => undefined}
    />
  )
  const inputOf = (change: Partial<DepositForm>) => {
    const draft = { ...emptyDeposit(30_025), remarkStaff: ' สลิป ', ...change }
    return depositFormOf('mbr_1').input(draft, { version: 0, draft })
  }

  it('by hand is sent as typed, with the account and the time in Bangkok of real money', async () => {
    const typed = { accountId: 'oba_1', on: '2026-11-21', clock: '0.05', remarkMember: ' เข้าแล้ว ' }
    await confirmOf(sheetOf(typed)).press()
    expect(onSend).toHaveBeenCalledExactlyOnceWith()
    const rest = { kind: 'realDeposit', reasonCode: 'systemMissedDeposit' }
    const words = { remarkStaff: 'สลิป', remarkMember: 'เข้าแล้ว' }
    const place = { accountId: 'oba_1', bankTime: '2026-11-20T17:05:00.000Z' }
    expect(inputOf(typed)).toEqual({
      memberId: 'mbr_1',
      amountMinor: 30_025,
      ...rest,
      ...words,
      ...place,
    })
  })

  it('of goodwill names no account, no time and no word that was not typed', () => {
    const input = { memberId: 'mbr_1', amountMinor: 30_025, kind: 'goodwill', reasonCode: 'compensation' }
    expect(inputOf({ kind: 'goodwill', reasonCode: 'compensation' })).toEqual({
      ...input,
      remarkStaff: 'สลิป',
    })
  })

  it('says whether it waits for a second person, is credited at once, or by one who is alone', () => {
    const of = (change: object) => confirmOf(sheetOf({}, { ...preview, ...change })).notice
    expect([of({}), of({ needsApproval: true }), of({ isAlone: true })]).toEqual([
      'noticeAlone',
      'noticeSecond',
      'pre-transactions:manual.alone',
    ])
  })

  it('that waits is refused at the version that is shown', async () => {
    const waiting = { ...row, id: 'dep_1', kind: 'deposit' } as never
    await confirmOf(<DepositReject row={waiting} isOpen onClose={() => undefined} />).press()
    const input = { id: 'dep_1', version: 4, reasonCode: 'noMoneyFound', remark: 'เพราะ' }
    expect(sent).toEqual([['preTransactions.rejectDeposit', input, withKey]])
  })

  it('that was credited is taken back whole, once: not where somebody has asked for it', async () => {
    const credit = {
      id: 'dep_1',
      kind: 'goodwill',
      amountMinor: 500,
      reference: 'D1',
      creditedAt: '2026-11-21T00:00:00.000Z',
      member: { username: 'kl1', name: 'A' },
      shortfallMinor: 0,
      beforeMinor: 500,
      afterMinor: 0,
      legs: [],
      asked: null,
      isAlone: false,
    }
    const open = (change: object = {}) => {
      answers['preTransactions.previewReversal'] = { ...credit, ...change }
      return confirmOf(<ReversalSheet id="dep_1" onClose={() => undefined} />)
    }
    const { press, canSubmit, reason } = open()
    expect([canSubmit, reason?.isRequired]).toEqual([true, true])
    await press()
    expect(sent).toEqual([['preTransactions.askReversal', { id: 'dep_1', reason: 'เพราะ' }, withKey]])
    expect(open({ asked: { id: 'apr_1', isOwn: false, maker: 'A' } }).canSubmit).toBe(false)
  })
})

const line = {
  id: 'stl_1',
  version: 3,
  accountId: 'oba_1',
  direction: 'in',
  amountMinor: 70_000,
  state: 'unmatched',
  chain: 'linked',
  isPossibleDouble: false,
  receivedAt: '2026-11-21T00:00:00.000Z',
}
const noted = vi.fn<(told?: unknown) => void>()
const taken = vi.fn<(told?: unknown) => void>()
const lineAct = { onClose: () => undefined, onDone: noted, onTaken: taken }

describe('a line', () => {
  const preview = {
    isOwnMember: false,
    needsNote: false,
    needsApproval: false,
    beforeMinor: 1,
    afterMinor: 70_001,
  }
  const member = { id: 'mbr_2', username: 'kl2', name: 'B', state: 'active' }
  const open = (change: { line?: object; member?: object; deposit?: object; preview?: object } = {}) => {
    answers['preTransactions.previewLink'] = { ...preview, creditedBefore: [], ...change.preview }
    const suggestion = {
      member: { ...member, ...change.member },
      score: 10,
      signals: [],
      deposit: change.deposit ?? null,
    }
    const target = { line: { ...line, ...change.line }, suggestion } as never as LinkTarget
    const name = (id: string) => id
    return confirmOf(
      <LinkSheet
        target={target}
        accountName={name}
        onClose={() => undefined}
        onLinked={noted}
        onTaken={taken}
      />,
    )
  }

  it('is linked to the member who was chosen, and closes the request it belongs to', async () => {
    answers['preTransactions.link'] = {
      state: 'done',
      creditAfterMinor: 70_001,
      undoUntil: null,
      reference: 'D2',
    }
    const { wallets, press, canSubmit } = open({ deposit: { id: 'dep_9', reference: 'D9' } })
    expect(canSubmit).toBe(true)
    expect(wallets?.[0]).toMatch(/ 1 70001$/)
    await press()
    const input = { id: 'stl_1', version: 3, memberId: 'mbr_2', isConfirmed: true, depositId: 'dep_9' }
    expect(sent).toEqual([['preTransactions.link', input, withKey]])
    expect(noted.mock.lastCall?.[0]).toMatchObject({ kind: 'linked', what: 'D2', creditAfterMinor: 70_001 })
    await open().press()
    expect(sent[1]).toEqual(['preTransactions.link', { ...input, depositId: undefined }, withKey])
  })

  it('in doubt is linked only once somebody says that they are sure', () => {
    const doubts = [
      { line: { state: 'waiting' } },
      { line: { chain: 'hint' } },
      { line: { isPossibleDouble: true } },
      { member: { state: 'suspended' } },
      { preview: { isOwnMember: true } },
      {
        preview: {
          creditedBefore: [{ id: 'dep_1', reference: 'D1', at: line.receivedAt, amountMinor: 1 }],
        },
      },
    ]
    for (const doubt of doubts) expect(open(doubt).canSubmit, JSON.stringify(doubt)).toBe(false)
  })

  it('that needs a note is not linked without one', () => {
    expect(open({ preview: { needsNote: true } }).onCheck?.()).toBe(false)
    expect(open().onCheck?.()).toBe(true)
  })

  it.each<ReasonAct>(['ignoreLine', 'reopenLine', 'undoLink', 'askUnlink'])(
    'hears of %s why, at the version that is shown',
    async (name) => {
      const whose = { ...line, member: { username: 'kl2' } } as never
      const { press, reason } = confirmOf(<ReasonSheet act={name} line={whose} {...lineAct} />)
      expect(reason?.isRequired).toBe(true)
      await press()
      const input = { id: 'stl_1', version: 3, reason: 'เพราะ' }
      expect(sent).toEqual([[`preTransactions.${name}`, input, withKey]])
      expect(
        confirmOf(<ReasonSheet act={name} line={whose} {...lineAct} isPossible={false} />).canSubmit,
      ).toBe(false)
    },
  )

  it('whose money was spent is not undone by one person, but asked for', () => {
    const whole = { member, legs: [], isAlone: true }
    answers['preTransactions.previewTakeBack'] = { ...preview, shortfallMinor: 1, ...whole }
    const of = (name: 'undoLink' | 'askUnlink') =>
      confirmOf(<TakeBackSheet act={name} line={line as never} {...lineAct} />).canSubmit
    expect([of('undoLink'), of('askUnlink')]).toEqual([false, true])
    answers['preTransactions.previewTakeBack'] = { ...preview, shortfallMinor: 0, ...whole }
    expect(of('undoLink')).toBe(true)
  })

  it('is no own transfer before its other half was chosen', () => {
    answers['preTransactions.oppositeLines'] = { records: [{ ...line, id: 'stl_2', direction: 'out' }] }
    const name = (id: string) => id
    const { canSubmit } = confirmOf(<TransferSheet line={line as never} accountName={name} {...lineAct} />)
    expect(canSubmit).toBe(false)
  })
})
