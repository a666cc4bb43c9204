import type { Quick } from './DecisionActions.tsx'

/** The act that was pressed at a row: its confirmation comes up with the sheet or the drawer. */
export interface Pressed {
  readonly id: string
  readonly quick: Quick
}
