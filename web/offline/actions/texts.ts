import type { Action, NamedAction } from './action.ts'

/** The name of an action, as on its button. */
export function actionLabel(action: Action): string {
  if (action.type === 'step') return action.to === 'completed' ? 'Complete' : 'Start'
  if (action.type === 'answer') return action.confirmed ? 'Confirm' : 'I can’t'
  return action.type === 'comment' ? 'Comment' : 'Message'
}

/** An action with what it is about. */
export const actionTitle = (action: NamedAction) => `${actionLabel(action)}: ${action.name}`
