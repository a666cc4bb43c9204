import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { Money } from '../../../ui/figures/Money.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { useReading } from '../../../ui/use-reading.ts'
import { MomentFields, untilNow, useMoment } from './MomentFields.tsx'
import type { ProofAnswer } from './proof-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from './Proof.module.css'

type Wanted = InputOf<CallOf<'dashboard.balanceAt'>>
type Kind = Wanted['of']

/** `expense:bonus`: the key of what people call it. Pure. */
const sharedKey = (code: string) => `proof.at.shared.${code.replace(':', '_')}`

/** What any account of the book held at a past moment. */
export function BalanceAt({ accounts, shared }: Pick<ProofAnswer, 'accounts' | 'shared'>) {
  const { t } = useTranslation('dashboard')
  const [kind, setKind] = useState<Kind>('member')
  const [name, setName] = useState('')
  const moment = useMoment()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { at } = moment
  const choose = (next: Kind) => {
    setKind(next)
    setName('')
  }
  const kinds = (['member', 'bankAccount', 'shared'] as const).filter(
    (one) => one === 'member' || (one === 'shared' ? shared : accounts).length > 0,
  )
  const names =
    kind === 'shared'
      ? shared.map((code) => ({ value: code, label: t(sharedKey(code), code) }))
      : accounts.map(({ id, label }) => ({ value: id, label }))
  return (
    <Card title={t('proof.at.title')}>
      <div className={classes['ask']}>
        <SelectField
          label={t('proof.at.kind')}
          data={kinds.map((value) => ({ value, label: t(`proof.at.kinds.${value}`) }))}
          value={kind}
          onChange={(next) => choose((next ?? 'member') as Kind)}
          allowDeselect={false}
        />
        {kind === 'member' ? (
          <TextInput
            label={t('proof.at.username')}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value.trim())}
          />
        ) : (
          <SelectField
            label={t('proof.at.account')}
            data={names}
            value={name === '' ? null : name}
            onChange={(next) => setName(next ?? '')}
            allowDeselect={false}
          />
        )}
        <MomentFields {...moment} />
        <Button
          disabled={name === '' || at === null}
          onClick={() => at !== null && setWanted({ of: kind, name, at: untilNow(at) })}
        >
          {t('proof.at.ask')}
        </Button>
      </div>
      {wanted && <Held key={JSON.stringify(wanted)} wanted={wanted} />}
    </Card>
  )
}

/** The answer: then, and now. */
function Held({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation('dashboard')
  const reading = useReading()
  const query = useQueryCall('dashboard.balanceAt', wanted)
  return (
    <Asked query={query}>
      {({ records }) => (
        <table className={classes['held']}>
          <thead>
            <tr>
              <th scope="col">{t('proof.at.part')}</th>
              <th scope="col">{formatDateTime(wanted.at, reading)}</th>
              <th scope="col">{t('proof.at.now')}</th>
            </tr>
          </thead>
          <tbody>
            {records.map(({ part, balanceMinor, nowMinor }) => (
              <tr key={part}>
                <th scope="row">
                  {t(wanted.of === 'shared' ? sharedKey(part) : `proof.at.parts.${part}`, part)}
                </th>
                <td>
                  <Money minor={balanceMinor} />
                </td>
                <td className={blocks['muted']}>
                  <Money minor={nowMinor} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Asked>
  )
}
