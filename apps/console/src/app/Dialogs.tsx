import { StepUp } from '../features/auth/StepUp.tsx'
import { IdleWarning } from './IdleWarning.tsx'

/** The dialogs that any screen may meet. Fetched when first needed, or once the first screen has settled. */
export default function Dialogs() {
  return (
    <>
      <StepUp />
      <IdleWarning />
    </>
  )
}
