import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { CloudRain } from 'lucide-react'
import { isWeatherDependent } from './entryText.ts'

/** Says that rain stops an entry; nothing for one that it does not stop. */
export function WeatherMark({ entry }: { entry: PlanEntry }) {
  if (!isWeatherDependent(entry)) return null
  return (
    <span className="inline-flex items-center gap-1">
      <CloudRain aria-hidden className="size-3.5" />
      Weather dependent
    </span>
  )
}
