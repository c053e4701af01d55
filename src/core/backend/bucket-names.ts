/** What S3 takes for the name of a bucket. */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** What Azure takes for the name of a storage account: it becomes a part of the name of a host. */
export const ACCOUNT_NAME = /^[a-z0-9]{3,24}$/;

/** However it is written, `team/state` is one place: without slashes at its ends. Undefined: there is no prefix. */
export const plainPrefix = (written: string): string | undefined =>
  written.replace(/^\/+|(?<!\/)\/+$/g, '') || undefined;

/** The field `prefix` of a bucket. One line for a backend is printed and read again: what would end its path there is no part of it. */
export const PREFIX_FIELD = {
  type: 'text',
  pattern: /^[^?#]+$/,
  error: 'a prefix is neither empty nor holds `?` or `#`',
  description: 'Comes before each key.',
  plain: plainPrefix,
} as const;

type Place = {readonly bucket: string; readonly prefix?: string | undefined};

/** Returns a reader of `BUCKET[/PREFIX]` for the buckets of one vendor. */
export const placeInBucket =
  (name: RegExp) =>
  (bucket: string | undefined, path: string): Place | {readonly problem: string} => {
    if (bucket === undefined || !name.test(bucket))
      return {problem: `${bucket || '(nothing)'} is not a valid name of a bucket`};
    const prefix = plainPrefix(path);
    return prefix === undefined ? {bucket} : {bucket, prefix};
  };

/** `BUCKET[/PREFIX]`, as `placeInBucket` reads it. */
export const shownPlace = ({bucket, prefix}: Place): string => (prefix === undefined ? bucket : `${bucket}/${prefix}`);
