import { photoRoutes } from '@plumbline/contract/photos.ts'

/** The fields sent with a picture, and the path they are sent to. */
export interface UploadFields {
  /** The API path, which differs between photos of jobs and of a property. */
  readonly path: string
  readonly jobId: string | null
  /** A task of that job. */
  readonly taskId: string | null
  readonly caption: string
  /** Whether the client sees it. Null if the company's settings decide. */
  readonly clientVisible: boolean | null
}

/** The fields of a photo without a project or caption. */
export const noFields: UploadFields = {
  path: photoRoutes.create.path,
  jobId: null,
  taskId: null,
  caption: '',
  clientVisible: null,
}

/** Picks the upload fields of a larger object. */
export const fieldsOf = ({
  path,
  jobId,
  taskId,
  caption,
  clientVisible,
}: UploadFields): UploadFields => ({ path, jobId, taskId, caption, clientVisible })

/** Whether both are for the same job and task, or the same property. */
export const isSamePlace = (a: UploadFields, b: UploadFields) =>
  a.path === b.path && a.jobId === b.jobId && a.taskId === b.taskId
