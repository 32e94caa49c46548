import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { CloudRain } from 'lucide-react'
import { isWeatherDependent } from './entryText.ts'

/** The mark of an entry that depends on the weather. Renders nothing for others. */
export function WeatherMark({ entry }: { entry: PlanEntry }) {
  if (!isWeatherDependent(entry)) return null
  return (
    <span className="inline-flex items-center gap-1">
      <CloudRain aria-hidden className="size-3.5" />
      Weather dependent
    </span>
  )
}
