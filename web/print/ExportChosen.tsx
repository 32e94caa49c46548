import { Download } from 'lucide-react'
import { download } from '../screens/csv.ts'
import { useMaking } from '../screens/useMaking.ts'
import { BarButton } from '../ui/table/SelectionBar.tsx'
import type { Printout } from './printout.ts'

interface ExportChosenProps {
  /** The name of the CSV file, without its ending. */
  fileName: string
  /** Reads the selected rows. */
  read: () => Promise<Printout>
}

/** Downloads the selected rows of a table. */
export function ExportChosen({ fileName, read }: ExportChosenProps) {
  const { pending, run } = useMaking(async () => {
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
