/** A bucket name that S3 accepts. */
export const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A storage account name that Azure accepts. It becomes a part of a host name. */
export const ACCOUNT_NAME = /^[a-z0-9]{3,24}$/;

/** Returns a prefix without slashes at its ends, so that each place has one spelling. Undefined if there is no prefix. */
export const plainPrefix = (written: string): string | undefined =>
  written.replace(/^\/+|(?<!\/)\/+$/g, '') || undefined;

/** The field `prefix` of a bucket. It must not contain `?` and `#`, which would end the path in the one-line form of a backend. */
export const PREFIX_FIELD = {
  type: 'text',
  pattern: /^[^?#]+$/,
  error: 'a prefix must not be empty and must not contain `?` or `#`',
  description: 'The prefix of each key.',
  plain: plainPrefix,
} as const;

type Place = {readonly bucket: string; readonly prefix?: string | undefined};

/** Returns a reader of `BUCKET[/PREFIX]` for the buckets of one vendor. */
export const placeInBucket =
  (name: RegExp) =>
  (bucket: string | undefined, path: string): Place | {readonly problem: string} => {
    if (bucket === undefined || !name.test(bucket))
      return {problem: `${bucket || '(nothing)'} is not a valid bucket name`};
    const prefix = plainPrefix(path);
    return prefix === undefined ? {bucket} : {bucket, prefix};
  };

/** Formats a place as `BUCKET[/PREFIX]`, which `placeInBucket` reads. */
export const shownPlace = ({bucket, prefix}: Place): string => (prefix === undefined ? bucket : `${bucket}/${prefix}`);
