import {
  MAX_MESSAGE,
  type MessageAudience,
  type MessageChoice,
  messageRoutes,
} from '@plumbline/contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { isMissing } from '../../api/call.ts'
import { useWrite } from '../../api/write.ts'
import { sendTyping } from '../../live/present.ts'
import { queued } from '../../offline/actions/queued.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { MessageBox } from '../../ui/MessageBox.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { readersQuery } from './api.ts'
import { changeDraft, clearDraft, type Draft, useDraft } from './drafts.ts'
import { ReadersLine } from './ReadersLine.tsx'

/** The draft of a message to a project, with its possible and chosen audiences. */
export function useComposer(jobId: string) {
  const draft = useDraft(jobId)
  const readers = useQuery(readersQuery(jobId))
  const audience = draft.audience ?? readers.data?.chosen
  return {
    jobId,
    text: draft.text,
    isFilledIn: draft.isFilledIn ?? false,
    readers,
    /** Undefined until the readers are known. Nothing can be sent before that. */
    choice: readers.data?.choices.find((one) => one.audience === audience),
    change: (part: Partial<Draft>) => changeDraft(jobId, part),
  }
}

const audienceLabels: Readonly<Record<MessageAudience, string>> = {
  all: 'Everyone',
  crew: 'Crew',
  client: 'Client',
}

interface ComposerProps {
  composer: ReturnType<typeof useComposer>
  /** Undefined until it is loaded. */
  jobName: string | undefined
}

/**
 * The box to write a message to a project, with the names of its readers. The text stays if sending
 * fails.
 */
export function Composer({ composer, jobName }: ComposerProps) {
  const { jobId, text, isFilledIn, choice, change } = composer
  const lineId = useId()
  const send = useWrite(messageRoutes.create, {
    success: 'Message sent successfully',
    failure: 'Failed to send message',
    onSuccess: (_, { body }) => clearDraft(jobId, body.content),
    offline: queued(
      ({ body: { content, audience = 'all' } }) => ({
        ...{ type: 'message', jobId, name: jobName ?? 'Project', audience, text: content },
      }),
      ({ body }) => clearDraft(jobId, body.content),
    ),
  })
  return (
    <div className="no-print flex flex-col gap-2 border-t border-line p-3">
      <Readers composer={composer} lineId={lineId} />
      <MessageBox
        label="Message"
        maxLength={MAX_MESSAGE}
        describedBy={lineId}
        value={text}
        onChange={(typed) => {
          change({ text: typed })
          if (typed.trim() && choice) sendTyping(jobId, choice.audience)
        }}
        onSend={(content) =>
          choice && send.mutate({ body: { jobId, content, audience: choice.audience } })
        }
        ready={choice !== undefined}
        pending={send.isPending}
        isFilledIn={isFilledIn}
      />
    </div>
  )
}

interface ReadersProps {
  composer: ReturnType<typeof useComposer>
  /** The id of the line that names the readers. */
  lineId: string
}

/** The readers of the message, and for people who may choose, the choice. */
function Readers({ composer: { readers, choice, change }, lineId }: ReadersProps) {
  const { data, error } = readers
  if (error && !isMissing(error)) {
    return (
      <LoadProblem
        what="The readers of this message"
        pending={readers.isFetching}
        onRetry={() => void readers.refetch()}
      />
    )
  }
  if (!data || !choice) return <Skeleton className="h-4 w-56" />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {data.choices.length > 1 && (
        <Segmented
          small
          label="Who reads this message"
          options={data.choices.map(({ audience }) => ({
            value: audience,
            label: audienceLabels[audience],
          }))}
          value={choice.audience}
          onChange={(audience) => change({ audience })}
          className="max-sm:w-full"
        />
      )}
      <ReadersLine id={lineId} choice={choice} />
    </div>
  )
}

const readersTexts: Readonly<Record<MessageAudience, string>> = {
  all: 'Everyone on the project can read what you write',
  crew: 'The office and the subs on the project can read what you write',
  client: 'The office and the client of the project can read what you write',
}

/** Describes who can read the messages of an empty conversation. */
export const whoReads = ({ audience, names }: MessageChoice): string =>
  names.length === 0 ? 'Only the office can read what you write' : readersTexts[audience]
