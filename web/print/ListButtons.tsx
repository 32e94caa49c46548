import { Printer } from 'lucide-react'
import { useState } from 'react'
import { CsvButton } from '../screens/CsvButton.tsx'
import { useMaking } from '../screens/useMaking.ts'
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
  /** On a phone the icons stand alone. */
  compact?: boolean
}

/** Prints a list, and downloads it: every row of the current filter, whether it is on screen or not. */
export function ListButtons({ fileName, read, compact = false }: ListButtonsProps) {
  const [printout, setPrintout] = useState<Printout | null>(null)
  const { pending, run } = useMaking(async () => {
    const [made] = await Promise.all([read(), loadPaper()])
    setPrintout(made)
  })
  return (
    <div className="no-print flex">
      <Button variant="quiet" pending={pending} onClick={run}>
        {!pending && <Printer aria-hidden />}
        <span className={compact ? 'max-sm:sr-only' : undefined}>Print</span>
      </Button>
      <CsvButton
        variant="quiet"
        compact={compact}
        name={`${fileName}.csv`}
        make={async () => (await read()).csv}
      />
      {printout && <PrintedList printout={printout} onPrinted={() => setPrintout(null)} />}
    </div>
  )
}
