import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { Status } from '../../../ui/figures/Status.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import '../../../ui/kit-later.ts'
import { SenderName } from '../device-cells.tsx'
import type { Offered, OwnAccount, Said } from '../device-shapes.ts'
import { isSameName, type Binding } from './sender-draft.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../Devices.module.css'

interface AccountRowProps {
  account: OwnAccount
  /** Names to tick, the likeliest first. */
  offered: readonly Offered[]
  /** Undefined until it is first chosen. */
  binding: Binding | undefined
  /** No account at all is chosen. */
  isWrong: boolean
  error: string | undefined
  /** Null: chosen for the first time. */
  onChange: (binding: Binding | null) => void
}

/** One of our accounts: whether this phone reports it, and under which names its bank writes. */
export function AccountRow({ account, offered, binding, isWrong, error, onChange }: AccountRowProps) {
  const { bank, label, accountNoMasked } = account
  return (
    <div className={classes['row']} data-on={binding?.isOn || undefined}>
      <Checkbox
        name={account.id}
        checked={binding?.isOn ?? false}
        error={isWrong}
        onChange={(event) => onChange(binding ? { ...binding, isOn: event.currentTarget.checked } : null)}
        label={
          <span className={blocks['marks']}>
            <BankTag code={bank}>{label}</BankTag>
            <span className={blocks['muted']}>{accountNoMasked}</span>
          </span>
        }
      />
      {binding?.isOn && <Names offered={offered} binding={binding} error={error} onChange={onChange} />}
    </div>
  )
}

/** What speaks for a name: it has written to this phone, or it is the one that most phones show. */
function Sign({ of: { wroteCount, isUsual } }: { of: Offered }) {
  const { t } = useTranslation('devices')
  if (wroteCount > 0) return <Status tone="amber" label={t('accounts.wrote', { count: wroteCount })} />
  return isUsual && <Status tone="green" label={t('accounts.usual')} />
}

type NamesProps = Pick<AccountRowProps, 'offered' | 'error' | 'onChange'> & { binding: Binding }

function Names({ offered, binding, error, onChange }: NamesProps) {
  const { t } = useTranslation('devices')
  const { ticked } = binding
  const { max: maxLength } = ruleOf('devices.trust', 'senders.*.sender')
  const isTicked = (said: Said) => ticked.some((each) => isSameName(each, said))
  const toggle = ({ source, sender }: Said) => {
    const said: Said = { source, sender }
    onChange({
      ...binding,
      ticked: isTicked(said) ? ticked.filter((each) => !isSameName(each, said)) : [...ticked, said],
    })
  }
  const typed = (source: 'sms' | 'push') => ({
    label: t(`accounts.${source}`),
    placeholder: t(`accounts.${source}Example`),
    value: binding[source],
    maxLength,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...binding, [source]: event.currentTarget.value }),
  })
  return (
    <div className={classes['bound']}>
      {offered.length > 0 && (
        <>
          <div className={classes['chips']} role="group" aria-label={t('accounts.names')}>
            {offered.map((said) => (
              <label key={`${said.source} ${said.sender}`} className={classes['chip']}>
                <input type="checkbox" checked={isTicked(said)} onChange={() => toggle(said)} />
                <SenderName said={said} />
                <Sign of={said} />
              </label>
            ))}
          </div>
          <p className={blocks['quiet']}>{t('accounts.namesHint')}</p>
        </>
      )}
      <FieldRow>
        <TextInput {...typed('sms')} error={error} />
        <TextInput {...typed('push')} />
      </FieldRow>
    </div>
  )
}
