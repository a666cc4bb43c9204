import { useAllows } from '../../../lib/person/permissions.ts'
import { mayReconcile } from '../distributor-shapes.tsx'
import { ReportPage } from './ReportPage.tsx'
import { ReportTable } from './ReportTable.tsx'
import { UploadSteps } from './UploadSteps.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface ReportsTabProps {
  /** The report that is looked at; null: the list of all. */
  id: string | null
  /** The day of it that is looked at; undefined: all of them. */
  on: string | undefined
  isImporting: boolean
  /** Whose report is brought, where that is known. */
  providerId: string | undefined
  onShow: (id: string | null) => void
}

/** Reports of providers: the list, one that is brought, or what one differs in. */
export default function ReportsTab({ id, on, isImporting, providerId, onShow }: ReportsTabProps) {
  const isAllowed = useAllows()(mayReconcile)
  return (
    <div className={blocks['stack']}>
      {isImporting && isAllowed && <UploadSteps of={providerId} onDone={onShow} />}
      {id === null ? <ReportTable /> : <ReportPage key={id} id={id} on={on} onShow={onShow} />}
    </div>
  )
}
