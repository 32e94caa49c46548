import { useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Camera, ImagePlus, type LucideIcon } from 'lucide-react'
import { type ChangeEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { newKey } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { JobPicker } from '../../pickers/JobPicker.tsx'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, takeFiles } from '../../ui/Input.tsx'
import { toast } from '../../ui/toasts.ts'
import { UploadList } from './UploadProgress.tsx'
import { UploadReaders, useUploadReaders } from './UploadReaders.tsx'
import { choose, dropChosen, isUnderWay, sendBatch, useUploads } from './uploads.ts'
import { useProposedJob } from './useProposedJob.ts'

interface UploadDialogProps {
  /** The project on screen. */
  jobId: string | null
  /** Pictures taken before the dialog opened. */
  files: readonly File[]
  onClose: () => void
}

/**
 * Chooses pictures and uploads them to a project. It stays open until all are uploaded; closed before that, the rest
 * continue as tiles on the Photos screen.
 */
export default function UploadDialog({ jobId: ofScreen, files, onClose }: UploadDialogProps) {
  const client = useQueryClient()
  // Found again after the dialog, and this tab, were closed.
  const [batch] = useState(newKey)
  const proposed = useProposedJob(ofScreen)
  const [chosenJob, setChosenJob] = useState<string | null | undefined>(ofScreen ?? undefined)
  const jobId = chosenJob === undefined ? proposed : chosenJob
  const [caption, setCaption] = useState('')
  const mayShare = useMay()('photo.share')
  const [isShown, setShown] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const readersWithout = useUploadReaders(null)
  const mine = useUploads().filter((upload) => upload.batch === batch)
  const toSend = mine.filter(
    ({ state, kept }) => state === 'chosen' || (state === 'failed' && kept !== null),
  )
  const isSending = mine.some(isUnderWay)
  const isDone = mine.length > 0 && mine.every(({ state }) => state === 'done')

  const given = useRef(files)
  useEffect(() => {
    // Once only: an effect may run again, and must not choose the same files twice.
    choose(batch, given.current)
    given.current = []
  }, [batch])
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  const close = () => {
    dropChosen(batch)
    onClose()
  }
  const upload = () => {
    setAsking(false)
    sendBatch(client, batch, {
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
          <FileChooser isEmpty={mine.length === 0} onChoose={(chosen) => choose(batch, chosen)} />
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
                  // A form whose button is disabled is never submitted by the browser.
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
  /** Nothing has been chosen yet. */
  isEmpty: boolean
  onChoose: (files: File[]) => void
}

/** Where photos are chosen or dropped, or on a phone taken. */
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

/** A file input that fills its card: clicks, drops and the keyboard all reach the browser's own control. */
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
