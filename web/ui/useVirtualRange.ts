import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { usePrinting } from './usePrinting.ts'

const all = ({ count }: Range) => Array.from({ length: count }, (_, index) => index)

/**
 * The `rangeExtractor` of a virtual list that renders every loaded row while the page is printed.
 * Its rows and their container need `print:static!` and `print:h-auto!`, so that they break over
 * pages.
 */
export function useVirtualRange(onScreen = defaultRangeExtractor): (range: Range) => number[] {
  return usePrinting() ? all : onScreen
}
