import { Download } from 'lucide-react'
import { download } from '../screens/csv.ts'
import { useFileAction } from '../screens/useFileAction.ts'
import { BarButton } from '../ui/table/SelectionBar.tsx'
import type { Printout } from './printout.ts'

interface ExportSelectedProps {
  /** The name of the CSV file, without its ending. */
  fileName: string
  /** Reads the selected rows. */
  read: () => Promise<Printout>
}

/** Downloads the selected rows of a table. */
export function ExportSelected({ fileName, read }: ExportSelectedProps) {
  const { pending, run } = useFileAction(async () => {
    const { csv } = await read()
    download(`${fileName}.csv`, csv)
  })
  return (
    <BarButton pending={pending} onClick={run}>
      <Download aria-hidden />
      Export
    </BarButton>
  )
}
