import type {SdkReply} from '../login/sdk-reply.ts';

/** S3's word that the condition of a write does not hold. Of a condition on what is gone it says that there is none. */
export const isConflict = ({status, code}: SdkReply): boolean =>
  status === 412 || (status === 404 && isMissingKey(code));

/** A HEAD has no body, so its code is only the status' name. */
export const isMissingKey = (code: string): boolean => code === 'NoSuchKey' || code === 'NotFound';
