import { useRouter } from '@tanstack/react-router'
import type { Search } from './search.ts'

/**
 * Returns to the screen that opened the choice of a sub. Undefined if the board itself did, or if
 * no screen was shown before it.
 */
export function useReturn({ back }: Pick<Search, 'back'>): (() => void) | undefined {
  const { history } = useRouter()
  return back && history.canGoBack() ? () => history.back({ ignoreBlocker: true }) : undefined
}
