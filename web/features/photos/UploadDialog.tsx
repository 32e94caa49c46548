import { useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Camera, ImagePlus, type LucideIcon } from 'lucide-react'
import { type ChangeEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { newKey } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { useTypedState } from '../../api/typed.ts'
import { JobPicker } from '../../pickers/JobPicker.tsx'
import { FilledInNote } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, takeFiles } from '../../ui/Input.tsx'
import { toast } from '../../ui/toasts.ts'
import { UploadList } from './UploadProgress.tsx'
import { UploadReaders, useUploadReaders } from './UploadReaders.tsx'
import { uploadQueue } from './uploads/queue.ts'
import { canSubmit, isPending } from './uploads/upload.ts'
import { useProposedJob } from './useProposedJob.ts'
import { useUploads } from './useUploads.ts'

interface UploadDialogProps {
  /** The project shown on the screen below. */
  jobId: string | null
  /** Pictures taken before the dialog opened. */
  files: readonly File[]
  onClose: () => void
}

/**
 * The dialog that chooses pictures and uploads them to a project. It stays open until all are
 * uploaded. If it is closed earlier, the remaining uploads continue as tiles on the Photos screen.
 */
export default function UploadDialog({ jobId: screenJobId, files, onClose }: UploadDialogProps) {
  const client = useQueryClient()
  // Random, because uploads of earlier dialogs and tabs may still be stored under their batch.
  const [batch] = useState(newKey)
  const proposed = useProposedJob(screenJobId)
  const [chosenJob, setChosenJob] = useTypedState<string | null | undefined>(
    'project of photos',
    screenJobId ?? undefined,
  )
  const jobId = chosenJob === undefined ? proposed : chosenJob
  const [caption, setCaption, isFilledIn] = useTypedState('caption of photos', '')
  const mayShare = useMay()('photo.share')
  const [isShown, setShown] = useTypedState('photos for the client', true)
  const [isAsking, setAsking] = useState(false)
  const readersWithout = useUploadReaders(null)
  const mine = useUploads().filter((upload) => upload.batch === batch)
  const toSend = mine.filter(canSubmit)
  const isSending = mine.some(isPending)
  const isDone = mine.length > 0 && mine.every(({ state }) => state === 'sent')

  const initialFiles = useRef(files)
  useEffect(() => {
    // Only once: an effect may run again and must not add the same files twice.
    uploadQueue.list.choose(batch, initialFiles.current)
    initialFiles.current = []
  }, [batch])
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  const close = () => {
    uploadQueue.list.dropChosen(batch)
    onClose()
  }
  const upload = () => {
    setAsking(false)
    uploadQueue.sendBatch(client, batch, {
      jobId,
      caption: caption.trim(),
      clientVisible: mayShare ? isShown : null,
    })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (toSend.length > 0) {
      if (jobId === null) setAsking(true)
      else upload()
    } else if (!isSending)
      toast({ title: 'Error', description: 'Please select a file', variant: 'destructive' })
  }

  return (
    <Dialog open onOpenChange={close} title="Upload Photos" sticky>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">
          {isFilledIn && <FilledInNote />}
          <FileChooser
            isEmpty={mine.length === 0}
            onChoose={(chosen) => uploadQueue.list.choose(batch, chosen)}
          />
          {mine.length > 0 && <UploadList label="Chosen photos" uploads={mine} />}
          <Field label="Project">
            {(control) => (
              <JobPicker
                {...control}
                value={jobId}
                onChange={setChosenJob}
                placeholder="Choose a project"
                noneLabel="No project"
              />
            )}
          </Field>
          <Field
            label="Caption"
            hint={
              mine.length > 1 ? 'For all of these photos; each can be changed later' : undefined
            }
          >
            {(control) => (
              <Input
                {...control}
                value={caption}
                maxLength={2000}
                onChange={(event) => setCaption(event.target.value)}
                onKeyDown={(event) => {
                  // Browsers do not submit a form while its submit button is disabled.
                  if (event.key === 'Enter') submit(event)
                }}
              />
            )}
          </Field>
          <UploadReaders jobId={jobId} isShown={isShown} onChange={setShown} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>{isSending ? 'Continue in the background' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={toSend.length === 0 && !isSending}
            pending={isSending && toSend.length === 0}
          >
            Upload
          </Button>
        </DialogFooter>
      </form>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Upload without a project?"
        confirmLabel="Upload without one"
        variant="primary"
        onConfirm={upload}
        error={null}
        pending={false}
      >
        {readersWithout}
      </Confirm>
    </Dialog>
  )
}

interface FileChooserProps {
  /** Whether nothing has been chosen yet. */
  isEmpty: boolean
  onChoose: (files: File[]) => void
}

/** File inputs to choose or drop photos, and on a phone to take one. */
function FileChooser({ isEmpty, onChoose }: FileChooserProps) {
  return (
    <div className={cx('grid gap-2 touch:grid-cols-2', isEmpty ? 'h-36' : 'h-16')}>
      <FileInput
        icon={Camera}
        label="Take a photo"
        capture
        className="hidden touch:flex"
        onChoose={onChoose}
      />
      <FileInput
        icon={ImagePlus}
        label={isEmpty ? 'Choose photos' : 'Choose more'}
        hint={isEmpty ? 'or drop them here' : undefined}
        onChoose={onChoose}
      />
    </div>
  )
}

interface FileInputProps {
  icon: LucideIcon
  label: string
  hint?: string | undefined
  capture?: true
  className?: string
  onChoose: (files: File[]) => void
}

/** A file input that fills its card, so that clicks, drops and keys reach the native control. */
function FileInput({
  icon: Icon,
  label,
  hint,
  capture,
  className = 'flex',
  onChoose,
}: FileInputProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = takeFiles(target)
    if (files.length > 0) onChoose(files)
  }
  return (
    <div
      className={cx(
        'relative flex-col items-center justify-center gap-1 rounded-m border border-dashed border-control text-ink-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-sunken',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span className="font-medium text-ink">{label}</span>
      {hint && <span className="text-sm touch:hidden">{hint}</span>}
      <input
        type="file"
        accept="image/*"
        multiple={!capture}
        {...(capture && { capture: 'environment' })}
        aria-label={label}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}
