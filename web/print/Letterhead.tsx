import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { useCompany } from '../api/company.ts'
import { CompanyLogo } from '../screens/CompanyLogo.tsx'
import { useNow } from '../ui/format.ts'
import { usePrinting } from '../ui/usePrinting.ts'

/** The letterhead of a printout: the company, and the day of printing in its time zone. */
export function Letterhead() {
  const { companyName, address, phone, timeZone } = useCompany()
  const now = useNow()
  return (
    <header className="mb-5 flex items-center gap-4 border-b-2 border-ink pb-3 text-ink">
      <CompanyLogo className="h-11 w-auto max-w-64 object-left" />
      <div className="min-w-0 flex-1">
        <p className="text-md font-bold">{companyName}</p>
        <p className="text-sm">{[address, phone].filter(Boolean).join(' · ')}</p>
      </div>
      <p className="text-right text-sm">{formatDay(dayIn(timeZone, now))}</p>
    </header>
  )
}

/** The letterhead above a screen that is printed as it is. */
export function ScreenLetterhead() {
  return usePrinting() && <Letterhead />
}
