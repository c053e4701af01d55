import {defined} from '../../lib/defined.ts';
import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {SecretHandling} from './secret-handling.ts';

/** The maximum number of names in a message. */
const MOST = 12;

/** Joins names for a message. Counts the names after the first `most`. */
export const listed = (names: readonly string[], most = MOST): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;

/** Returns a warning whose code begins with `import/`. */
export const importWarning = (code: string, message: string, hint?: string): Diagnostic => ({
  severity: 'warning',
  code: `import/${code}`,
  message,
  ...defined({hint}),
});

/** Returns the warnings about Secrets of an import. */
export function secretWarnings(ids: readonly string[], handling: SecretHandling): readonly Diagnostic[] {
  if (ids.length === 0) return [];
  if (handling === 'plain')
    return [
      importWarning(
        'secret-values',
        `the manifests contain the values of ${listed(ids)} in plain text; only you can read these files`,
        'Do not commit these files. Move the values to a secret store (--secrets refs writes references).',
      ),
    ];
  if (handling === 'refs')
    return [
      importWarning(
        'secret-references',
        `each value of ${listed(ids)} is read from the workspace's secret store as ref://NAME/KEY`,
      ),
    ];
  return [
    importWarning(
      'secrets-left-out',
      `Secrets were not imported: ${listed(ids)}`,
      'Pass --secrets refs to write them with references to a secret store in place of their values.',
    ),
  ];
}
