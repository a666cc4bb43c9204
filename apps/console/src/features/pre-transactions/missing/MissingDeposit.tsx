import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Asked } from '../../../lib/call/Asked.tsx'
import { useQueryCall } from '../../../lib/call/query.ts'
import { MemberName } from '../lines/Candidate.tsx'
import { MemberFinder } from '../lines/MemberFinder.tsx'
import { Transfer } from './MissingTransfer.tsx'
import type { FoundMember, MissingQuestion } from './missing-verdict.ts'
import { MissingVerdict } from './MissingVerdict.tsx'
import type { Slip } from '../slips/slip-shapes.ts'
import '../../../ui/kit-later.ts'
import blocks from '../../../ui/Blocks.module.css'
import classes from '../lines/Matching.module.css'
import detailClasses from '../lines/LineDetail.module.css'

export interface MissingDepositProps {
  isOpen: boolean
  onClose: () => void
}

/** The wizard ฝากเงินไม่เข้า: who, how much, when; then where the money is and what to do. */
export default function MissingDeposit({ isOpen, onClose }: MissingDepositProps) {
  const { t } = useTranslation('pre-transactions-missing')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<b>{t('title')}</b>}
      size={680}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Wizard onClose={onClose} />
    </Modal>
  )
}

function Wizard({ onClose }: Pick<MissingDepositProps, 'onClose'>) {
  const { t } = useTranslation('pre-transactions-missing')
  const [member, setMember] = useState<FoundMember | null>(null)
  const [question, setQuestion] = useState<MissingQuestion | null>(null)
  const [isAnother, setAnother] = useState(false)
  const [slip, setSlip] = useState<Slip | null>(null)
  const choose = (next: FoundMember | null) => {
    setMember(next)
    setQuestion(null)
    setSlip(null)
    if (next === null) setAnother(true)
  }
  return (
    <div className={blocks.stack}>
      <p className={blocks.quiet}>{t('help')}</p>
      {member === null ? (
        <MemberFinder label={t('member')} takesFocus={isAnother}>
          {(search) => <FoundMembers search={search} onChoose={choose} />}
        </MemberFinder>
      ) : (
        <>
          <div className={`${blocks.card} ${detailClasses.candidate}`} data-dense>
            <div className={detailClasses.candidateHead}>
              <div className={detailClasses.who}>
                <MemberName member={member} />
                <span className={blocks.quiet}>
                  {[member.bank, member.accountNoMasked, member.phoneMasked].filter(Boolean).join(' · ')}
                </span>
              </div>
              <Button variant="default" size="sm" onClick={() => choose(null)}>
                {t('otherMember')}
              </Button>
            </div>
          </div>
          <Transfer
            memberId={member.id}
            slip={slip}
            onSlip={setSlip}
            onAsk={setQuestion}
            onChanged={() => setQuestion(null)}
          />
        </>
      )}
      {member && question && (
        <MissingVerdict
          key={JSON.stringify(question)}
          member={member}
          question={question}
          slipId={slip?.id ?? null}
          onLeave={onClose}
        />
      )}
    </div>
  )
}

function FoundMembers({ search, onChoose }: { search: string; onChoose: (member: FoundMember) => void }) {
  const { t } = useTranslation('pre-transactions-lines')
  const found = useQueryCall(
    'preTransactions.searchMember',
    { search },
    { isTracked: false, keepsPrevious: true },
  )
  return (
    <Asked query={found} height={56} isInline>
      {({ records }) =>
        records.length === 0 ? (
          <p className={blocks.quiet}>{t('nobodyFound')}</p>
        ) : (
          <ul className={classes.lines}>
            {records.map((member) => (
              <li key={member.id}>
                <button type="button" className={classes.line} onClick={() => onChoose(member)}>
                  <span className={classes.lineTop}>
                    <b>{member.username}</b> {member.name}
                    <span>{member.phoneMasked}</span>
                  </span>
                  <span className={classes.lineEnd}>
                    {[member.bank, member.accountNoMasked].filter(Boolean).join(' ') || t('noAccount')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Asked>
  )
}
