import type {SdkReply} from '../login/sdk-reply.ts';

/**
 * Reports whether the condition of a write was not met. For a condition on a deleted object, S3 responds that the object does not
 * exist.
 */
export const isConflict = ({status, code}: SdkReply): boolean =>
  status === 412 || (status === 404 && isMissingKey(code));

/** Reports whether the code means a missing object. A HEAD response has no body, so its code is only the name of the status. */
export const isMissingKey = (code: string): boolean => code === 'NoSuchKey' || code === 'NotFound';
