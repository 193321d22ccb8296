// What the app and other features use of the uploads.
export { ImageUpload } from './ImageUpload'
export { problemOf, UploadError, uploadFile, uploadTexts } from './upload'
export type { Uploaded } from './upload'
export { useUpload } from './use-upload'
