import type { Config } from '../platform'
import { s3Store } from './s3-store'
import { diskStore, type MediaStore } from './store'

/** Where this nation keeps its files: a bucket when one is configured, this machine's folder otherwise. */
export const openMediaStore = (config: Pick<Config, 'mediaDir' | 's3'>): MediaStore =>
  config.s3 ? s3Store(config.s3) : diskStore(config.mediaDir)
