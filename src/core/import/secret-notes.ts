import {defined} from '../../lib/defined.ts';
import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {SecretHandling} from './secret-handling.ts';

/** Names of which more are told than one wants to read are counted. */
const MOST = 12;

/** Joins names for a message; of more than `most` the rest is counted. */
export const listed = (names: readonly string[], most = MOST): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;

/** Returns a warning whose code begins with `import/`. */
export const importWarning = (code: string, message: string, hint?: string): Diagnostic => ({
  severity: 'warning',
  code: `import/${code}`,
  message,
  ...defined({hint}),
});

/** What became of the Secrets of what is imported. */
export function secretWarnings(ids: readonly string[], handling: SecretHandling): readonly Diagnostic[] {
  if (ids.length === 0) return [];
  if (handling === 'plain')
    return [
      importWarning(
        'secret-values',
        `the values of ${listed(ids)} stand in clear in the manifests; only you may read these files`,
        'Do not commit them: move the values to a secret store (--secrets refs writes references).',
      ),
    ];
  if (handling === 'refs')
    return [
      importWarning(
        'secret-references',
        `${listed(ids)}: each value is read as ref://NAME/KEY from the workspace's secret store; put them there first`,
      ),
    ];
  return [
    importWarning(
      'secrets-left-out',
      `Secrets are left out: ${listed(ids)}`,
      '--secrets refs writes them with references to a secret store in the place of their values.',
    ),
  ];
}
