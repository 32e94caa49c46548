import { type Control, type FieldValues, useWatch } from 'react-hook-form'
import { isSame } from './isSame.ts'

/**
 * Whether the values of a form differ from these. Renders the calling form again on every change.
 */
export function useIsChanged<V extends FieldValues, Out>(
  control: Control<V, unknown, Out>,
  values: Required<V>,
): boolean {
  const shown: Readonly<Record<string, unknown>> = useWatch({ control })
  return Object.entries(values).some(([name, value]) => !isSame(value, shown[name]))
}
