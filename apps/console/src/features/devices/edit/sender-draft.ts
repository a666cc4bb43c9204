import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import type { FieldErrors, FormSpec } from '../../../lib/form/form-spec.ts'
import {
  sendersByAccount,
  type DeviceDetail,
  type Offered,
  type OwnAccount,
  type Said,
} from '../device-shapes.ts'

type Sender = InputOf<CallOf<'devices.trust'>>['senders'][number]

/** What one account is written about under: names that are ticked, and what is typed beside them. */
export interface Binding {
  readonly isOn: boolean
  readonly ticked: readonly Said[]
  readonly sms: string
  readonly push: string
}

export interface TrustDraft {
  /** By the id of the account; one that is not there is not chosen. */
  readonly accounts: Readonly<Record<string, Binding>>
  readonly reason: string
}

const keyOf = ({ source, sender }: Said): string => `${source} ${sender.trim().toLowerCase()}`
export const isSameName = (one: Said, other: Said): boolean => keyOf(one) === keyOf(other)

/** Each name once, whatever its capitals: so does the server compare them. */
const once = (said: readonly Said[]): Said[] => [
  ...new Map(said.map((each) => [keyOf(each), each])).values(),
]

export const draftOf = ({ senders }: Pick<DeviceDetail, 'senders'>): TrustDraft => ({
  accounts: Object.fromEntries(
    sendersByAccount(senders).map(({ account, said }) => [
      account.id,
      { isOn: true, ticked: said, sms: '', push: '' },
    ]),
  ),
  reason: '',
})

/** Chosen for the first time. Nothing is ticked: each name that counts is one more that can be forged. */
export const newBinding: Binding = { isOn: true, ticked: [], sms: '', push: '' }

/**
 * The names to choose from: those that wrote to this phone already, those that the bank is known by, and
 * those that the phone has. A name that is known as another bank's is none of this account. Pure.
 */
export function offeredFor(
  account: Pick<OwnAccount, 'id' | 'bank' | 'known'>,
  { senders, strangers }: Pick<DeviceDetail, 'senders' | 'strangers'>,
  all: readonly Pick<OwnAccount, 'bank' | 'known'>[],
): Offered[] {
  const isKnownOf = (of: Pick<OwnAccount, 'known'>, said: Said) =>
    of.known.some(({ sender }) => isSameName({ source: said.source, sender }, said))
  const others = all.filter(({ bank }) => bank !== account.bank)
  const wrote = strangers.filter((said) => !others.some((other) => isKnownOf(other, said)))
  const own = senders.filter((each) => each.account.id === account.id)
  const said = once([
    ...account.known.map(({ sender }): Said => ({ source: 'sms', sender })),
    ...wrote.map(({ source, sender }) => ({ source, sender })),
    ...own.map(({ source, sender }) => ({ source, sender })),
  ])
  const offered = said.map((each) => ({
    ...each,
    wroteCount: strangers.find((stranger) => isSameName(stranger, each))?.count ?? 0,
    isUsual: account.known.some(
      ({ sender, isUsual }) => isUsual && isSameName({ source: 'sms', sender }, each),
    ),
  }))
  const rank = ({ wroteCount, isUsual }: Offered) => (wroteCount > 0 ? 0 : isUsual ? 1 : 2)
  return offered.toSorted((one, other) => rank(one) - rank(other))
}

/** Every name of an account that was chosen, typed ones too. Pure. */
export function namesOf({ isOn, ticked, sms, push }: Binding): Said[] {
  if (!isOn) return []
  const typed: Said[] = [
    { source: 'sms', sender: sms.trim() },
    { source: 'push', sender: push.trim() },
  ]
  return once([...ticked, ...typed.filter(({ sender }) => sender !== '')])
}

export const sendersOf = ({ accounts }: Pick<TrustDraft, 'accounts'>): Sender[] =>
  Object.entries(accounts).flatMap(([accountId, binding]) =>
    namesOf(binding).map((said) => ({ accountId, ...said })),
  )

const sortedKeys = (draft: Pick<TrustDraft, 'accounts'>): string =>
  sendersOf(draft)
    .map(({ accountId, ...said }) => `${accountId} ${keyOf(said)}`)
    .toSorted()
    .join('\n')

/** Whether two drafts mean the same accounts and names, in whatever order they were ticked. Pure. */
export const isSameBinding = (
  one: Pick<TrustDraft, 'accounts'>,
  other: Pick<TrustDraft, 'accounts'>,
): boolean => sortedKeys(one) === sortedKeys(other)

/** What is wrong that no limit tells: an account without any name, or none chosen at all. Pure. */
export function trustFieldErrors(draft: TrustDraft): FieldErrors<TrustDraft> {
  const nameless = Object.entries(draft.accounts).filter(
    ([, binding]) => binding.isOn && namesOf(binding).length === 0,
  )
  const isMany = sendersOf(draft).length > ruleOf('devices.trust', 'senders').max
  return {
    ...(isMany ? { accounts: 'fieldError.tooManySenders' } : {}),
    ...Object.fromEntries(nameless.map(([id]) => [`accounts.${id}`, 'fieldError.noSender'])),
  }
}

export const trustFormOf = (id: string): FormSpec<'devices.trust', TrustDraft> => ({
  call: 'devices.trust',
  area: 'devices',
  start: { accounts: {}, reason: '' },
  input: (draft, { version }) => ({
    id,
    version,
    reason: draft.reason.trim(),
    senders: sendersOf(draft),
  }),
  fieldErrors: trustFieldErrors,
  fieldOf: { senders: 'accounts' },
  isSame: (one, other) => isSameBinding(one, other) && one.reason.trim() === other.reason.trim(),
  refreshes: ['devices', 'approvals'],
})
