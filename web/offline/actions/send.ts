import { type CrewDay, crewRoutes } from '@plumbline/contract/crew.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import { type Task, taskRoutes, taskStatuses } from '@plumbline/contract/tasks.ts'
import { DAY_MS, HOUR_MS } from '@plumbline/contract/time.ts'
import {
  ApiError,
  type CallOptions,
  isMissing,
  type Sent,
  send,
  type Target,
} from '../../api/call.ts'
import { NetworkError } from '../../api/connection.ts'
import { messageOf } from '../../api/serverMessage.ts'
import { statusStyle } from '../../ui/status.ts'
import type { Action, StoredAction } from './action.ts'

/** The attempts at a task that others change while its step is sent. */
const MAX_ATTEMPTS = 3

/** The time that the server remembers a key, less the length of an attempt. */
const KEY_LIFETIME_MS = DAY_MS - HOUR_MS

/** An action that conflicts with what others have saved. */
const conflict = (message: string) => new ApiError(409, JSON.stringify({ message }))
const isStale = (error: unknown) => error instanceof ApiError && error.status === 412

/** Reads from the server itself. @throws NetworkError for a reply from the offline cache */
async function readFresh<T>(target: Target, sent: Sent, { signal }: CallOptions): Promise<T> {
  const response = await send(target, sent, signal ? { signal } : {})
  if (response.headers.has(OFFLINE_SINCE_HEADER)) throw new NetworkError(undefined)
  return (await response.json()) as T
}

type Of<T extends Action['type']> = Extract<Action, { type: T }>

/**
 * Takes the step of a task unless it is taken already, as after a reply that was lost. Another
 * status than the person saw is a conflict.
 */
async function sendStep(step: Of<'step'>, options: CallOptions, attempt = 1): Promise<void> {
  const params = { id: step.taskId }
  const task = await readFresh<Task>(taskRoutes.one, { params }, options)
  if (taskStatuses.indexOf(task.status) >= taskStatuses.indexOf(step.to)) return
  if (task.status !== step.from)
    throw conflict(`Somebody set it to ${statusStyle(task.status).label} meanwhile.`)
  try {
    const body = { status: step.to }
    await send(taskRoutes.update, { params, body }, { ...options, version: task })
  } catch (error) {
    if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error
    await sendStep(step, options, attempt + 1)
  }
}

/** Answers a day, unless that version of it has been changed by somebody else. */
async function sendAnswer(answer: Of<'answer'>, options: CallOptions) {
  const { confirmed, text } = answer
  const body = confirmed ? { confirmed } : { declined: true, declineReason: text }
  try {
    const params = { id: answer.dayId }
    await send(crewRoutes.update, { params, body }, { ...options, version: answer })
  } catch (error) {
    if (!isStale(error)) throw error
    const query = { from: answer.date, to: answer.date }
    const days = await readFresh<CrewDay[]>(crewRoutes.list, { query }, options)
    const day = days.find(({ id }) => id === answer.dayId)
    // The reply to an earlier attempt was lost.
    if (day && (confirmed ? day.confirmed : day.declined && day.declineReason === text)) return
    throw conflict('The day was changed meanwhile. Look at it and answer again.')
  }
}

/** Sends an action. @throws ApiError, NetworkError */
export async function sendAction(action: StoredAction, options: CallOptions): Promise<void> {
  if (action.type === 'step') return sendStep(action, options)
  if (action.type === 'answer') return sendAnswer(action, options)
  // The server would take it for another one.
  if (action.triedAt !== null && Date.now() - action.triedAt > KEY_LIFETIME_MS)
    throw conflict('It may have been sent before. Look there before you send it again.')
  if (action.type === 'comment') {
    const sent = { params: { id: action.taskId }, body: { message: action.text } }
    await send(taskRoutes.comment, sent, options)
    return
  }
  const { jobId, audience, text } = action
  await send(messageRoutes.create, { body: { jobId, content: text, audience } }, options)
}

const missingTexts: Readonly<Record<Action['type'], string>> = {
  step: 'The task was deleted meanwhile, or is no longer yours.',
  comment: 'The task was deleted meanwhile, or you may no longer see it.',
  message: 'The job was deleted meanwhile, or you are no longer on it.',
  answer: 'You are no longer booked on this day.',
}

/** The reason why the server refused an action, as a sentence. */
export const refusalOf = (action: Action, error: unknown): string =>
  isMissing(error) ? missingTexts[action.type] : messageOf(error)
