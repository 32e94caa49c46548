import { usePrinting } from '../ui/usePrinting.ts'
import { Letterhead } from './Letterhead.tsx'

/** The letterhead above a screen that is printed as it is. */
export function ScreenLetterhead() {
  return usePrinting() && <Letterhead />
}
