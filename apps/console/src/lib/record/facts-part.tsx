import type { ComponentType } from 'react'
import { KeyValue } from '../../ui/figures/KeyValue.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { useWords } from '../list/use-words.ts'
import { factsOf, type FactMaker, type FactSpec } from './facts.tsx'

interface FactsSpec<Row extends object> {
  readonly area: string
  /** Where their names stand in the area's texts. Default `field`. */
  readonly names?: string
  /** Key of the title above them: they stand in a card of their own. */
  readonly title?: string
  /** Columns on a wide screen. Default 1. */
  readonly columns?: 1 | 2 | 3
  readonly facts: (fact: FactMaker<Row>) => readonly FactSpec<Row>[]
}

/** What is known of a thing, said once: `const PersonFacts = factsPart<Person>({ … })`. */
export function factsPart<Row extends object>(spec: FactsSpec<Row>): ComponentType<{ of: Row }> {
  const { area, names = 'field', title, columns } = spec
  const made = spec.facts(factsOf<Row>())
  return function Facts({ of }) {
    const words = useWords(area)
    const facts = made
      .filter(({ isTold }) => isTold?.(of) !== false)
      .map(({ id, label = `${names}.${id}`, labelOf, draw }) => ({
        label: words.t(labelOf?.(of) ?? label),
        value: draw(of, words),
      }))
    const list = <KeyValue facts={facts} columns={columns} />
    return title === undefined ? list : <Card title={words.t(title)}>{list}</Card>
  }
}
