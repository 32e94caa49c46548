import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

interface PeriodNavProps {
  /** `Nov 15 – 21, 2026`. */
  name: string
  unit: 'day' | 'week' | 'month' | 'period'
  onGo: (steps: -1 | 1) => void
  onToday: () => void
}

/** Previous, Today and Next, the name of the period, and a button that prints it. */
export function PeriodNav({ name, unit, onGo, onToday }: PeriodNavProps) {
  return (
    <>
      <span className="no-print flex items-center gap-1">
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Previous ${unit}`}
          onClick={() => onGo(-1)}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button size="sm" onClick={onToday}>
          Today
        </Button>
        <Button variant="quiet" size="icon" aria-label={`Next ${unit}`} onClick={() => onGo(1)}>
          <ChevronRight aria-hidden />
        </Button>
      </span>
      <p className="figures text-md font-bold" aria-live="polite">
        {name}
      </p>
      <PrintButton />
    </>
  )
}

/** Prints the view. */
export function PrintButton() {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Print"
      className="no-print max-sm:hidden"
      onClick={() => window.print()}
    >
      <Printer aria-hidden />
    </Button>
  )
}
