import { type QuickBooksRun, quickBooksRoutes } from '@plumbline/contract/quickBooks.ts'
import { useCompany } from '../../api/company.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { formatMoment } from '../../ui/format.ts'

interface UndoExportProps {
  run: Pick<QuickBooksRun, 'id' | 'createdAt'>
  onClose: () => void
}

/** Asks whether an export is undone. */
export function UndoExport({ run: { id, createdAt }, onClose }: UndoExportProps) {
  const { timeZone } = useCompany()
  return (
    <ConfirmWrite
      row={quickBooksRoutes.remove}
      args={{ params: { id } }}
      title={`Undo the export of ${formatMoment(createdAt, timeZone)}?`}
      confirmLabel="Undo Export"
      success="Export undone"
      failure={serverMessageOr('Failed to undo the export')}
      onClose={onClose}
    >
      Its files are deleted, and everything in them is part of the next export. Nothing changes in
      QuickBooks: what was imported there has to be deleted first, or it is there twice.
    </ConfirmWrite>
  )
}
