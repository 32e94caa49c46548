import type { Photo } from '@plumbline/contract/photos.ts'

/**
 * The fields of a photo that the viewer shows. Without `uploadedById` the original cannot be
 * downloaded. Photos of a property have no `clientVisible`.
 */
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
