import { NationError } from '@nation/domain/errors'
import { raw, type Binding } from '../frame/bind'

/** Answers `feature_off` until the service behind a declared call stands. */
export const soon = (needsCaller = true): Binding =>
  raw(() => Promise.reject(new NationError('feature_off')), needsCaller)
