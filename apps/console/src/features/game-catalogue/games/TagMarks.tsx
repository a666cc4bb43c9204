import type { gameTags } from '@khlang/contract/values/play-values.ts'
import { useTranslation } from 'react-i18next'
import { Status, type Tone } from '../../../ui/figures/Status.tsx'
import blocks from '../../../ui/Blocks.module.css'

type Tag = (typeof gameTags)[number]

const tones: Readonly<Record<Tag, Tone>> = { hot: 'red', new: 'blue', recommended: 'purple' }

/** What a game is shown with. */
export function TagMarks({ tags }: { tags: readonly Tag[] }) {
  const { t } = useTranslation('game-catalogue')
  return (
    <span className={blocks['marks']}>
      {tags.map((tag) => (
        <Status key={tag} tone={tones[tag]} label={t(`tags.${tag}`)} />
      ))}
    </span>
  )
}
