import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatPhone } from '../../../lib/words/formats.ts'
import { useGo } from '../../../lib/address/navigation.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { BankTag } from '../../../ui/figures/BankTag.tsx'
import { FilterText } from '../../../ui/filters/FilterText.tsx'
import { Modal } from '../../../ui/sheet/Modal.tsx'
import type { FoundMember } from '../rows/queue-shapes.ts'
import { useFoundKeys } from '../use-found-keys.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../rows/Queue.module.css'

/** Whose deposit is to be typed: finds the member, then opens the form of a manual deposit. */
export default function PickMember({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('pre-transactions-queue')
  const errorText = useErrorText()
  const go = useGo()
  const [search, setSearch] = useState('')
  const found = useQueryCall(
    'preTransactions.searchMember',
    { search },
    { isEnabled: search !== '', keepsPrevious: true },
  )
  const { box, list } = useFoundKeys()
  const records = search === '' ? undefined : found.data?.records
  return (
    <Modal isOpen title={t('pick.title')} onClose={onClose}>
      <div ref={box}>
        <FilterText
          label={t('pick.label')}
          placeholder={t('pick.hint')}
          value={search}
          onChange={setSearch}
        />
        <p className={blocks['muted']} role="status">
          {found.error
            ? errorText(found.error)
            : records === undefined
              ? t('pick.lead')
              : records.length === 0
                ? t('pick.nothing')
                : t('pick.found', { count: records.length })}
        </p>
        <div ref={list}>
          <ul className={classes['found']}>
            {(records ?? []).map((member) => (
              <li key={member.id}>
                <button
                  type="button"
                  onClick={() => go({ to: '/pre-transaction/pre-deposit/{id}', id: member.id })}
                >
                  <Found member={member} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Modal>
  )
}

function Found({ member }: { member: FoundMember }) {
  return (
    <>
      <strong>{member.username}</strong>
      <span>
        {member.name} <span className={blocks['muted']}>{formatPhone(member.phoneMasked)}</span>
      </span>
      {member.bank !== null && <BankTag code={member.bank}>{member.accountNoMasked}</BankTag>}
    </>
  )
}
