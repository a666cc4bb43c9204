import { Money } from '../../../ui/figures/Money.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface FigureProps {
  label: string
  minor: number | null
  colour?: boolean
}

/** A sum behind its name, as one line of a card. */
export function Figure({ label, minor, colour = false }: FigureProps) {
  return (
    <div className={blocks['sides']}>
      <span>{label}</span>
      <Money minor={minor} colour={colour} />
    </div>
  )
}
