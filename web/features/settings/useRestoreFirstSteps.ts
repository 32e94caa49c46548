import { settingsRoutes } from '@plumbline/contract/settings.ts'
import { useWrite } from '../../api/write.ts'

/** Restores the first steps on the dashboard, after they were dismissed. */
export function useRestoreFirstSteps() {
  const { mutate, isPending } = useWrite(settingsRoutes.update, {
    success: 'First steps are on the dashboard again',
    failure: 'Failed to save settings',
  })
  return { bringBack: () => mutate({ body: { checklistDismissed: false } }), isPending }
}
