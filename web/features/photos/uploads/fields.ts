import { photoRoutes } from '@plumbline/contract/photos.ts'

/** What is sent along with a picture, and where to. */
export interface UploadFields {
  /** Photos of jobs and those of a property are different lists. */
  readonly path: string
  readonly jobId: string | null
  /** Of that job. */
  readonly taskId: string | null
  readonly caption: string
  /** Whether the client sees it; null where the settings say so. */
  readonly clientVisible: boolean | null
}

/** A photo of no project, without a caption. */
export const noFields: UploadFields = {
  path: photoRoutes.create.path,
  jobId: null,
  taskId: null,
  caption: '',
  clientVisible: null,
}

/** No more than that. */
export const fieldsOf = ({
  path,
  jobId,
  taskId,
  caption,
  clientVisible,
}: UploadFields): UploadFields => ({ path, jobId, taskId, caption, clientVisible })
