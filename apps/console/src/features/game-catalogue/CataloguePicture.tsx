import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/alerts/notices.ts'
import { callUpload } from '../../lib/call/call-upload.ts'
import { usePictureUpload } from '../../lib/form/use-picture-upload.ts'
import { Face } from '../../lib/record/Face.tsx'
import { FormSection } from '../../ui/form/FormPage.tsx'
import { PictureField } from '../../ui/form/PictureField.tsx'

interface CataloguePictureProps {
  of: 'logo' | 'image'
  id: string
  hasPicture: boolean
  name: string
}

/** The logo of a provider or the picture of a game: the one that is there, and a newer one in its place. */
export function CataloguePicture({ of, id, hasPicture, name }: CataloguePictureProps) {
  const { t } = useTranslation('game-catalogue')
  const client = useQueryClient()
  const { state, error, choose, clear } = usePictureUpload(
    (file, options) =>
      callUpload(
        of === 'logo' ? 'gameCatalogue.providerLogo' : 'gameCatalogue.gameImage',
        { id },
        file,
        options,
      ),
    (kept) => {
      if (kept === null) return
      say(t(`picture.done.${of}`))
      // The form that stands beside it was read with the version of before.
      void client.invalidateQueries()
    },
  )
  return (
    <FormSection title={t(`picture.title.${of}`)}>
      {state.preview === null && (
        <Face of={`gameCatalogue.${of}`} id={hasPicture ? id : null} name={name} isLarge />
      )}
      <PictureField
        label={t(`picture.label.${of}`)}
        description={t('picture.hint')}
        isRequired={false}
        value={state}
        error={error}
        onChoose={(file) => void choose(file)}
        onRemove={() => clear()}
      />
    </FormSection>
  )
}
