import {noMoreThan} from '../../formats.ts';

const PATTERN = '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';

/** Checks a wildcard host name: `*.example.com`. */
export const wildcard = (text: string): readonly string[] => [
  ...(text.length > 253 ? [noMoreThan(253)] : []),
  ...(new RegExp(`^(?:${PATTERN})$`, 'u').test(text)
    ? []
    : [
        `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '${PATTERN}')`,
      ]),
];
