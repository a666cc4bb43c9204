import { useTranslation } from 'react-i18next'
import { callUpload } from '../../../lib/call/call-upload.ts'
import { usePictureUpload } from '../../../lib/form/use-picture-upload.ts'
import { PictureField } from '../../../ui/form/PictureField.tsx'
import { SlipCard } from './SlipCard.tsx'
import type { Slip } from './slip-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

interface SlipFieldProps {
  memberId: string
  value: Slip | null
  /** What it is shown for, where that is typed already. */
  amountMinor: number | null
  onChange: (slip: Slip | null) => void
}

/** The slip that a member sent: its code is read at once, and the bank is asked about it. */
export default function SlipField({ memberId, value, amountMinor, onChange }: SlipFieldProps) {
  const { t } = useTranslation('pre-transactions-slips')
  const { state, error, choose, clear } = usePictureUpload(
    (file, options) => callUpload('preTransactions.readSlip', { id: memberId }, file, options),
    onChange,
  )
  return (
    <div className={blocks.stack}>
      <PictureField
        label={t('field')}
        description={t('fieldHelp')}
        isRequired={false}
        value={state}
        error={error}
        onChoose={(file) => void choose(file)}
        onRemove={() => clear()}
      />
      {value && <SlipCard slip={value} amountMinor={amountMinor} />}
    </div>
  )
}
