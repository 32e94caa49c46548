import { Printer } from 'lucide-react'
import { useState } from 'react'
import { CsvButton } from '../screens/CsvButton.tsx'
import { useFileAction } from '../screens/useFileAction.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import type { Printout } from './printout.ts'

const loadPaper = () => import('./PrintedList.tsx')
const PrintedList = lazyPart(loadPaper)

interface ListButtonsProps {
  /** The name of the CSV file, without its ending. */
  fileName: string
  /** Reads every row of the current filter. */
  read: () => Promise<Printout>
}

/**
 * The buttons that print and download a list: every row of the current filter, whether on screen or
 * not.
 */
export function ListButtons({ fileName, read }: ListButtonsProps) {
  const [printout, setPrintout] = useState<Printout | null>(null)
  const { pending, run } = useFileAction(async () => {
    const [result] = await Promise.all([read(), loadPaper()])
    setPrintout(result)
  })
  return (
    <div data-prints-list className="no-print flex">
      <Button variant="quiet" pending={pending} onClick={run}>
        {!pending && <Printer aria-hidden />}
        Print
      </Button>
      <CsvButton variant="quiet" name={`${fileName}.csv`} make={async () => (await read()).csv} />
      {printout && <PrintedList printout={printout} onPrinted={() => setPrintout(null)} />}
    </div>
  )
}
