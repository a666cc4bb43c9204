import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/call/call.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { Failed } from '../../lib/call/Asked.tsx'
import { useForm } from '../../lib/form/use-form.ts'
import type { FieldOf } from '../../lib/form/form-spec.ts'
import { useAllows } from '../../lib/person/permissions.ts'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { AccountsSection } from './AccountsSection.tsx'
import { AmountSection } from './AmountSection.tsx'
import { DueTransfers } from './DueTransfers.tsx'
import { Effect } from './Effect.tsx'
import { SentNote, type Sent } from './SentNote.tsx'
import { Templates } from './templates/Templates.tsx'
import {
  amountOf,
  emptyTransfer,
  endsOf,
  fieldOfRefusal,
  newTransferOf,
  transferErrors,
  type TransferDraft,
} from './transfer-draft.ts'
import { NewestTransfers } from './transfer-list.tsx'
import type { Source } from './transfer-shapes.ts'
import { useSources } from './use-sources.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

const none: readonly Source[] = []

/** `/payment-auto/transfer`: asks a second person for a transfer between two of our accounts. */
export default function TransferForm() {
  const { t } = useTranslation('own-transfers')
  const isNarrow = useIsNarrow()
  const mayRead = useAllows()({ paymentAutoTransfer: ['isRead'] })
  const query = useSources()
  const sources = query.data?.records ?? none
  const [sent, setSent] = useState<Sent | null>(null)
  const form = useTransfer(sources, () => void query.refetch(), setSent)
  const ends = endsOf(form.draft, sources)
  const effect = <Effect ends={ends} amountMinor={amountOf(form.draft, ends)} />
  const templates = <Templates {...form} sources={sources} isFolded={isNarrow} />
  return (
    <div className={classes['screen']}>
      <FormPage
        {...form.page}
        title={t('form.title')}
        description={t('form.lead')}
        submitLabel={t('form.submit')}
        aside={
          isNarrow ? undefined : (
            <div className={blocks['stack']}>
              {effect}
              {templates}
            </div>
          )
        }
        footNote={sent && !form.isChanged && <SentNote key={sent.id} sent={sent} />}
      >
        <Failed query={query} isInline />
        <DueTransfers
          sources={sources}
          onTake={({ from, to, amountMinor }) =>
            form.change({
              fromId: from.id,
              toId: to.id,
              isAll: false,
              amountMinor,
              reason: t('due.reason', { label: from.label }),
            })
          }
        />
        {isNarrow && templates}
        <AccountsSection {...form} sources={sources} />
        <AmountSection {...form} ends={ends} />
        {isNarrow && effect}
      </FormPage>
      {mayRead && (
        <section className={blocks['stack']} aria-label={t('newest.title')}>
          <h2 className={classes['heading']}>{t('newest.title')}</h2>
          <NewestTransfers />
        </section>
      )}
    </div>
  )
}

/** What is typed, and what becomes of it: asked for, or refused at the field that its reason is about. */
function useTransfer(sources: readonly Source[], readAgain: () => void, onSent: (sent: Sent) => void) {
  const { t } = useTranslation('own-transfers')
  const failure = useFailure()
  // One code has many reasons, each of a field of its own: it is known once the refusal is there.
  const fieldOf: Record<string, FieldOf<TransferDraft>> = {}
  const reasonIn = (thrown: unknown) =>
    isRefusal(thrown, 'ownTransfers.create') && thrown.code === 'transferRefused'
      ? thrown.details?.reason
      : undefined
  const form = useForm<'ownTransfers.create', TransferDraft>(
    {
      call: 'ownTransfers.create',
      area: 'own-transfers',
      start: emptyTransfer,
      input: (draft) => newTransferOf(draft, endsOf(draft, sources)),
      fieldErrors: (draft) => transferErrors(draft, endsOf(draft, sources)),
      fieldOf,
      refreshes: ['ownTransfers', 'approvals'],
    },
    {
      onRefused: (thrown) => {
        const why = reasonIn(thrown)
        if (why === undefined) return
        fieldOf['transferRefused'] = fieldOfRefusal(why, endsOf(form.draft, sources), form.draft)
        readAgain()
      },
      worded: (thrown) => {
        const why = reasonIn(thrown)
        return why === undefined ? failure(thrown) : { message: t(`refused.${why}`) }
      },
      onDone: ({ id, state }, draft) => {
        onSent({ id, state, amountMinor: amountOf(draft, endsOf(draft, sources)) ?? 0 })
        form.store({ draft: emptyTransfer })
      },
    },
  )
  return form
}
