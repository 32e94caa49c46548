import type { Photo } from '@plumbline/contract/photos.ts'

/** What is shown of a photo. Without its uploader there is no original to download; one of a property has no client. */
export type ViewedPhoto = Pick<
  Photo,
  | 'id'
  | 'url'
  | 'caption'
  | 'jobName'
  | 'uploadedByName'
  | 'width'
  | 'height'
  | 'takenAt'
  | 'createdAt'
> & { readonly uploadedById?: string; readonly clientVisible?: boolean }
