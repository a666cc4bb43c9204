import { Button } from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropField, type DropFieldProps } from './DropField.tsx'

/** A picture on its way or there. */
export interface PictureState {
  /** Of the file that was chosen, for the eye; null: none. */
  readonly preview: string | null
  /** From 0 to 1 while it is sent; null: nothing is. */
  readonly progress: number | null
}

type PictureFieldProps = Pick<DropFieldProps, 'label' | 'description' | 'error' | 'onChoose'> & {
  isRequired: boolean
  value: PictureState
  onRemove: () => void
}

/** A picture that is dropped, chosen or, on a phone, taken with the camera. */
export function PictureField({ value: { preview, progress }, onRemove, ...rest }: PictureFieldProps) {
  const { t } = useTranslation('ui')
  return (
    <DropField
      {...rest}
      accept="image/jpeg,image/png,image/webp"
      progress={progress}
      icon={IconPhotoUp}
      words={{
        choose: t(preview === null ? 'picture.choose' : 'picture.chooseOther'),
        sending: t('picture.sending'),
      }}
      chosen={preview !== null && <img src={preview} alt={t('picture.chosen')} />}
      acts={
        preview !== null && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onRemove}
          >
            {t('picture.remove')}
          </Button>
        )
      }
    />
  )
}
