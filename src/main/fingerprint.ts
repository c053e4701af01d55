import {Secret} from '../core/secret/secret.ts';

/** Returns a text that identifies a configuration. Two credentials for one bucket are different backends, and the text contains neither. */
export const fingerprint = (value: unknown): string =>
  value instanceof Secret
    ? value.hmac('backend')
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .filter(([, part]) => part !== undefined)
          .map(([key, part]) => `${key}:${fingerprint(part)}`)
          .toSorted()
          .join()}}`
      : (JSON.stringify(value) ?? '');
