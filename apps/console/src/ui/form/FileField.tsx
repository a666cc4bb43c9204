import { IconFileUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropField, type DropFieldProps } from './DropField.tsx'

type FileFieldProps = Pick<
  DropFieldProps,
  'label' | 'description' | 'accept' | 'progress' | 'error' | 'onChoose'
> & {
  /** What was chosen; null: nothing. */
  name: string | null
}

/** A file that is dropped or chosen. */
export function FileField({ name, ...rest }: FileFieldProps) {
  const { t } = useTranslation('ui')
  return (
    <DropField
      {...rest}
      icon={IconFileUpload}
      words={{ choose: t(name === null ? 'file.choose' : 'file.chooseOther'), sending: t('file.sending') }}
      chosen={name !== null && <strong>{name}</strong>}
    />
  )
}
