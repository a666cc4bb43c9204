import type { CallName } from '@khlang/contract/calls.ts'
import { Confirm, type ConfirmProps } from '../../ui/sheet/Confirm.tsx'
import { useAct, type ActSpec } from './use-act.ts'

interface ActSheetProps<N extends CallName>
  extends ActSpec<N>, Omit<ConfirmProps, 'canSubmit' | 'onSubmit'> {
  /** False while it would be refused anyhow. */
  readonly isPossible?: boolean | undefined
}

/** The sheet of one act, said in one place: what it shows, what it sends, what is said of it then. */
export function ActSheet<N extends CallName>(props: ActSheetProps<N>) {
  const { call, input, refreshes, onDone, onRefused, worded, isPossible = true, ...shown } = props
  const { canSubmit, onSubmit } = useAct({ call, input, refreshes, onDone, onRefused, worded })
  return <Confirm {...shown} canSubmit={canSubmit && isPossible} onSubmit={onSubmit} />
}
