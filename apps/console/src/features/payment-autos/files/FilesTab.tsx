import { FileList } from './FileList.tsx'
import { ImportSteps } from './ImportSteps.tsx'

interface FilesTabProps {
  id: string
  label: string
  isImporting: boolean
  onEnd: () => void
}

/** The files of an account, and above them the one that is being imported. */
export default function FilesTab({ id, label, isImporting, onEnd }: FilesTabProps) {
  return (
    <>
      {isImporting && <ImportSteps accountId={id} label={label} onDone={onEnd} />}
      <FileList id={id} />
    </>
  )
}
