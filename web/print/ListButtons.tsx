import { Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CsvButton } from '../shell/CsvButton.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import type { Printout } from './printout.ts'

const loadPaper = () => import('./PrintedList.tsx')
const PrintedList = lazy(loadPaper)

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
  const [pending, setPending] = useState(false)
  const [printout, setPrintout] = useState<Printout | null>(null)
  const print = async () => {
    setPending(true)
    try {
      const [made] = await Promise.all([read(), loadPaper()])
      setPrintout(made)
    } catch (error) {
      toast({ title: 'Error', description: (error as Error).message, variant: 'destructive' })
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="no-print flex">
      <Button variant="quiet" pending={pending} onClick={() => void print()}>
        {!pending && <Printer aria-hidden />}
        <span className={compact ? 'max-sm:sr-only' : undefined}>Print</span>
      </Button>
      <CsvButton
        variant="quiet"
        compact={compact}
        name={`${fileName}.csv`}
        make={async () => (await read()).csv}
      />
      <Suspense>
        {printout && <PrintedList printout={printout} onPrinted={() => setPrintout(null)} />}
      </Suspense>
    </div>
  )
}
